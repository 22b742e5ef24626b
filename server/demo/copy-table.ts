import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | boolean | null
const rowsPerChunk = 500

/** Writes rows into `table` by COPY as fast as PostgreSQL takes them, in flat memory. Returns how many there were. */
export async function copyTable<Row extends Record<string, Cell>>(
  client: Client,
  table: string,
  rows: Iterable<Row>,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const iterator = rows[Symbol.iterator]()
  const first = iterator.next()
  if (first.done) return 0
  const columns = Object.keys(first.value)
  let done = 0
  function* chunks() {
    let text = line(columns, first.value)
    let count = 1
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      text += line(columns, next.value)
      if (++count % rowsPerChunk !== 0) continue
      yield text
      text = ''
      onProgress(count)
    }
    done = count
    yield text
  }
  await pipeline(
    Readable.from(chunks(), { highWaterMark: 4 }),
    client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)),
  )
  onProgress(done)
  return done
}

function line(columns: string[], row: Record<string, Cell>): string {
  let text = ''
  for (const column of columns) text += (text === '' ? '' : '\t') + cell(row[column]!)
  return `${text}\n`
}

const special = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function cell(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return value.replace(special, (character) => escapes[character]!)
}
