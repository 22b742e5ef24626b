import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { Alert } from '../../ui/alert.tsx'

type Reminder = Pick<ListLetterRecord, 'written_dates' | 'clock_zone'>

/** "written on Nov 13". */
function writtenOn(at: string, timeZone: string): string {
  return `written on ${new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(new Date(at))}`
}

function formOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`(?<![\\w/])(?:${escaped.join('|')})(?![\\w/])`, 'g')
}

/** Marks the days and dates of HTML that the earlier letter has too. */
export function markWrittenDates(html: string, { written_dates, clock_zone }: Reminder): string {
  if (!written_dates || written_dates.words.length === 0) return html
  const note = writtenOn(written_dates.at, clock_zone)
  return html.replaceAll(/[^<>]+(?=<|$)/g, (text) =>
    text.replaceAll(formOf(written_dates.words), (word) => `<mark>${word} <small>(${note})</small></mark>`),
  )
}

/** Lists the days and dates of a typed text that the earlier letter has too. */
export function WrittenDates({ text, written_dates, clock_zone }: Reminder & { text: string }) {
  if (!written_dates || written_dates.words.length === 0) return null
  const left = [...new Set(text.match(formOf(written_dates.words)))]
  if (left.length === 0) return null
  return (
    <Alert tone="warn" title={`Check the dates ${writtenOn(written_dates.at, clock_zone)}`}>
      {left.map((word) => `“${word}”`).join(', ')}
    </Alert>
  )
}
