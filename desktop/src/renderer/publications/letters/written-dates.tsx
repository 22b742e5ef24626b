import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { Alert } from '../../ui/alert.tsx'

type Reminder = Pick<ListLetterRecord, 'written_dates' | 'clock_zone'>
type WrittenText = Pick<ListLetterRecord, 'title' | 'summary' | 'body'>

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

/** Returns text such as “Check the dates written on Nov 13: “Friday”.”, or null without dates of the earlier letter. */
export function describeWrittenDates({ written_dates, clock_zone, ...text }: Reminder & WrittenText): string | null {
  if (!written_dates || written_dates.words.length === 0) return null
  const words = [text.title, text.summary, text.body].join(' ').match(buildPattern(written_dates.words))
  const dates = [...new Set(words)].map((word) => `“${word}”`)
  return dates.length === 0 ? null : `Check the dates ${writtenOn(written_dates.at, clock_zone)}: ${dates.join(', ')}.`
}

/** Warns about dates in the text that also occur in the earlier letter. */
export function WrittenDates({ letter }: { letter: Reminder & WrittenText }) {
  const message = describeWrittenDates(letter)
  return message && <Alert tone="warn">{message}</Alert>
}
