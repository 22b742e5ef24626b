import { defineConfig, MikroORM, type EntitySchema } from '@mikro-orm/postgresql'
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql'
import pg from 'pg'
import { createDb, type Db } from './db.ts'
import { closeUnansweredConnections } from './close-unanswered-connections.ts'
import { followPrimary, primaryOptions } from './primary.ts'
import { extendLongRequests } from './request-limits.ts'
import { sessionOptions, type SessionLimits } from './session.ts'

export type PoolOptions = SessionLimits & { max: number; acquireTimeoutMs?: number }

export async function openDb(
  entities: readonly EntitySchema[],
  url: string,
  { max, acquireTimeoutMs = primaryOptions.connectionTimeoutMillis, ...limits }: PoolOptions,
): Promise<Db> {
  const { statementTimeoutMs } = limits
  const orm = await MikroORM.init(
    defineConfig({
      ...toMikroOrmUrl(url),
      entities: [...entities],
      ensureDatabase: false,
      pool: { min: 0, max },
      driverOptions: {
        options: sessionOptions(limits),
        application_name: 'alumni',
        ...primaryOptions,
        connectionTimeoutMillis: acquireTimeoutMs,
        onPoolCreated(pool: pg.Pool) {
          followPrimary(pool)
          releaseWhileEnding(pool)
          if (statementTimeoutMs > 0) extendLongRequests(pool, statementTimeoutMs)
          else closeUnansweredConnections(pool)
        },
        types: createTypeParsers(),
      },
    }),
  )
  return createDb(orm.em)
}

/** Releases connections that open while the pool is ending. Kysely 0.29 leaks them, so the pool would never finish. */
function releaseWhileEnding(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  const connectUnlessEnding = async () => {
    const client = await connect()
    if (!pool.ending) return client
    client.release()
    throw new Error('The connections to the database are closing.')
  }
  // The pool itself calls `connect` with a callback and releases these connections.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectUnlessEnding()) as typeof pool.connect
}

/** MikroORM needs an IPv6 host without brackets, but does not remove the brackets itself. */
export function toMikroOrmUrl(url: string): { clientUrl: string; host: string } {
  return { clientUrl: url, host: decodeURIComponent(new URL(url).hostname).replace(/^\[(.+)\]$/, '$1') }
}

type Oid = typeof pg.types.builtins.TEXT
const [textArray, int8Array] = [1009 as Oid, 1016 as Oid]

/** Leaves dates and times as text, and parses int8 as a number, because all ids and counts are safe integers. */
function createTypeParsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  const parseTexts = pg.types.getTypeParser(textArray) as (value: string) => string[]
  for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(parseTexts)))
    types.setTypeParser(Number(oid), parse)
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(int8Array, (value) => parseTexts(value).map(Number))
  return types
}
