import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | boolean | null
const rowsPerChunk = 500

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

export type Row = Record<string, unknown>
export type Ids = Map<string, number>

/** Returns ids by slug, if the table has slugs. */
export async function insertAll(client: Client, table: string, rows: readonly Row[]): Promise<Ids> {
  if (rows.length === 0) return new Map()
  const columns = [...new Set(rows.flatMap(Object.keys))].join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
  return rows[0] && 'slug' in rows[0] ? idsBy(client, table, 'slug') : new Map()
}

export async function idsBy(client: Client, table: string, column: string): Promise<Ids> {
  const { rows } = await client.query<{ key: string; id: string }>(`select ${column} as key, id from ${table}`)
  return new Map(rows.map(({ key, id }) => [key, Number(id)]))
}

type DroppedDefinition = { drop: string; restore: string }

/**
 * Drops foreign keys and unconstrained indexes while `work` runs, which is much faster for millions of rows. Runs in
 * the caller's transaction, so that no one else sees the change.
 */
export async function withoutIndexes(client: Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const dropped = [...(await indexesOf(client, tables)), ...(await foreignKeysOf(client, tables))]
  for (const { drop } of dropped) await client.query(drop)
  await work()
  await client.query("set local maintenance_work_mem = '256MB'")
  for (const { restore } of dropped) await client.query(restore)
}

async function foreignKeysOf(client: Client, tables: string[]): Promise<DroppedDefinition[]> {
  const { rows } = await client.query<DroppedDefinition>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[]) order by conname`,
    [tables],
  )
  return rows
}

async function indexesOf(client: Client, tables: string[]): Promise<DroppedDefinition[]> {
  const { rows } = await client.query<DroppedDefinition>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
     from pg_index where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`,
    [tables],
  )
  return rows
}

export async function* readCursor<Row extends object>(
  client: Client,
  name: string,
  query: string,
): AsyncGenerator<Row> {
  await client.query(`declare ${name} no scroll cursor for ${query}`)
  while (true) {
    const { rows } = await client.query<Row>(`fetch forward 1000 from ${name}`)
    yield* rows
    if (rows.length < 1000) break
  }
  await client.query(`close ${name}`)
}
