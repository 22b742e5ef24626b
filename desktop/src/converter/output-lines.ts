import { formulaPattern } from '@alumni/shared/csv'
import type { Reason } from './attendances.ts'
import type { Conversion, EngagementRow } from './conversion.ts'
import Papa from 'papaparse'

export const reasonLabels: Record<Reason, string> = {
  'no-match': 'No one on file has this address',
  several: 'Several people on file have this address, and none was chosen',
  'none-of-several': 'Someone other than the people on file with this address',
  'shared-address': 'People with different names share this address',
  'no-address': 'No e-mail address',
  'bad-address': 'Not an e-mail address',
  'two-addresses': 'Two addresses in one cell',
  'broken-nul': 'Damaged line: it has a NUL byte',
  'broken-quote': 'Damaged line: a quotation mark too many or too few',
  'broken-width': 'Damaged line: more cells than the header names',
  'broken-short': 'Damaged line: cells are missing at its end',
  'broken-table': 'In another table of the file, whose columns are not known',
}

const engagementHeader = ['buid', 'activity_code', 'engagement_date', 'description']
const unmatchedHeader = ['line', 'reason', 'name', 'email', 'date']

/** Yields a CSV file in chunks and escapes formulas. */
export function generateEngagements(rows: Iterable<EngagementRow>): Generator<string> {
  return lines(engagementHeader, rows, ({ buid, activity_code, engagement_date, description }) => [
    buid,
    activity_code,
    engagement_date,
    description ?? '',
  ])
}

export function generateUnmatched(rows: ReturnType<Conversion['unmatched']>): Generator<string> {
  return lines(unmatchedHeader, rows, ({ line, reason, name, address, date }) => [
    String(line),
    reasonLabels[reason],
    name,
    address,
    date,
  ])
}

const chunkLines = 1000

function* lines<Row>(header: string[], rows: Iterable<Row>, cellsOf: (row: Row) => string[]): Generator<string> {
  const unparse = (some: string[][]) => `${Papa.unparse(some, { escapeFormulae: formulaPattern, newline: '\r\n' })}\r\n`
  // Spreadsheets need the byte order mark to detect UTF-8.
  yield `\ufeff${unparse([header])}`
  let some: string[][] = []
  for (const row of rows) {
    some.push(cellsOf(row))
    if (some.length < chunkLines) continue
    yield unparse(some)
    some = []
  }
  if (some.length > 0) yield unparse(some)
}

/** Returns, for example, `gala-engagements.csv` for `gala.csv`. */
export function buildOutputName(source: string, kind: 'engagements' | 'unmatched'): string {
  return `${source.replace(/\.(?:csv|tsv|txt)$/i, '')}-${kind}.csv`
}
