import { countOf } from '../../ui/words/numbers.ts'

const dayInMs = 86_400_000

/** How long ago that was, in the largest unit that says it: "5 days", "3 weeks", "4 months"; null for less than a day. */
export function waitingTime(since: string, now = Date.now()): string | null {
  const days = Math.floor((now - Date.parse(since)) / dayInMs)
  if (days < 1) return null
  if (days < 14) return countOf(days, ['day', 'days'])
  if (days < 61) return countOf(Math.floor(days / 7), ['week', 'weeks'])
  return countOf(Math.floor(days / 30.4), ['month', 'months'])
}
