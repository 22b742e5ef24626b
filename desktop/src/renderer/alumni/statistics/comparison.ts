import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { dayOfYearWords } from '../../ui/words/days.ts'
import { count } from '../../ui/words/numbers.ts'

export type Comparison = { direction: 'more' | 'fewer' | 'same'; words: string }

const tenth = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** What the figures are compared with: "on November 21 last year", or "the year before" where the year is over. */
export function comparedWith({ as_of, last_day }: Pick<StatsPage, 'as_of' | 'last_day'>): string {
  if (as_of >= last_day) return 'the year before'
  return as_of.endsWith('-02-29') ? 'at the end of February last year' : `on ${dayOfYearWords(as_of)} last year`
}

/** "1,204 more than on November 21 last year, +8%". */
export function compareCounts(now: number, before: number, when: string): Comparison {
  if (now === before) return { direction: 'same', words: now === 0 ? `None ${when} either` : `As many as ${when}` }
  const direction = now > before ? 'more' : 'fewer'
  if (before === 0) return { direction, words: `None ${when}` }
  return { direction, words: `${count(Math.abs(now - before))} ${direction} than ${when}, ${change(now, before)}` }
}

type Share = { engaged_alumni: number; alumni: number }

/** The same for parts, each of its own whole: "1.2 points more than on November 21 last year". */
export function compareShares(now: Share, before: Share, when: string): Comparison {
  const points = shareOf(now) - shareOf(before)
  if (Math.abs(points) < 0.05)
    return {
      direction: 'same',
      words: now.engaged_alumni === 0 && before.engaged_alumni === 0 ? `None ${when} either` : `The same as ${when}`,
    }
  const direction = points > 0 ? 'more' : 'fewer'
  const size = tenth.format(Math.abs(points))
  return {
    direction,
    words: `${size} ${size === '1' ? 'point' : 'points'} ${direction === 'more' ? 'more' : 'less'} than ${when}`,
  }
}

function shareOf({ engaged_alumni, alumni }: Share): number {
  return alumni > 0 ? (engaged_alumni / alumni) * 100 : 0
}

/** "+8%", "−0.4%", "12 times as many"; nothing to compare with is a dash. */
export function change(now: number, before: number): string {
  if (before === 0) return '–'
  if (now / before >= 10) return `${count(Math.round(now / before))} times as many`
  const percent = ((now - before) / before) * 100
  const size = Math.abs(percent) < 10 ? tenth.format(Math.abs(percent)) : count(Math.round(Math.abs(percent)))
  if (size === '0') return '0%'
  return `${percent > 0 ? '+' : '−'}${size}%`
}
