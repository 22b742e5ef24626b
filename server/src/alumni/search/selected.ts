import { maxSelected } from '@alumni/shared/alumni/export'
import { foldEmail } from '@alumni/shared/email-address'
import { countReach, reachGroupOf, type Reach, type ReachGroup } from '@alumni/shared/champions/contact-preferences'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { PeopleIndex } from '../people-index/index.ts'

type Selected = { id: number; buid: string; primary_email: string | null; group: ReachGroup }

/** Reads the people on file with these BUIDs, in order. */
export async function readSelected(db: Db, buids: readonly string[]): Promise<Selected[]> {
  return inOrder(buids, await selectedWhere(db, 'buid', buids), ({ buid }) => buid)
}

/** The first of those whom a search finds, in its order. */
export async function selectAll(db: Db, index: PeopleIndex, asked: SearchFilters): Promise<Selected[]> {
  const { ids } = await index.search(asked, 0, maxSelected)
  return inOrder([...ids], await selectedWhere(db, 'id', [...ids]), ({ id }) => id)
}

/** The primary addresses that may be used, each once, and how many people are in which group. */
export async function usableAddresses(
  db: Db,
  buids: readonly string[],
): Promise<{ addresses: string[]; reach: Reach }> {
  const selected = await readSelected(db, buids)
  const usable = selected.flatMap(({ group, primary_email }) => (group === 'may_be_emailed' ? [primary_email!] : []))
  const once = new Map(usable.map((address) => [foldEmail(address), address]))
  return { addresses: [...once.values()], reach: countReach(selected.map(({ group }) => group)) }
}

/** Returns the alumni to whom a letter can be posted, in their order. */
export async function reachableByPost(db: Db, ids: Int32Array): Promise<Int32Array> {
  return onlyThose(
    ids,
    contactable(db, ids)
      .where('street', '<>', '')
      .where((person) => person.or([person('city', '<>', ''), person('postal_code', '<>', '')])),
  )
}

/** Returns the alumni who can be e-mailed, in their order. */
export async function reachableByEmail(db: Db, ids: Int32Array): Promise<Int32Array> {
  return onlyThose(ids, contactable(db, ids).where('primary_email', '<>', '').where('do_not_email', '=', false))
}

function contactable(db: Db, ids: Int32Array) {
  return db
    .selectFrom('alumni')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('deceased', '=', false)
    .where('do_not_contact', '=', false)
}

async function onlyThose(ids: Int32Array, query: ReturnType<typeof contactable>): Promise<Int32Array> {
  if (ids.length === 0) return ids
  const reachable = new Set((await query.execute()).map(({ id }) => id))
  return ids.filter((id) => reachable.has(id))
}

async function selectedWhere(db: Db, column: 'id' | 'buid', values: readonly (string | number)[]): Promise<Selected[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('alumni')
    .select(['id', 'buid', 'primary_email', 'deceased', 'do_not_contact', 'do_not_email'])
    .where(sql.ref<string | number>(column), 'in', values)
    .execute()
  return rows.map(({ id, buid, primary_email, ...wishes }) => ({
    id,
    buid,
    primary_email,
    group: reachGroupOf({ ...wishes, primary_email }),
  }))
}

function inOrder<Key>(keys: readonly Key[], rows: Selected[], keyOf: (row: Selected) => Key): Selected[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? [])
}
