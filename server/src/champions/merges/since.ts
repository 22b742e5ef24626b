import { sql } from 'kysely'
import { z } from 'zod'
import { mergeFieldNames, type UndoOutcome } from '@alumni/shared/champions/merges'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Signup } from '../record/find-signup.ts'
import { describeAnswer, uniqueTables, titleOf, type UniqueTable, type Row } from './doubles.ts'
import { readValues } from './field-values.ts'
import { isEqual, type MergeRow } from './saved.ts'

type Change = UndoOutcome['kept'][number]

/** The tables with changes that the preview shows, and the time columns of each. */
const rowTimes = {
  event_rsvps: { madeAt: 'created_at', changedAt: 'updated_at' },
  opportunity_responses: { madeAt: 'created_at', changedAt: 'updated_at' },
  community_members: { madeAt: 'joined_at', changedAt: 'joined_at' },
  champion_devices: { madeAt: 'created_at', changedAt: 'created_at' },
  signup_notes: { madeAt: 'created_at', changedAt: 'updated_at' },
} as const
type ShownTable = keyof typeof rowTimes

/** Lists later changes, which an undo leaves in place. */
export async function listChangesSince(db: Db, merge: MergeRow, after: Row, now: Row): Promise<Change[]> {
  const changes = await listFieldsSince(db, after, now)
  for (const table of Object.keys(rowTimes) as ShownTable[]) changes.push(...(await listRowsSince(db, table, merge)))
  return changes
}

async function listFieldsSince(db: Db, after: Row, now: Row): Promise<Change[]> {
  const [valuesBefore, valuesNow] = await readValues(db, [after as Signup, now as Signup])
  return mergeFieldNames
    .filter((field) => !isEqual(valuesBefore![field], valuesNow![field]))
    .map((field) => ({
      what: 'champion_signups',
      signup_id: now.id as number,
      title: null,
      field,
      value: valuesNow![field],
      how: 'changed',
    }))
}

const changedRow = z.object({ row: z.record(z.string(), z.unknown()), is_new: z.boolean() })

async function listRowsSince(db: Db, table: ShownTable, { survivor_id, source_ids, merged_at }: MergeRow) {
  const { madeAt, changedAt } = rowTimes[table]
  const rows = await selectRaw(
    db,
    changedRow,
    sql`select to_jsonb(t) as row, ${sql.ref(madeAt)} > ${merged_at}::timestamptz as is_new from ${sql.table(table)} t
      where signup_id = any(${[survivor_id, ...source_ids]}::bigint[]) and ${sql.ref(changedAt)} > ${merged_at}::timestamptz order by t`,
  )
  return Promise.all(
    rows
      .filter(({ row }) => !row.revoked_at)
      .map(async ({ row, is_new }): Promise<Change> => ({
        what: table,
        signup_id: row.signup_id as number,
        title: await titleOfRow(db, table, row),
        field: null,
        value: describeAnswer(row),
        how: is_new ? 'new' : 'changed',
      })),
  )
}

async function titleOfRow(db: Db, table: ShownTable, row: Row): Promise<string> {
  if (table === 'champion_devices') return String(row.name)
  return isOnce(table) ? titleOf(db, table, row[uniqueTables[table].column] as number) : ''
}

function isOnce(table: ShownTable): table is UniqueTable & ShownTable {
  return table in uniqueTables
}
