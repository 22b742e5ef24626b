import { yearsAhead } from '@alumni/shared/alumni/class-years'
import type { People } from '../columns/people.ts'
import { withoutTyped, type Answer, type Question } from './answer.ts'
import { zipIn } from './locate.ts'
import { notesOnNear } from './near.ts'

/** Sentences about parts of the box and places that could not be read, or not as one might expect. */
export function notesOn(people: People, { asked }: Question, found: Answer): string[] {
  const { near, within } = asked
  const { box } = found
  const places = [
    ...(near === undefined ? [] : notesOnNear(people, near, within)),
    ...found.readings.flatMap(({ filters }) => (filters.near ? notesOnNear(people, filters.near, undefined) : [])),
    ...box.typed.flatMap((each) => (each.kind === 'digits' && zipIn(each.digits) ? noZip(each.digits) : [])),
  ]
  const letters = box.classes.filter(({ years }) => years.length === 0).map(({ typed }) => typed)
  const numbers = box.typed.flatMap((each) => (each.kind === 'digits' ? each.digits : []))
  const isRead = found.classes.length > 0 || found.slots.length === 0
  return [
    ...letters.map(
      (typed) =>
        `“${typed}” was left out: its meaning differs from school to school. For a class year, type ${typed.replace(/^\p{L}+/u, '').replace(/^\P{N}/u, '’')}.`,
    ),
    ...numbers
      .filter((digits) => digits.length <= maxDigitsOfYear && isRead)
      .map(
        (digits) =>
          `“${digits}” is not a class year: type two digits, or a year from ${firstYear} to ${new Date().getFullYear() + yearsAhead}. It was searched in phone numbers instead.`,
      ),
    ...(found.slots.length === 0 ? noClass(asked.q ?? '', found) : []),
    ...new Set(places),
  ]
}

function noZip(digits: string): string[] {
  return [`No one on file has the ZIP or postal code “${digits}”. It was searched in phone numbers instead.`]
}

/** That no one is of the class; of several the first. */
function noClass(q: string, { classes: [first] }: Answer): string[] {
  if (!first) return []
  const { filters, typed } = first[0]!
  const { year_from, year_to, ...coded } = filters
  const years = year_from === year_to ? `in ${year_from}` : `from ${year_from} to ${year_to}`
  const rest = [withoutTyped(q, typed), ...Object.values(coded).flat()].filter(Boolean).join(' ')
  return [rest === '' ? `No one on file graduated ${years}.` : `No one matching “${rest}” graduated ${years}.`]
}

const maxDigitsOfYear = 4
const firstYear = 1900
