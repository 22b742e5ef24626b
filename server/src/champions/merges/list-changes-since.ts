import { sql } from 'kysely'
import { z } from 'zod'
import { mergeFieldNames, type UndoOutcome } from '@alumni/shared/champions/merges'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Signup } from '../record/find-signup.ts'
import { describeStatus, uniqueTables, readTitle, type UniqueTable, type Row } from './duplicate-answers.ts'
import { readValues } from './field-values.ts'
import { isEqual, type MergeRow } from './saved-merge.ts'

type Change = UndoOutcome['kept'][number]

const timeColumns = {
  event_rsvps: { createdAt: 'created_at', changedAt: 'updated_at' },
  opportunity_responses: { createdAt: 'created_at', changedAt: 'updated_at' },
  community_members: { createdAt: 'joined_at', changedAt: 'joined_at' },
  champion_devices: { createdAt: 'created_at', changedAt: 'created_at' },
  signup_notes: { createdAt: 'created_at', changedAt: 'updated_at' },
} as const
type ShownTable = keyof typeof timeColumns

/** Lists changes that an undo keeps. `after` and `now` are the survivor's row after the merge and now. */
export async function listChangesSince(db: Db, merge: MergeRow, after: Row, now: Row): Promise<Change[]> {
  const changes = await listFieldsSince(db, after, now)
  for (const table of Object.keys(timeColumns) as ShownTable[]) changes.push(...(await listRowsSince(db, table, merge)))
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
  const { createdAt, changedAt } = timeColumns[table]
  const rows = await selectRaw(
    db,
    changedRow,
  )`select to_jsonb(t) as row, ${sql.ref(createdAt)} > ${merged_at}::timestamptz as is_new
      from ${sql.table(table)} t
      where signup_id = any(${[survivor_id, ...source_ids]}::bigint[])
        and ${sql.ref(changedAt)} > ${merged_at}::timestamptz
      order by t`
  return Promise.all(
    rows
      .filter(({ row }) => !row.revoked_at)
      .map(async ({ row, is_new }): Promise<Change> => ({
        what: table,
        signup_id: row.signup_id as number,
        title: await readRowTitle(db, table, row),
        field: null,
        value: describeStatus(row),
        how: is_new ? 'new' : 'changed',
      })),
  )
}

async function readRowTitle(db: Db, table: ShownTable, row: Row): Promise<string> {
  if (table === 'champion_devices') return String(row.name)
  return isUniqueTable(table) ? readTitle(db, table, row[uniqueTables[table].column] as number) : ''
}

function isUniqueTable(table: ShownTable): table is UniqueTable & ShownTable {
  return table in uniqueTables
}
