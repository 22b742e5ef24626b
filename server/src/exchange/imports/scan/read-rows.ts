import type { Readable } from 'node:stream'
import type { ImportFindings } from '@alumni/shared/exchange/import-findings'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { correctRecord, readCsv, type CsvFormat, type CsvRecord } from '../read-csv.ts'
import { isLeftOut, readRow, type FileFields, type Row } from '../row.ts'
import { LaterTables } from './later-tables.ts'
import { describeCorruption } from '@alumni/shared/alumni/corrupted-cells'
import { cleanCell, detectDateOrder } from '@alumni/shared/alumni/values'
import { type Vocabulary, ImportRefused } from '../definition.ts'
import { on } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'

/** All that reading a file needs to know about it. */
export type Reading = {
  format: CsvFormat
  header: readonly string[]
  file: FileFields
  vocabulary: Vocabulary
  /** Columns that no field is known for, and where their cells stand. */
  unknown: { header: string; index: number }[]
  /** Lines that a person has corrected: line → index of a cell → its text. */
  corrections: ReadonlyMap<number, ReadonlyMap<number, string>>
}

/** A summary over all rows of a file. */
export type FileSummary = { findings: ImportFindings; unknownColumns: ImportStatusReply['unknown_columns'] }

/** Rows for each look-up and each progress write. */
const rowsAtOnce = 500
const maxSamples = 3

/**
 * Reads a file's rows, 500 at a time in flat memory; returns what they were, taken together. Throws `ImportRefused`.
 */
export async function* readRows(upload: Readable, reading: Reading): AsyncGenerator<Row[], FileSummary> {
  const { format, file, vocabulary, corrections } = reading
  const counted = { ...noFindings }
  const columns = reading.unknown.map((column) => ({ ...column, samples: new Set<string>() }))
  let isBeginning = true
  const later = new LaterTables(reading.header)
  for await (const uploaded of readCsv(upload, format, rowsAtOnce, 2)) {
    const records = uploaded.map((record) => {
      const texts = corrections.get(record.line)
      return later.mark(texts ? correctRecord(record, texts) : record)
    })
    const rows = records.map((record) => readRow(file, record, vocabulary))
    rows.forEach((row, index) => addFindings(counted, file, records[index]!, row))
    if (isBeginning) for (const column of columns) addSamples(column, records)
    isBeginning = false
    yield rows
  }
  const { month_first_dates, ...findings } = counted
  return {
    findings: {
      ...findings,
      day_first_dates: month_first_dates > 0 ? 0 : findings.day_first_dates,
      own_list: file.isOwn,
      ...(later.firstLine !== undefined && { second_table_line: later.firstLine }),
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
  // A line may be skipped just because its dates are read in the wrong order.
  const orders = new Set(dateCells.map((index) => detectDateOrder(cleanCell(cells[index] ?? ''))))
  if (orders.has('day_first')) findings.day_first_dates++
  if (orders.has('month_first')) findings.month_first_dates++
  if (row.problem) return
  if (cells.length > headerLength) findings.blank_extra_cells++
  if (dateCells.some((index) => cells[index]?.includes('/'))) findings.slashed_dates++
  for (const index of row.kept ?? []) {
    const text = cleanCell(cells[file.cells[index]!] ?? '')
    if (describeCorruption(text)) findings.ruined_cells++
    else if (isLeftOut(file, file.fields[index]!, text)) findings.left_out_cells++
  }
}

/** A few different values of an unknown column help a person to say what it is. */
function addSamples({ index, samples }: { index: number; samples: Set<string> }, records: CsvRecord[]): void {
  for (const { cells } of records) {
    const text = cleanCell(cells[index] ?? '').slice(0, 60)
    if (text && samples.size < maxSamples) samples.add(text)
  }
}

/** The thread's reply to each `next`. */
export type Answer = IteratorResult<Row[], FileSummary> | { refused: string }

/**
 * Does what `readRows` does in a thread of its own, one batch ahead, so that the caller's thread is free to look rows
 * up.
 */
export async function* readRowsInThread(upload: Readable, reading: Reading): AsyncGenerator<Row[], FileSummary> {
  const { port1: bytes, port2 } = new MessageChannel()
  const thread = new Worker(new URL('./read-rows-thread.ts', import.meta.url), {
    workerData: { reading, bytes: port2 },
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 },
  })
  const broken = new AbortController()
  const chunks = upload[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  bytes.on('message', () => {
    chunks.next().then(
      ({ value, done }) => bytes.postMessage(done ? null : value),
      (error: unknown) => broken.abort(error),
    )
  })
  try {
    thread.postMessage('next')
    const answers = on(thread, 'message', { signal: broken.signal, close: ['exit'] })
    for await (const [answer] of answers as AsyncIterable<[Answer]>) {
      if ('refused' in answer) throw new ImportRefused(answer.refused)
      if (answer.done) return answer.value
      thread.postMessage('next')
      yield answer.value
    }
    throw new Error('The thread that reads the file has ended.')
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    bytes.close()
    await thread.terminate()
    upload.destroy()
  }
}
