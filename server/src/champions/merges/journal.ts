import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { changedTables, type Change } from './snapshot.ts'

/** Keeps what a merge has changed. */
export async function writeJournal(db: Db, merge: number, changes: readonly Change[]): Promise<void> {
  const rows = changes.map((change, position) => ({ position, ...change }))
  await sql`insert into signup_merge_rows (merge_id, position, table_name, key, before, after)
    select ${merge}, position, "table", key, nullif(before, 'null'), nullif(after, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position int, "table" text, key jsonb, before jsonb, after jsonb)`.execute(
    db,
  )
}

const record = z.record(z.string(), z.unknown())
const changeRow = z.object({
  table: z.enum(changedTables),
  key: record,
  before: record.nullable(),
  after: record.nullable(),
})

/** Returns the changes of a merge in the order of writing. */
export function readJournal(db: Db, merge: number): Promise<Change[]> {
  return selectRaw(
    db,
    changeRow,
    sql`select table_name as "table", key, before, after from signup_merge_rows where merge_id = ${merge} order by position`,
  )
}

/**
 * Forgets what merges of these signups have changed: they can no longer be undone. For when their people are erased.
 */
export async function forgetMerges(
  db: Db,
  signups: readonly number[],
  erased: Readonly<Record<'choices' | 'outcome' | 'undo_outcome', null>>,
): Promise<void> {
  const theirs = await db
    .selectFrom('signup_merges')
    .select('id')
    .where(sql<boolean>`(survivor_id = any(${signups}::bigint[]) or source_ids && ${signups}::bigint[])`)
    .execute()
  const ids = theirs.map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('signup_merge_rows').where('merge_id', 'in', ids).execute()
  await db.updateTable('signup_merges').set(erased).where('id', 'in', ids).execute()
}
