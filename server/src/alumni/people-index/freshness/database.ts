import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { followPrimary, primaryOptions, queryWithTimeout } from '../../../foundations/database/primary.ts'
import { peopleIndexConnections } from '../../../foundations/database/connections.ts'
import { appSession } from '../../../foundations/database/session.ts'
import type { Row } from './tables.ts'

/** `limitMs` is the timeout for each statement and for connecting; 0 means no timeout. */
export type IndexDatabase = { databaseUrl: string; limitMs?: number }

/** The pool returns all values as text. */
export function connect({ databaseUrl, limitMs = 30_000 }: IndexDatabase): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: peopleIndexConnections,
    application_name: 'alumni search index',
    options: `${appSession} -c datestyle=ISO`,
    ...primaryOptions,
    connectionTimeoutMillis: limitMs,
    types: { getTypeParser: () => (text: unknown) => text as never },
  })
  followPrimary(pool)
  limits.set(pool, limitMs)
  return pool
}

const limits = new WeakMap<pg.Pool, number>()

export async function queryRows(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row[]> {
  const statement = queryWithTimeout(text, limits.get(pool)!, {
    name: `search index ${name}`,
    values,
    rowMode: 'array',
  })
  const { rows } = await pool.query<Row>(statement)
  return rows
}

/** Streams rows in batches, without a statement timeout. Throws when `signal` is aborted. */
export async function* copyRows(pool: pg.Pool, query: string, signal: AbortSignal): AsyncGenerator<Row[]> {
  signal.throwIfAborted()
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query("begin read only; set local work_mem = '64MB'; set local statement_timeout = 0")
    const stream = client.query(copyTo(`copy (${query}) to stdout`))
    stream.setEncoding('utf8')
    let rest = ''
    for await (const chunk of stream as AsyncIterable<string>) {
      signal.throwIfAborted()
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      yield lines.map(parseRow)
    }
    await client.query('commit')
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // Discards the connection after a failure or in the middle of a COPY.
    client.release(failure ?? signal.aborted)
  }
}

function parseRow(line: string): Row {
  const row: Row = line.split('\t')
  const isEscaped = line.includes('\\')
  if (isEscaped) for (let index = 0; index < row.length; index++) row[index] = parseCell(row[index]!)
  return row
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function parseCell(text: string): string | null {
  if (text === '\\N') return null
  return text.includes('\\') ? text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter) : text
}
