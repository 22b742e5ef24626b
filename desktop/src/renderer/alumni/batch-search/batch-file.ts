import Papa from 'papaparse'
import type { BatchPerson } from '@alumni/shared/alumni/batch-search'
import { leftOutMark } from '@alumni/shared/alumni/export'
import { whyNoEmail } from '@alumni/shared/champions/contact-preferences'
import { formulaPattern } from '@alumni/shared/csv'
import { classWords, degreeText, type Outcome, type Result } from './choices.ts'

const header = [
  'Line',
  'As entered',
  'Outcome',
  'BUID',
  'Contact ID',
  'Name',
  'Recent degree',
  'Class years',
  'Primary e-mail',
  'City',
  'State',
  'Country',
  'Deceased',
  'Do not contact',
  'Do not e-mail',
]

/**
 * The results of a batch search as a CSV file for spreadsheets: it begins with a byte order mark, formulas are escaped
 * with `'`, and `leftOut` stands in place of an address that must not be used.
 */
export function batchResultsCsv(results: readonly Result[]): string {
  const rows = results.map((result) => [result.line, result.given, outcomeWords(result), ...personCells(result.person)])
  return `\ufeff${Papa.unparse([header, ...rows], { escapeFormulae: formulaPattern, newline: '\r\n' })}\r\n`
}

function personCells(person: BatchPerson | null): (string | null)[] {
  if (!person) return header.slice(3).map(() => '')
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  return [
    person.buid,
    person.contact_id,
    person.name,
    degreeText(person),
    classWords(person),
    person.primary_email && whyNoEmail(person) ? leftOutMark : person.primary_email,
    person.city,
    person.state,
    person.country,
    yes(person.deceased),
    yes(person.do_not_contact),
    yes(person.do_not_email),
  ]
}

function outcomeWords({ outcome, answer: { total }, candidates }: Result): string {
  const words: Record<Outcome, string> = {
    found: 'found',
    chosen: total > 0 ? `chosen among ${total}` : `chosen among ${candidates.length} of a similar name`,
    open: `${total} found, not chosen`,
    dismissed: `none of the ${total} found`,
    none: 'not found',
  }
  return words[outcome]
}

/** None was found, or none of those who were is meant. A line that is still to choose for is neither found nor not. */
export function isUnmatched({ outcome }: Result): boolean {
  return outcome === 'none' || outcome === 'dismissed'
}

/** The lines without a person, as they were given. */
export function unmatchedOf(results: readonly Result[]): string[] {
  return results.filter(isUnmatched).map(({ given }) => given)
}

/** Each person once, in the order of the lines. */
export function buidsOf(results: readonly Result[]): string[] {
  return [...new Set(results.flatMap(({ person }) => person?.buid ?? []))]
}
