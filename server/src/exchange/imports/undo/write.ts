import { sql } from 'kysely'
import { writeRecordChanges, type RecordChange } from '../../../alumni/index.ts'
import type { Db } from '../../../foundations/database/db.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { historyFields, writeRecords } from '../write-records.ts'
import type { UndoneLine } from './decide.ts'

export type Undo = { definition: ImportDefinition; ref: BatchRef; undone: BatchRef }

/** Puts back, removes and brings back what was decided so, with the history of each. */
export async function writeUndone(db: Db, undo: Undo, undone: readonly UndoneLine[]): Promise<void> {
  const having = (outcome: UndoneLine['decision']['outcome']) =>
    undone.filter(({ decision }) => decision.outcome === outcome)
  await putBack(db, undo, having('changed'))
  await remove(db, undo, having('removed'))
  await bringBack(db, undo, having('new'))
}

/** Written as an import writes a row whose columns are the fields that are put back. */
async function putBack(db: Db, { definition, ref }: Undo, undone: readonly UndoneLine[]): Promise<void> {
  const names = [...new Set(undone.flatMap(({ decision }) => decision.changes.map(({ field }) => field)))]
  const file = { fields: names.map((name) => fieldOf(definition, name)), keyIndexes: [names.length] }
  const writes = undone.map(({ line, key, now, decision }) => {
    const before = new Map(decision.changes.map(({ field, after }) => [field, after]))
    const values = names.map((name) => (before.has(name) ? before.get(name)! : (now[name] ?? null)))
    return {
      row: { line: 0, key, values: [...values, line.buid] },
      decision: { ...decision, values },
      recordId: line.record_id,
    }
  })
  await writeRecords(db, definition, file, writes, ref)
}

async function remove(db: Db, { definition, ref }: Undo, undone: readonly UndoneLine[]): Promise<void> {
  if (undone.length === 0) return
  await db
    .deleteFrom(definition.table)
    .where(
      'id',
      'in',
      undone.map(({ line }) => line.record_id),
    )
    .execute()
  await writeRecordChanges(
    db,
    ref,
    undone.map((line) => asHistory(definition, line, 'deleted')),
  )
}

/** With the id and the times that the records had. */
async function bringBack(db: Db, undo: Undo, undone: readonly UndoneLine[]): Promise<void> {
  if (undone.length === 0) return
  const { definition, ref, undone: batch } = undo
  await sql`
    insert into employments overriding system value
    select was.* from import_before_images i cross join lateral jsonb_populate_record(null::employments, i.before) was
    where i.type = ${batch.type} and i.batch_id = ${batch.id} and i.table_name = 'employments' and i.row_id = any(${undone.map(({ line }) => line.record_id)}::bigint[])
  `.execute(db)
  await writeRecordChanges(
    db,
    ref,
    undone.map((line) => asHistory(definition, line, 'created')),
  )
}

function asHistory(
  { record }: ImportDefinition,
  { line, decision }: UndoneLine,
  action: RecordChange['action'],
): RecordChange {
  return { record, record_id: line.record_id, buid: line.buid, action, fields: historyFields(decision.changes) }
}
