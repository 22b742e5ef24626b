import { sql } from 'kysely'
import { z } from 'zod'
import { mergeFieldNames, type UndoOutcome } from '@alumni/shared/champions/merges'
import type { Signup } from '../record/find-signup.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { readValues } from './field-values.ts'
import { describeAnswer, titleOfRow } from './outcome.ts'
import { pointerOf, type PointerTable, type Row } from './pointers.ts'
import { isEqual, keyOf, keyText, rowsWithKeys, type Change } from './snapshot.ts'

type Kept = UndoOutcome['kept'][number]
type Merge = { survivor_id: number; source_ids: number[]; merged_at: string }

/** The columns that people see; the others change through mere use. */
const seen = {
  event_rsvps: ['status', 'guests'],
  opportunity_responses: ['status', 'message', 'answer'],
  community_members: [],
  champion_devices: ['revoked_at'],
  signup_notes: [],
} as const satisfies Partial<Record<PointerTable, readonly string[]>>
const seenTables = Object.keys(seen) as (keyof typeof seen)[]

/** Returns the changes since a merge that its undo retains. */
export async function retainedSince(db: Db, merge: Merge, changes: readonly Change[]): Promise<Kept[]> {
  const kept = await fieldsSince(db, merge, changes)
  for (const table of seenTables) {
    const ofTable = changes.filter((change) => change.table === table)
    kept.push(...(await changedSince(db, table, ofTable)))
    kept.push(...(await madeSince(db, table, merge, ofTable)))
  }
  return kept
}

async function fieldsSince(db: Db, { survivor_id }: Merge, changes: readonly Change[]): Promise<Kept[]> {
  const after = changes.find(({ table, key }) => table === 'champion_signups' && key.id === survivor_id)?.after
  const now = (await rowsWithKeys(db, 'champion_signups', [{ id: survivor_id }])).get(`[${survivor_id}]`)
  const [left, found] = await readValues(db, [after, now] as unknown as Signup[])
  return mergeFieldNames
    .filter((field) => !isEqual(left![field], found![field]))
    .map((field): Kept => {
      const value = found![field]
      return { what: 'champion_signups', signup_id: survivor_id, title: null, field, value, how: 'changed' }
    })
}

async function changedSince(db: Db, table: keyof typeof seen, changes: readonly Change[]): Promise<Kept[]> {
  const now = await rowsWithKeys(
    db,
    table,
    changes.map(({ key }) => key),
  )
  const kept: Kept[] = []
  for (const { key, before, after } of changes) {
    if (before === null || after === null) continue
    const row = now.get(keyText(table, key))
    const signup_id = (before.signup_id ?? row?.signup_id ?? key.signup_id) as number
    if (!row) {
      kept.push({
        what: table,
        signup_id,
        title: await titleOfRow(db, table, key),
        field: null,
        value: null,
        how: 'gone',
      })
      continue
    }
    const title = await titleOfRow(db, table, row)
    for (const name of seen[table])
      if (name in after && !isEqual(row[name], after[name]))
        kept.push({ what: table, signup_id, title, field: name, value: String(row[name] ?? ''), how: 'changed' })
  }
  return kept
}

const jsonRow = z.object({ row: z.record(z.string(), z.unknown()), is_new: z.boolean() })

/** Returns rows added or changed since the merge whose seen columns the merge had not changed. */
async function madeSince(
  db: Db,
  table: keyof typeof seen,
  { survivor_id, source_ids, merged_at }: Merge,
  changes: readonly Change[],
): Promise<Kept[]> {
  const { madeAt, changedAt = madeAt } = pointerOf(table)
  const rows = await selectRaw(
    db,
    jsonRow,
    sql`select to_jsonb(t) as row, ${sql.ref(madeAt)} > ${merged_at}::timestamptz as is_new from ${sql.table(table)} t
      where signup_id = any(${[survivor_id, ...source_ids]}::bigint[]) and ${sql.ref(changedAt)} > ${merged_at}::timestamptz order by t`,
  )
  const listed = new Set(
    changes
      .filter(({ after }) => after && seen[table].some((name) => name in after))
      .map(({ key }) => keyText(table, key)),
  )
  // A device that was revoked is none any more.
  const others = rows.filter(({ row }) => !row.revoked_at && !listed.has(keyText(table, keyOf(table, row))))
  return Promise.all(
    others.map(async ({ row, is_new }): Promise<Kept> => ({
      what: table,
      signup_id: backAt(changes, table, row),
      title: table === 'champion_devices' ? String(row.name) : await titleOfRow(db, table, row),
      field: null,
      value: describeAnswer(row),
      how: is_new ? 'new' : 'changed',
    })),
  )
}

/** The signup that has the row after the undo. */
function backAt(changes: readonly Change[], table: PointerTable, row: Row): number {
  const change = changes.find(({ key }) => keyText(table, key) === keyText(table, row))
  return (change?.before?.signup_id ?? row.signup_id) as number
}
