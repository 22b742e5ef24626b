import Papa from 'papaparse'
import type { BatchPerson } from '@alumni/shared/alumni/batch-search'
import { leftOutMark } from '@alumni/shared/alumni/export'
import { emailBlockerOf } from '@alumni/shared/champions/contact-preferences'
import { formulaPattern } from '@alumni/shared/csv'
import { formatClassYears, formatDegree, type Outcome, type LineResult } from './choices.ts'

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

/** Builds a CSV file with a byte order mark and escaped formulas. Omits e-mail addresses that must not be used. */
export function buildResultsCsv(results: readonly LineResult[]): string {
  const rows = results.map((each) => [each.line, each.text, describeOutcome(each), ...listPersonCells(each.person)])
  return `\ufeff${Papa.unparse([header, ...rows], { escapeFormulae: formulaPattern, newline: '\r\n' })}\r\n`
}

function listPersonCells(person: BatchPerson | null): (string | null)[] {
  if (!person) return header.slice(3).map(() => '')
  const yesNo = (flag: boolean) => (flag ? 'yes' : 'no')
  return [
    person.buid,
    person.contact_id,
    person.name,
    formatDegree(person),
    formatClassYears(person),
    person.primary_email && emailBlockerOf(person) ? leftOutMark : person.primary_email,
    person.city,
    person.state,
    person.country,
    yesNo(person.deceased),
    yesNo(person.do_not_contact),
    yesNo(person.do_not_email),
  ]
}

function describeOutcome({ outcome, answer: { total }, candidates }: LineResult): string {
  const labels: Record<Outcome, string> = {
    found: 'found',
    chosen: total > 0 ? `chosen among ${total}` : `chosen among ${candidates.length} of a similar name`,
    open: `${total} found, not chosen`,
    dismissed: `none of the ${total} found`,
    none: 'not found',
  }
  return labels[outcome]
}

export function isUnmatched({ outcome }: LineResult): boolean {
  return outcome === 'none' || outcome === 'dismissed'
}

export function listUnmatchedLines(results: readonly LineResult[]): string[] {
  return results.filter(isUnmatched).map(({ text }) => text)
}

export function listBuids(results: readonly LineResult[]): string[] {
  return [...new Set(results.flatMap(({ person }) => person?.buid ?? []))]
}
