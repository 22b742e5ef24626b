import type { Readable } from 'node:stream'
import type { ImportFindings, ImportStatusReply } from '@alumni/shared/exchange/imports'
import { readCsv, type CsvFormat, type CsvRecord } from './read-csv.ts'
import { readRow, type FileFields, type Row } from './row.ts'
import { cellText } from '@alumni/shared/alumni/values'
import type { Vocabulary } from './vocabulary.ts'

/** All that reading a file needs to know about it. */
export type Reading = {
  format: CsvFormat
  file: FileFields
  vocabulary: Vocabulary
  /** Columns that no field is known for, and where their cells stand. */
  unknown: { header: string; index: number }[]
}

/** What the rows were, taken together. */
export type FileSummary = { findings: ImportFindings; unknownColumns: ImportStatusReply['unknown_columns'] }

/** Rows for each look-up and each progress write. */
const rowsAtOnce = 500
const maxSamples = 3

/** Reads a file's rows, 500 at a time in flat memory; returns what they were, taken together. Throws `ImportRefused`. */
export async function* readRows(upload: Readable, reading: Reading): AsyncGenerator<Row[], FileSummary> {
  const { format, file, vocabulary } = reading
  const findings: ImportFindings = { slashed_dates: 0, blank_extra_cells: 0 }
  const columns = reading.unknown.map((column) => ({ ...column, samples: new Set<string>() }))
  let isBeginning = true
  for await (const records of readCsv(upload, format, rowsAtOnce, 2)) {
    const rows = records.map((record) => readRow(file, record, vocabulary))
    rows.forEach((row, index) => !row.problem && addFindings(findings, file, records[index]!))
    if (isBeginning) for (const column of columns) addSamples(column, records)
    isBeginning = false
    yield rows
  }
  return { findings, unknownColumns: columns.map(({ header, samples }) => ({ header, samples: [...samples] })) }
}

function addFindings(findings: ImportFindings, { headerLength, dateCells }: FileFields, { cells }: CsvRecord): void {
  if (cells.length > headerLength) findings.blank_extra_cells++
  if (dateCells.some((index) => cells[index]?.includes('/'))) findings.slashed_dates++
}

/** A few different values of an unknown column help a person to say what it is. */
function addSamples({ index, samples }: { index: number; samples: Set<string> }, records: CsvRecord[]): void {
  for (const { cells } of records) {
    const text = cellText(cells[index] ?? '').slice(0, 60)
    if (text && samples.size < maxSamples) samples.add(text)
  }
}
