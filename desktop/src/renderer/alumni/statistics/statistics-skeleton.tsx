import { Skeleton } from '@mantine/core'
import classes from './statistics-page.module.css'

const cardHeights = [330, 330, 320, 500, 500]

/** The space of the figures that are on their way. */
export function StatisticsSkeleton() {
  return (
    <div className={classes.figures} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <Skeleton height={126} />
      <div className={classes.cards}>
        {cardHeights.map((height, i) => (
          <Skeleton key={i} height={height} style={i === 2 ? { gridColumn: '1 / -1' } : undefined} />
        ))}
      </div>
    </div>
  )
}
