import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { Alert } from '../../ui/alert.tsx'

type Reminder = Pick<ListLetterRecord, 'written_dates' | 'clock_zone'>

function writtenOn(time: string, timeZone: string): string {
  return `written on ${new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(new Date(time))}`
}

function buildPattern(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`(?<![\\w/])(?:${escaped.join('|')})(?![\\w/])`, 'g')
}

/** Marks dates in the HTML that also occur in the earlier letter. */
export function markWrittenDates(html: string, { written_dates, clock_zone }: Reminder): string {
  if (!written_dates || written_dates.words.length === 0) return html
  const note = writtenOn(written_dates.at, clock_zone)
  return html.replaceAll(/[^<>]+(?=<|$)/g, (text) =>
    text.replaceAll(buildPattern(written_dates.words), (word) => `<mark>${word} <small>(${note})</small></mark>`),
  )
}

/** Warns about dates in `text` that also occur in the earlier letter. */
export function WrittenDates({ text, written_dates, clock_zone }: Reminder & { text: string }) {
  if (!written_dates || written_dates.words.length === 0) return null
  const dates = [...new Set(text.match(buildPattern(written_dates.words)))]
  if (dates.length === 0) return null
  return (
    <Alert tone="warn" title={`Check the dates ${writtenOn(written_dates.at, clock_zone)}`}>
      {dates.map((word) => `“${word}”`).join(', ')}
    </Alert>
  )
}
