import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { rowsOf, type Rows } from './rows.ts'
import type { Tables } from './tables.ts'

/**
 * The one handle to the database: typed Kysely, inside the transaction that it was given to. `entities` is MikroORM in
 * the same transaction, where one record is loaded, changed and saved; outside of one, each use is a fresh entity
 * manager.
 */
export interface Db extends Kysely<Tables>, Rows {
  readonly entities: EntityManager
}

/** Kysely on the connection of an entity manager, in its transaction when there is one. */
export function dbOf(em: EntityManager): Db {
  const kysely = em.getKysely()
  if (!('entities' in kysely)) {
    Object.defineProperty(kysely, 'entities', em.isInTransaction() ? { value: em } : { get: () => em.fork() })
    Object.assign(kysely, rowsOf(kysely))
  }
  return kysely as unknown as Db
}

/** Does `work` in one transaction, or inside another one as a savepoint; what it throws takes everything back. */
export function transact<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  return db.entities.transactional((em) => work(dbOf(em)), options)
}

/** The connections of the process. */
export function poolOf(db: Db): Promise<pg.Pool> {
  return db.entities.getConnection().getNativeClient() as Promise<pg.Pool>
}
