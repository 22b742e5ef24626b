import type { ShownLimit } from '@alumni/shared/protection'
import { count, countOf } from '../ui/words/numbers.ts'

/** "20 seconds", "1 minute", "5 minutes", "1 hour". */
export function windowWords(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return countOf(seconds / 3600, ['hour', 'hours'])
  return seconds >= 60
    ? countOf(Math.round(seconds / 60), ['minute', 'minutes'])
    : countOf(seconds, ['second', 'seconds'])
}

/** "300 per 5 minutes". */
export function allowance({ max, window_seconds }: ShownLimit): string {
  return `${count(max)} per ${windowWords(window_seconds)}`
}
