import { maxSelected } from '@alumni/shared/alumni/export'
import { foldEmail } from '@alumni/shared/email-address'
import { countReach, reachGroupOf, type Reach, type ReachGroup } from '@alumni/shared/champions/contact-preferences'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { PeopleIndex } from '../people-index/index.ts'

type SelectedPerson = { id: number; buid: string; primary_email: string | null; group: ReachGroup }

export async function readSelected(db: Db, buids: readonly string[]): Promise<SelectedPerson[]> {
  return readInOrder(db, 'buid', buids)
}

/** Returns at most `maxSelected` people. */
export async function readSearchSelection(
  db: Db,
  index: PeopleIndex,
  request: SearchFilters,
): Promise<SelectedPerson[]> {
  const { ids } = await index.search(request, 0, maxSelected)
  return readInOrder(db, 'id', [...ids])
}

/** Returns the distinct primary addresses that may be e-mailed. `reach` counts the people in each group. */
export async function readUsableAddresses(
  db: Db,
  buids: readonly string[],
): Promise<{ addresses: string[]; reach: Reach }> {
  const selected = await readSelected(db, buids)
  const usable = selected.flatMap(({ group, primary_email }) => (group === 'may_be_emailed' ? [primary_email!] : []))
  const byFoldedAddress = new Map(usable.map((address) => [foldEmail(address), address]))
  return { addresses: [...byFoldedAddress.values()], reach: countReach(selected.map(({ group }) => group)) }
}

export async function filterReachableByPost(db: Db, ids: Int32Array): Promise<Int32Array> {
  return filterReachable(
    ids,
    contactable(db, ids)
      .where('street', '<>', '')
      .where((person) => person.or([person('city', '<>', ''), person('postal_code', '<>', '')])),
  )
}

export async function filterReachableByEmail(db: Db, ids: Int32Array): Promise<Int32Array> {
  return filterReachable(ids, contactable(db, ids).where('primary_email', '<>', '').where('do_not_email', '=', false))
}

function contactable(db: Db, ids: Int32Array) {
  return db
    .selectFrom('alumni')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('deceased', '=', false)
    .where('do_not_contact', '=', false)
}

async function filterReachable(ids: Int32Array, query: ReturnType<typeof contactable>): Promise<Int32Array> {
  if (ids.length === 0) return ids
  const reachable = new Set((await query.execute()).map(({ id }) => id))
  return ids.filter((id) => reachable.has(id))
}

/** Reads each person once, in the order of `values`. Skips unknown values. */
async function readInOrder(
  db: Db,
  column: 'id' | 'buid',
  values: readonly (string | number)[],
): Promise<SelectedPerson[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('alumni')
    .select(['id', 'buid', 'primary_email', 'deceased', 'do_not_contact', 'do_not_email'])
    .where(sql.ref<string | number>(column), 'in', values)
    .execute()
  const byValue = new Map<string | number, (typeof rows)[number]>(rows.map((row) => [row[column], row]))
  return [...new Set(values)].flatMap((value) => {
    const row = byValue.get(value)
    return row ? [{ id: row.id, buid: row.buid, primary_email: row.primary_email, group: reachGroupOf(row) }] : []
  })
}
