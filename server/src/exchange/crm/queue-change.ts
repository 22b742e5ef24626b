import { kindOf, type AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import type { FieldEdit } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { deleteChanges } from './moves.ts'

/** The author of a change: a staff member by their id, or a champion, who has none here. */
export type ChangeAuthor = { id: number | null; name: string }

type Pending = { id: number; before: string | null }

/**
 * Queues for the CRM that a field was changed here; call it in the transaction of the edit, with the alumnus locked. A
 * field has one pending change at most: a further edit goes on with it, and one back to what the CRM holds withdraws
 * it. Answers what was withdrawn.
 */
export async function queueChange(db: Db, edit: FieldEdit, by: ChangeAuthor): Promise<unknown[]> {
  const pending = await lockPending(db, edit)
  const crm = await heldByCrm(db, edit, pending)
  if (crm && crm.value === edit.after) return withdrawPending(db, edit, by)
  const change = { ...edit, made_by: by.name }
  if (pending)
    await db.update(
      'crm_data_changes',
      { id: pending.id },
      {
        ...change,
        before: crm ? crm.value : pending.before,
        created_at: sql`now()`,
      },
    )
  else await db.insert('crm_data_changes', change)
  return []
}

/** Locked, so that it is either exported with the new value or before it. */
async function lockPending(db: Db, { buid, field }: FieldEdit): Promise<Pending | undefined> {
  return db.find('crm_data_changes', ['id', 'before'], { buid, field, status: 'pending' }, { by: '-id', lock: true })
}

/**
 * Returns the CRM's value, or its value once it takes the export; with a conflict, its own last value. Undefined: no
 * change is under way.
 */
export async function heldByCrm(
  db: Db,
  { buid, field }: Pick<FieldEdit, 'buid' | 'field'>,
  pending: Pending | undefined,
): Promise<{ value: string | null } | undefined> {
  const exported = await db.find(
    'crm_data_changes',
    ['after as value'],
    { buid, field, status: 'exported' },
    { by: '-id' },
  )
  if (exported || !pending) return exported
  const conflict = await db.find('crm_conflicts', ['theirs'], { change_id: pending.id, resolved_at: null })
  return { value: conflict ? wordOf(field, conflict.theirs) : pending.before }
}

/** Returns the CRM's value of a field: a flag that it leaves blank is false. */
export function wordOf(field: AlumnusField, theirs: string | null): string | null {
  return theirs ?? (kindOf[field] === 'flag' ? 'false' : null)
}

/** Deletes the pending change of a field, ends its conflict, and answers what it was. */
export async function withdrawPending(
  db: Db,
  { buid, field }: Pick<FieldEdit, 'buid' | 'field'>,
  by: ChangeAuthor,
): Promise<unknown[]> {
  await db
    .updateTable('crm_conflicts as c')
    .from('crm_data_changes as d')
    .set({ resolution: 'theirs', resolved_at: sql`now()`, resolved_by_id: by.id })
    .whereRef('d.id', '=', 'c.change_id')
    .where('d.buid', '=', buid)
    .where('d.field', '=', field)
    .where('d.status', '=', 'pending')
    .where('c.resolved_at', 'is', null)
    .execute()
  return deleteChanges(db, (change) => change.and({ buid, field, status: 'pending' }))
}

/** The newest value of each field that is on its way to the CRM. */
export async function readUnconfirmedValues(db: Db, buid: string): Promise<Map<string, string | null>> {
  const waiting = { buid, status: ['pending', 'exported'] } as const
  const rows = await db.findAll('crm_data_changes', ['field', 'after'], waiting, { by: 'id' })
  return new Map(rows.map(({ field, after }) => [field, after]))
}
