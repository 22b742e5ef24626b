import { defineConfig, MikroORM, type EntitySchema } from '@mikro-orm/postgresql'
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql'
import pg from 'pg'
import { dbOf, type Db } from './db.ts'
import { followPrimary, primaryOnly } from './primary.ts'
import { appSession } from './session.ts'

/**
 * What one process asks of the database: its share of connections, how long a statement may take (0: no limit), and
 * whether a commit waits for the disk. One that does not may be lost with PostgreSQL's machine, never torn or out of
 * order.
 */
export type ConnectionShare = {
  max: number
  statementTimeoutMs: number
  idleInTransactionMs?: number
  waitsForDisk?: boolean
}

/** Connects as the app's role, which has no DDL. */
export async function openDb(
  entities: readonly EntitySchema[],
  url: string,
  { max, statementTimeoutMs, idleInTransactionMs = 20_000, waitsForDisk = true }: ConnectionShare,
): Promise<Db> {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: url,
      entities: [...entities],
      ensureDatabase: false,
      pool: { min: 0, max },
      driverOptions: {
        options: `${appSession} -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c synchronous_commit=${waitsForDisk ? 'on' : 'off'}`,
        application_name: 'alumni',
        ...primaryOnly,
        // PostgreSQL ends a statement before: only one that it never answers is given up here.
        ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + 5000 } : {}),
        onPoolCreated: followPrimary,
        types: typeParsers(),
      },
    }),
  )
  return dbOf(orm.em)
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
