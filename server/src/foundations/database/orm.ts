import { defineConfig, MikroORM, type EntitySchema } from '@mikro-orm/postgresql'
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql'
import pg from 'pg'
import { dbOf, type Db } from './db.ts'
import { cutWithoutAnswer } from './lost-answers.ts'
import { followPrimary, primaryOnly } from './primary.ts'
import { extendLongRequests } from './request-limits.ts'
import { sessionOptions, type SessionShare } from './session.ts'

/** The connections of one process to the database: how many it may open, how long to wait for one, and how each begins. */
export type ConnectionShare = SessionShare & { max: number; acquireTimeoutMs?: number }

/** Connects as the app's role, which has no DDL. */
export async function openDb(
  entities: readonly EntitySchema[],
  url: string,
  { max, acquireTimeoutMs = primaryOnly.connectionTimeoutMillis, ...share }: ConnectionShare,
): Promise<Db> {
  const { statementTimeoutMs } = share
  const orm = await MikroORM.init(
    defineConfig({
      ...addressOf(url),
      entities: [...entities],
      ensureDatabase: false,
      pool: { min: 0, max },
      driverOptions: {
        options: sessionOptions(share),
        application_name: 'alumni',
        ...primaryOnly,
        connectionTimeoutMillis: acquireTimeoutMs,
        onPoolCreated(pool: pg.Pool) {
          followPrimary(pool)
          refuseWhileEnding(pool)
          if (statementTimeoutMs > 0) extendLongRequests(pool, statementTimeoutMs)
          else cutWithoutAnswer(pool)
        },
        types: typeParsers(),
      },
    }),
  )
  return dbOf(orm.em)
}

/**
 * Gives back a connection that opens while the pool ends. Kysely 0.29 fails on it without giving it back, and the pool
 * would wait for it forever.
 */
function refuseWhileEnding(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  const connectUnlessEnding = async () => {
    const client = await connect()
    if (!pool.ending) return client
    client.release()
    throw new Error('The connections to the database are closing.')
  }
  // The pool itself calls with a callback and gives back what it gets.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectUnlessEnding()) as typeof pool.connect
}

/** The address of a database as MikroORM takes it, which would ask the DNS for the brackets of `[::1]`. */
export function addressOf(url: string): { clientUrl: string; host: string } {
  return { clientUrl: url, host: decodeURIComponent(new URL(url).hostname).replace(/^\[(.+)\]$/, '$1') }
}

type Oid = typeof pg.types.builtins.TEXT
const [textArray, int8Array] = [1009 as Oid, 1016 as Oid]

/**
 * MikroORM's parsers, which leave dates and times as text, and one for int8: all our ids and counts are safe integers.
 */
function typeParsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  const parseTexts = pg.types.getTypeParser(textArray) as (value: string) => string[]
  for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(parseTexts)))
    types.setTypeParser(Number(oid), parse)
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(int8Array, (value) => parseTexts(value).map(Number))
  return types
}
