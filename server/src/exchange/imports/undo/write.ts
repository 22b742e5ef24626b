import { sql } from 'kysely'
import { writeRecordChanges, type RecordChange } from '../../../alumni/index.ts'
import type { Db } from '../../../foundations/database/db.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { toHistoryFields, writeRecords } from '../write-records.ts'
import type { UndoneLine } from './decide.ts'

export type UndoContext = { definition: ImportDefinition; ref: BatchRef; undone: BatchRef }

export async function writeUndoneLines(db: Db, undo: UndoContext, undone: readonly UndoneLine[]): Promise<void> {
  const linesWith = (outcome: UndoneLine['decision']['outcome']) =>
    undone.filter(({ decision }) => decision.outcome === outcome)
  await restoreChanged(db, undo, linesWith('changed'))
  await removeCreated(db, undo, linesWith('removed'))
  await restoreDeleted(db, undo, linesWith('new'))
}

/** Restores the changed fields as if importing a file that has only these columns. */
async function restoreChanged(db: Db, { definition, ref }: UndoContext, undone: readonly UndoneLine[]): Promise<void> {
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

async function removeCreated(db: Db, { definition, ref }: UndoContext, undone: readonly UndoneLine[]): Promise<void> {
  if (undone.length === 0) return
  await db.remove(definition.table, { id: undone.map(({ line }) => line.record_id) })
  const changes = undone.map((line) => toRecordChange(definition, line, 'deleted'))
  await writeRecordChanges(db, ref, changes)
}

async function restoreDeleted(db: Db, undo: UndoContext, undone: readonly UndoneLine[]): Promise<void> {
  if (undone.length === 0) return
  const { definition, ref, undone: batch } = undo
  await sql`
    insert into employments overriding system value
    select employment.*
    from import_before_images image
    cross join lateral jsonb_populate_record(null::employments, image.before) employment
    where image.type = ${batch.type}
      and image.batch_id = ${batch.id}
      and image.table_name = 'employments'
      and image.row_id = any(${undone.map(({ line }) => line.record_id)}::bigint[])
  `.execute(db)
  const changes = undone.map((line) => toRecordChange(definition, line, 'created'))
  await writeRecordChanges(db, ref, changes)
}

function toRecordChange(
  { record }: ImportDefinition,
  { line, decision }: UndoneLine,
  action: RecordChange['action'],
): RecordChange {
  return { record, record_id: line.record_id, buid: line.buid, action, fields: toHistoryFields(decision.changes) }
}
