import { kindOf, type AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import type { FieldEdit } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { deleteChanges } from './moves.ts'

/** A staff user, or a champion if `id` is null. */
export type ChangeAuthor = { id: number | null; name: string }

type Pending = { id: number; before: string | null }

/**
 * Queues an edit for the CRM. Must run in the transaction that locked and edited the alumnus. Updates the field's
 * pending change if there is one, or deletes it if the edit restores the CRM's value. Returns the deleted changes.
 */
export async function queueChange(db: Db, edit: FieldEdit, author: ChangeAuthor): Promise<unknown[]> {
  const pending = await lockPending(db, edit)
  const inCrm = await findCrmValue(db, edit, pending)
  if (inCrm && inCrm.value === edit.after) return withdrawPendingChange(db, edit, author)
  const change = { ...edit, made_by: author.name }
  if (pending)
    await db.update(
      'crm_data_changes',
      { id: pending.id },
      {
        ...change,
        before: inCrm ? inCrm.value : pending.before,
        created_at: sql`now()`,
      },
    )
  else await db.insert('crm_data_changes', change)
  return []
}

/** Locks the pending change, so that an export sees either the old or the new value. */
async function lockPending(db: Db, { buid, field }: FieldEdit): Promise<Pending | undefined> {
  return db.find('crm_data_changes', ['id', 'before'], { buid, field, status: 'pending' }, { by: '-id', lock: true })
}

/** Returns the value that the CRM has or will get from the latest export; undefined if the field has no open change. */
export async function findCrmValue(
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
  return { value: conflict ? toCrmValue(field, conflict.theirs) : pending.before }
}

/** A blank flag in a CRM file means false. */
export function toCrmValue(field: AlumnusField, value: string | null): string | null {
  return value ?? (kindOf[field] === 'flag' ? 'false' : null)
}

/** Deletes the field's pending change, resolves its conflict, and returns the deleted rows. */
export async function withdrawPendingChange(
  db: Db,
  { buid, field }: Pick<FieldEdit, 'buid' | 'field'>,
  author: ChangeAuthor,
): Promise<unknown[]> {
  await db
    .updateTable('crm_conflicts as conflict')
    .from('crm_data_changes as change')
    .set({ resolution: 'theirs', resolved_at: sql`now()`, resolved_by_id: author.id })
    .whereRef('change.id', '=', 'conflict.change_id')
    .where('change.buid', '=', buid)
    .where('change.field', '=', field)
    .where('change.status', '=', 'pending')
    .where('conflict.resolved_at', 'is', null)
    .execute()
  return deleteChanges(db, (change) => change.and({ buid, field, status: 'pending' }))
}

/** The newest change of a field wins. */
export async function readUnconfirmedValues(db: Db, buid: string): Promise<Map<string, string | null>> {
  const waiting = { buid, status: ['pending', 'exported'] } as const
  const rows = await db.findAll('crm_data_changes', ['field', 'after'], waiting, { by: 'id' })
  return new Map(rows.map(({ field, after }) => [field, after]))
}
