import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { runningYear, toDay } from './fiscal-years.ts'
import classes from './unfinished-key.module.css'

/** What hatching means, where it is drawn. */
export function UnfinishedKey({ page, what }: { page: StatsPage; what?: string }) {
  const year = runningYear(page)
  if (!year) return null
  return (
    <p className={classes.key}>
      <span className={classes.swatch} aria-hidden />
      {what ?? year} so far, {toDay(page)}
    </p>
  )
}
