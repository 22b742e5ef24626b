import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { classifyChange } from '@alumni/shared/exchange/import-guards'
import { changeKinds, noCounts } from '@alumni/shared/exchange/imports'
import type { FieldCount, ImportCounts, ImportStatusReply, ImportType } from '@alumni/shared/exchange/imports'
import type { Files } from '../../../foundations/files/files.ts'
import type { ReviewedRow } from '../row.ts'

/** The first line of a manifest; the other lines are `ReviewedRow`s as JSON, in file order. */
export type ManifestHeader = {
  type: ImportType
  batch_id: number
  columns: ImportStatusReply['columns']
  is_own?: boolean
  undoes?: number
}

const newline = 0x0a

export const createManifestKey = () => `imports/${randomUUID()}.manifest`

type ManifestSummary = { counts: ImportCounts; field_counts: FieldCount[] }

export async function writeManifest(
  files: Files,
  key: string,
  header: ManifestHeader,
  rows: AsyncIterable<ReviewedRow[]>,
): Promise<ManifestSummary> {
  const counts: ImportCounts = header.undoes ? { ...noCounts, removed: 0, exchange: 0 } : { ...noCounts }
  const fieldCounts = header.columns.flatMap(({ field }) => changeKinds.map((kind) => ({ field, kind, count: 0 })))
  const countByChange = new Map(fieldCounts.map((each) => [`${each.field} ${each.kind}`, each]))
  async function* content() {
    yield `${JSON.stringify(header)}\n`
    for await (const batch of rows) {
      for (const { outcome, reason, changes = [], undoes, corrected } of batch) {
        counts.rows++
        counts[outcome] = (counts[outcome] ?? 0) + 1
        if (reason !== null && outcome !== 'skipped') counts.warnings++
        if (undoes && undoes.table !== 'record_changes') counts.exchange!++
        if (corrected) counts.corrected = (counts.corrected ?? 0) + 1
        if (outcome !== 'changed' || header.undoes) continue
        for (const change of changes) {
          const counted = countByChange.get(`${change.field} ${classifyChange(change)}`)
          if (counted) counted.count++
        }
      }
      yield Buffer.from(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
    }
  }
  await files.write(key, Readable.from(content(), { objectMode: false }))
  return { counts, field_counts: fieldCounts.filter(({ count }) => count > 0) }
}

/** `replace` is called with batches of 500 rows. */
export async function rewriteManifest(
  files: Files,
  from: string,
  to: string,
  replace: (rows: ReviewedRow[]) => ReviewedRow[] | Promise<ReviewedRow[]>,
): Promise<ManifestSummary> {
  async function* rows() {
    for await (const batch of readManifest(files, from, 0, 500)) yield await replace(batch.rows)
  }
  return writeManifest(files, to, await readManifestHeader(files, from), rows())
}

export const parseRow = (line: string) => JSON.parse(line) as ReviewedRow

/** Yields batches of `size` rows, each with the offset after it. `from` is 0 or the byte offset of a row. */
export async function* readManifest(
  files: Files,
  key: string,
  from: number,
  size: number,
): AsyncGenerator<{ rows: ReviewedRow[]; nextByte: number }> {
  let offset = from
  let isHeader = from === 0
  let rows: ReviewedRow[] = []
  for await (const lines of splitLines(await files.read(key, from === 0 ? undefined : { start: from }))) {
    for (const line of lines) {
      offset += line.length
      if (isHeader) {
        isHeader = false
        continue
      }
      rows.push(parseRow(line.toString()))
      if (rows.length === size) {
        yield { rows, nextByte: offset }
        rows = []
      }
    }
  }
  if (rows.length > 0) yield { rows, nextByte: offset }
}

/** Reads one item ahead while the consumer processes the current item. */
export async function* prefetch<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      next.catch(() => undefined) // Errors surface when `next` is awaited.
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

export async function readManifestHeader(files: Files, key: string): Promise<ManifestHeader> {
  for (let size = 16 * 1024; ; size *= 4) {
    const bytes = await buffer(await files.read(key, { start: 0, end: size - 1 }))
    const end = bytes.indexOf(newline)
    if (end >= 0) return JSON.parse(bytes.toString('utf8', 0, end)) as ManifestHeader
    if (bytes.length < size) throw new Error(`The manifest ${key} has no header`)
  }
}

/** Yields the lines of each chunk, including their newlines. */
export async function* splitLines(stream: Readable): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines: Buffer[] = []
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      const line = chunk.subarray(from, to + 1)
      lines.push(rest.length > 0 ? Buffer.concat([...rest, line]) : line)
      rest = []
      from = to + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) yield [Buffer.concat(rest)]
}
