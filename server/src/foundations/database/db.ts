import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { createRows, type Rows } from './rows.ts'
import type { Tables } from './tables.ts'

export interface Db extends Kysely<Tables>, Rows {
  /** MikroORM in this `Db`'s transaction. Outside a transaction, each access returns a new entity manager. */
  readonly entities: EntityManager
}

export function createDb(em: EntityManager): Db {
  const kysely = em.getKysely()
  if (!('entities' in kysely)) {
    Object.defineProperty(kysely, 'entities', em.isInTransaction() ? { value: em } : { get: () => em.fork() })
    Object.assign(kysely, createRows(kysely))
  }
  return kysely as unknown as Db
}

/** Runs `work` in a transaction, or in a savepoint of the current one, and rolls back if it throws. */
export function transact<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  return db.entities.transactional((em) => work(createDb(em)), options)
}

export function poolOf(db: Db): Promise<pg.Pool> {
  return db.entities.getConnection().getNativeClient() as Promise<pg.Pool>
}
