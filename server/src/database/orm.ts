import { defineConfig, MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { entities } from './entities.ts'

export type { EntityManager }
export type Orm = MikroORM<EntityManager>

/**
 * What one process asks of the database: its share of connections, how long a statement may take (0: no limit), and whether
 * a commit waits for the disk. One that does not may be lost with PostgreSQL's machine, never torn or out of order.
 */
export type ConnectionShare = {
  max: number
  statementTimeoutMs: number
  idleInTransactionMs?: number
  waitsForDisk?: boolean
}

/** Connects as the app's role, which has no DDL. */
export async function connectOrm(
  url: string,
  { max, statementTimeoutMs, idleInTransactionMs = 20_000, waitsForDisk = true }: ConnectionShare,
): Promise<Orm> {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: url,
      entities,
      ensureDatabase: false,
      pool: { min: 0, max },
      driverOptions: {
        options: `-c role=alumni_app -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c synchronous_commit=${waitsForDisk ? 'on' : 'off'}`,
        application_name: 'alumni',
        connectionTimeoutMillis: 10_000,
      },
    }),
  )
  return orm as unknown as Orm
}
