import type { StatsPage } from '@alumni/shared/engagement-stats'
import {
  IconActivity,
  IconArrowDownRight,
  IconArrowUpRight,
  IconChartPie,
  IconEqual,
  IconRepeat,
  IconSparkles,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { count, percent } from '../ui/words/numbers.ts'
import { compareCounts, comparedWith, compareShares, type Comparison } from './comparison.ts'
import classes from './key-numbers.module.css'

const arrows = { more: IconArrowUpRight, fewer: IconArrowDownRight, same: IconEqual }

type KeyNumber = { word: string; icon: Icon; value: string; of?: string; comparison: Comparison }

/** The big calm numbers of the year, each beside the year before at the same day. */
export function KeyNumbers({ page }: { page: StatsPage }) {
  return (
    <dl className={classes.numbers}>
      {keyNumbers(page).map(({ word, icon: Picture, value, of, comparison: { direction, words } }) => {
        const Arrow = arrows[direction]
        return (
          <div key={word} className={classes.tile}>
            <dt className={classes.word}>
              <Picture size={15} stroke={1.8} aria-hidden />
              {word}
            </dt>
            <dd className={classes.value}>
              {value}
              {of && <small className={classes.of}> of {of}</small>}
            </dd>
            <dd className={classes.comparison}>
              <Arrow size={14} stroke={2} aria-hidden />
              {words}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function keyNumbers(page: StatsPage): KeyNumber[] {
  const { this_year: now, last_year: before, alumni } = page
  const when = comparedWith(page)
  return [
    {
      word: 'Engagements',
      icon: IconActivity,
      value: count(now.engagements),
      comparison: compareCounts(now.engagements, before.engagements, when),
    },
    {
      word: 'People engaged',
      icon: IconUsers,
      value: count(now.engaged),
      comparison: compareCounts(now.engaged, before.engaged, when),
    },
    {
      word: 'Share of alumni',
      icon: IconChartPie,
      value: percent(now.engaged_living, alumni),
      of: count(alumni),
      comparison: compareShares(now.engaged_living, before.engaged_living, alumni, when),
    },
    {
      word: 'First time',
      icon: IconSparkles,
      value: count(now.first_time),
      comparison: compareCounts(now.first_time, before.first_time, when),
    },
    {
      word: 'Returning',
      icon: IconRepeat,
      value: count(now.returning),
      comparison: compareCounts(now.returning, before.returning, when),
    },
  ]
}
