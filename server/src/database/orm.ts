import { defineConfig, MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { entities } from './entities.ts'

export type { EntityManager }
export type Orm = MikroORM<EntityManager>

/** What one process asks of the database: its share of connections and how long a statement may take (0: no limit). */
export type ConnectionShare = { max: number; statementTimeoutMs: number }

/** Connects as the app's role, which has no DDL. */
export async function connectOrm(url: string, { max, statementTimeoutMs }: ConnectionShare): Promise<Orm> {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: url,
      entities,
      ensureDatabase: false,
      pool: { min: 0, max },
      driverOptions: {
        options: `-c role=alumni_app -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000`,
        application_name: 'alumni',
        connectionTimeoutMillis: 10_000,
      },
    }),
  )
  return orm as unknown as Orm
}
