import type { SavedCount } from '@alumni/shared/alumni/saved-searches'
import { formatShortDay } from '../../ui/format/days.ts'
import { formatNumber } from '../../ui/format/numbers.ts'

/** Renders text such as "+12 since Monday", or nothing if there is no change or no earlier count. */
export function SavedChange({ count: { change, since } }: { count: SavedCount }) {
  if (!change || since === null) return null
  const sign = change > 0 ? '+' : '−'
  return (
    <span className="muted">
      {sign}
      {formatNumber(Math.abs(change))} {formatSince(since, new Date())}
    </span>
  )
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

function formatSince(day: string, now: Date): string {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const days = Math.round((Date.UTC(year, month, date) - Date.parse(day)) / 86_400_000)
  if (days <= 0) return 'today'
  return `since ${days < 7 ? weekday.format(new Date(day)) : formatShortDay(day)}`
}
