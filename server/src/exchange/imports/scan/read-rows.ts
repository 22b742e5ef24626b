import type { Readable } from 'node:stream'
import type { ImportFindings } from '@alumni/shared/exchange/import-findings'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { correctRecord, readCsv, type CsvFormat, type CsvRecord } from '../read-csv.ts'
import { isLeftOut, readRow, type FileFields, type Row } from '../row.ts'
import { LaterTables } from './later-tables.ts'
import { describeCorruption } from '@alumni/shared/alumni/corrupted-cells'
import { cleanCell, detectDateOrder } from '@alumni/shared/alumni/values'
import type { Vocabulary } from '../definition.ts'

export type ReadOptions = {
  format: CsvFormat
  header: readonly string[]
  file: FileFields
  vocabulary: Vocabulary
  unknown: { header: string; index: number }[]
  corrections: ReadonlyMap<number, ReadonlyMap<number, string>>
}

export type FileSummary = { findings: ImportFindings; unknownColumns: ImportStatusReply['unknown_columns'] }

const rowsAtOnce = 500
const maxSamples = 3

/** Yields a file's rows in batches of 500 and returns a summary. Throws `ImportRefused`. */
export async function* readRows(upload: Readable, options: ReadOptions): AsyncGenerator<Row[], FileSummary> {
  const { format, file, vocabulary, corrections } = options
  const counts = { ...noFindings }
  const columns = options.unknown.map((column) => ({ ...column, samples: new Set<string>() }))
  let isBeginning = true
  const laterTables = new LaterTables(options.header)
  for await (const uploaded of readCsv(upload, format, rowsAtOnce, 2)) {
    const records = uploaded.map((record) => {
      const texts = corrections.get(record.line)
      return laterTables.mark(texts ? correctRecord(record, texts) : record)
    })
    const rows = records.map((record) => readRow(file, record, vocabulary))
    rows.forEach((row, index) => addFindings(counts, file, records[index]!, row))
    if (isBeginning) for (const column of columns) addSamples(column, records)
    isBeginning = false
    yield rows
  }
  const { month_first_dates, ...findings } = counts
  return {
    findings: {
      ...findings,
      day_first_dates: month_first_dates > 0 ? 0 : findings.day_first_dates,
      own_list: file.isOwn,
      ...(laterTables.firstLine !== undefined && { second_table_line: laterTables.firstLine }),
    },
    unknownColumns: columns.map(({ header, samples }) => ({ header, samples: [...samples] })),
  }
}

const noFindings = {
  slashed_dates: 0,
  blank_extra_cells: 0,
  day_first_dates: 0,
  month_first_dates: 0,
  ruined_cells: 0,
  left_out_cells: 0,
}

function addFindings(findings: typeof noFindings, file: FileFields, { cells }: CsvRecord, row: Row): void {
  const { headerLength, dateCells } = file
  // Also counts skipped lines, because a wrong date order may be why they were skipped.
  const orders = dateCells.map((index) => detectDateOrder(cleanCell(cells[index] ?? '')))
  if (orders.includes('day_first')) findings.day_first_dates++
  if (orders.includes('month_first')) findings.month_first_dates++
  if (row.problem) return
  if (cells.length > headerLength) findings.blank_extra_cells++
  if (dateCells.some((index) => cells[index]?.includes('/'))) findings.slashed_dates++
  for (const index of row.kept ?? []) {
    const text = cleanCell(cells[file.cells[index]!] ?? '')
    if (describeCorruption(text)) findings.ruined_cells++
    else if (isLeftOut(file, file.fields[index]!, text)) findings.left_out_cells++
  }
}

function addSamples({ index, samples }: { index: number; samples: Set<string> }, records: CsvRecord[]): void {
  for (const { cells } of records) {
    const text = cleanCell(cells[index] ?? '').slice(0, 60)
    if (text && samples.size < maxSamples) samples.add(text)
  }
}
