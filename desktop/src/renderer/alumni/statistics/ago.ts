import { countOf } from '../../ui/words/numbers.ts'

/** "just now", "20 seconds ago", "4 minutes ago", "2 hours ago", "3 days ago"; a clock that is ahead counts as now. */
export function ago(moment: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - moment.getTime()) / 1000)
  if (seconds < 10) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds / 10) * 10} seconds ago`
  if (seconds < 3600) return `${countOf(Math.floor(seconds / 60), ['minute', 'minutes'])} ago`
  if (seconds < 86_400) return `${countOf(Math.floor(seconds / 3600), ['hour', 'hours'])} ago`
  return `${countOf(Math.floor(seconds / 86_400), ['day', 'days'])} ago`
}
