import { useQuery } from '@tanstack/react-query'
import { count } from '../../ui/words/numbers.ts'
import { openConflictsQuery } from './queries.ts'
import classes from './crm.module.css'

/** Shows the number of open conflicts beside a link to them; nothing where there is none. */
export function ConflictsLeft() {
  const open = useQuery(openConflictsQuery).data?.open ?? 0
  if (open === 0) return null
  return (
    <span className={classes.left}>
      {count(open)}
      <span className="visually-hidden"> left</span>
    </span>
  )
}
