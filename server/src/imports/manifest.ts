import { Readable } from 'node:stream'
import {
  noCounts,
  type FieldChange,
  type ImportCounts,
  type ImportStatusReply,
  type ImportType,
  type RowOutcome,
} from '@alumni/shared/imports'
import type { Files } from '../files/files.ts'
import { IndexBuilder, indexKey } from './manifest-index.ts'

/** The first line of a manifest; then one `ManifestRow` per line, in the order of the file. */
export type ManifestHeader = { type: ImportType; batch_id: number; columns: ImportStatusReply['columns'] }

/**
 * A row of the file with what the scan decided. `text` joins its values in the order of the header's columns by `separator`;
 * those at `keep` leave the record as it is. A skipped row has none. Only changed rows have `changes`: a new one's values say it all.
 */
export type ManifestRow = {
  line: number
  outcome: RowOutcome
  reason: string | null
  key: string
  name: string
  note?: string
  changes?: readonly FieldChange[]
  text?: string
  notes?: readonly string[]
  keep?: number[]
}

const newline = 0x0a

/** Writes the manifest of these lines (as `manifestLine` makes them) with its index, and counts what it wrote. */
export async function writeManifest(
  files: Files,
  key: string,
  header: ManifestHeader,
  lines: AsyncIterable<string[]>,
): Promise<ImportCounts> {
  const index = new IndexBuilder()
  const counts: ImportCounts = { ...noCounts }
  async function* content() {
    const first = headerLine(header)
    index.start(Buffer.byteLength(first))
    yield first
    for await (const batch of lines) {
      for (const line of batch) {
        const { outcome, hasReason } = summaryOf(line)
        count(counts, outcome, hasReason)
        index.add(Buffer.byteLength(line), outcome, hasReason)
      }
      yield Buffer.from(batch.join(''))
    }
  }
  await files.write(key, Readable.from(content(), { objectMode: false }))
  await files.write(indexKey(key), Readable.from(index.buffers(), { objectMode: false }))
  return counts
}

/** Writes a manifest again with the rows that `replace` gives for others. */
export async function rewriteManifest(
  files: Files,
  from: string,
  to: string,
  replace: (row: ManifestRow) => ManifestRow | undefined,
): Promise<ImportCounts> {
  const header = await readManifestHeader(files, from)
  async function* lines() {
    for await (const batch of splitLines(await files.read(from, { start: Buffer.byteLength(headerLine(header)) }))) {
      yield batch.map((bytes) => {
        const line = bytes.toString()
        const row = replace(JSON.parse(line) as ManifestRow)
        return row ? manifestLine(row) : line
      })
    }
  }
  return writeManifest(files, to, header, lines())
}

export async function removeManifest(files: Files, key: string): Promise<void> {
  await files.remove(key)
  await files.remove(indexKey(key))
}

function headerLine(header: ManifestHeader): string {
  return `${JSON.stringify(header)}\n`
}

/** The line of a row, with its line break; `line`, `outcome` and `reason` stand first, where `summaryOf` reads them. */
export function manifestLine(row: ManifestRow): string {
  return `${JSON.stringify(row)}\n`
}

function count(counts: ImportCounts, outcome: RowOutcome, hasReason: boolean): void {
  counts.rows++
  counts[outcome]++
  if (hasReason && outcome !== 'skipped') counts.warnings++
}

const outcomeMark = '"outcome":"'

/** Reads outcome and reason where `manifestLine` puts them, without parsing the line. */
function summaryOf(line: string): { outcome: RowOutcome; hasReason: boolean } {
  const from = line.indexOf(outcomeMark) + outcomeMark.length
  const to = line.indexOf('"', from)
  return { outcome: line.slice(from, to) as RowOutcome, hasReason: !line.startsWith(',"reason":null', to + 1) }
}

/** Reads a manifest's rows from the byte `from` on (0: from the first row), `size` at a time, with the byte after each batch. */
export async function* readManifest(
  files: Files,
  key: string,
  from: number,
  size: number,
): AsyncGenerator<{ rows: ManifestRow[]; nextByte: number }> {
  let at = from
  let isHeader = from === 0
  let rows: ManifestRow[] = []
  for await (const lines of splitLines(await files.read(key, from === 0 ? undefined : { start: from }))) {
    for (const line of lines) {
      at += line.length
      if (isHeader) {
        isHeader = false
        continue
      }
      rows.push(JSON.parse(line.toString()) as ManifestRow)
      if (rows.length === size) {
        yield { rows, nextByte: at }
        rows = []
      }
    }
  }
  if (rows.length > 0) yield { rows, nextByte: at }
}

/** Reads one batch ahead of who uses it, so that reading and PostgreSQL work at the same time. */
export async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      next.catch(() => undefined) // it is awaited one round later
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

export async function readManifestHeader(files: Files, key: string): Promise<ManifestHeader> {
  const stream = await files.read(key)
  for await (const [line] of splitLines(stream)) {
    stream.destroy()
    return JSON.parse(line!.toString()) as ManifestHeader
  }
  throw new Error(`The manifest ${key} is empty`)
}

/** The lines of a stream, each with its line break, as many at once as a chunk of it holds. */
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
