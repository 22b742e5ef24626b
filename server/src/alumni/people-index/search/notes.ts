import { maxYearsAhead } from '@alumni/shared/alumni/class-years'
import type { People } from '../columns/people.ts'
import { removeText, type SearchMatches, type PreparedSearch } from './find-matches.ts'
import { parseZip } from './locate.ts'
import { describeNearProblems } from './near.ts'

export function buildNotes(people: People, { request }: PreparedSearch, matches: SearchMatches): string[] {
  const { near, within } = request
  const { box } = matches
  const places = [
    ...(near === undefined ? [] : describeNearProblems(people, near, within)),
    ...matches.readings.flatMap(({ filters }) =>
      filters.near ? describeNearProblems(people, filters.near, undefined) : [],
    ),
    ...box.tokens.flatMap((each) =>
      each.kind === 'digits' && parseZip(each.digits)
        ? `No one on file has the ZIP or postal code “${each.digits}”. It was searched in phone numbers instead.`
        : [],
    ),
  ]
  const letters = box.classes.filter(({ years }) => years.length === 0).map(({ typed: text }) => text)
  const numbers = box.tokens.flatMap((each) => (each.kind === 'digits' ? each.digits : []))
  const isRead = matches.classes.length > 0 || matches.slots.length === 0
  return [
    ...letters.map(
      (text) =>
        `“${text}” was left out: its meaning differs from school to school. For a class year, type ${text.replace(/^\p{L}+/u, '').replace(/^\P{N}/u, '’')}.`,
    ),
    ...numbers
      .filter((digits) => digits.length <= maxDigitsOfYear && isRead)
      .map(
        (digits) =>
          `“${digits}” is not a class year: type two digits, or a year from ${firstYear} to ${new Date().getFullYear() + maxYearsAhead}. It was searched in phone numbers instead.`,
      ),
    ...(matches.slots.length === 0 ? describeEmptyClass(request.q ?? '', matches) : []),
    ...new Set(places),
  ]
}

function describeEmptyClass(q: string, { classes: [first] }: SearchMatches): string[] {
  if (!first) return []
  const { filters, typed: text } = first[0]!
  const { year_from, year_to, ...codes } = filters
  const years = year_from === year_to ? `in ${year_from}` : `from ${year_from} to ${year_to}`
  const words = removeText(q, text).replace(/^(?:in|at|from|of) /i, '')
  const rest = [words, ...Object.values(codes).flat()].filter(Boolean).join(' ')
  return [rest === '' ? `No one on file graduated ${years}.` : `No one matching “${rest}” graduated ${years}.`]
}

const maxDigitsOfYear = 4
const firstYear = 1900
