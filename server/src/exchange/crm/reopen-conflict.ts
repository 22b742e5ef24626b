import { sql } from 'kysely'
import { fieldLabel } from '@alumni/shared/alumni/record'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import type { ResolutionEffect } from './entities.ts'
import { lockConflict, writeField, type LockedConflict } from './resolve.ts'

/**
 * Reopens a conflict that a user resolved, and restores the field and the withdrawn changes. Throws `HttpError` 404, or
 * 409 if the conflict is open, or if the field or its change has been edited since the conflict was resolved.
 */
export async function reopenConflict(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const conflict = await lockConflict(db, id)
    const { settlement, is_open, resolved_by, buid, field } = conflict
    if (is_open) throw new HttpError(409, 'This conflict is already open again.')
    if (!settlement) throw new HttpError(409, 'This conflict has resolved itself. Edit the field instead.')
    const isTheirs = settlement.withdrawn.length > 0
    if (!isTheirs) await refuseOutdated(db, conflict)
    const reopened = isTheirs ? await restoreChanges(db, conflict, settlement, user) : [id]
    await db.update(
      'crm_conflicts',
      { id: reopened },
      { resolution: null, resolved_at: null, resolved_by_id: null, settlement: null },
    )
    await audit(db, user, 'crm-conflict.reopened', `crm-conflicts/${id}`, {
      buid,
      fields: { [field]: [settlement.to, settlement.from] },
      settled_by: resolved_by,
      put_back: settlement.withdrawn.length,
    })
  })
}

async function refuseOutdated(db: Db, conflict: LockedConflict): Promise<void> {
  const { change_id, change_status, change_after, ours, field } = conflict
  if (change_id === null) throw changedError(conflict)
  if (change_status === 'verified')
    throw new HttpError(409, `The CRM now shows our ${fieldLabel(field).toLowerCase()}.`)
  if (change_after !== ours) throw changedError(conflict)
  const newer = await db.find('crm_conflicts', ['id'], { change_id, resolved_at: null })
  if (newer) throw new HttpError(409, 'A newer file from the CRM has contradicted it again. Resolve that conflict.')
}

async function restoreChanges(
  db: Db,
  conflict: LockedConflict,
  { from, to, withdrawn, conflicts }: ResolutionEffect,
  user: StaffUser,
): Promise<number[]> {
  if (conflict.current !== to || (await hasNewerChange(db, conflict))) throw changedError(conflict)
  await refuseUndoneExports(db, withdrawn)
  if (from !== to) await writeField(db, conflict, from, user)
  await sql`
    insert into crm_data_changes overriding system value
    select * from jsonb_populate_recordset(null::crm_data_changes, ${JSON.stringify(withdrawn)})
  `.execute(db)
  await sql`
    update crm_conflicts conflict
    set change_id = previous.change_id
    from jsonb_populate_recordset(null::crm_conflicts, ${JSON.stringify(conflicts)}) previous
    where conflict.id = previous.id
  `.execute(db)
  return conflicts.filter(({ is_open }) => is_open).map(({ id }) => id)
}

/** Detects changes of the field since the conflict was resolved, even if they restored the same value. */
async function hasNewerChange(db: Db, { buid, field, resolved_at }: LockedConflict): Promise<boolean> {
  const newer = await db
    .selectFrom('crm_data_changes')
    .select('id')
    .where('buid', '=', buid)
    .where('field', '=', field)
    .where(({ or, eb }) => or([eb('status', '<>', 'verified'), eb('created_at', '>=', resolved_at!)]))
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** Throws `HttpError` 409 if an export of a withdrawn change was undone. Waits for an undo in progress. */
async function refuseUndoneExports(db: Db, withdrawn: readonly unknown[]): Promise<void> {
  const exports = withdrawn.flatMap((change) => (change as { export_batch_id: number | null }).export_batch_id ?? [])
  if (exports.length === 0) return
  const found = await db
    .selectFrom('crm_data_export_batches')
    .select(['id', 'undone_at'])
    .where('id', 'in', exports)
    .orderBy('id')
    .forShare()
    .execute()
  const undone = found.find(({ undone_at }) => undone_at !== null)
  if (undone)
    throw new HttpError(
      409,
      `Export ${undone.id}, which contained our change, has since been undone. Edit the field instead.`,
    )
}

function changedError({ field }: LockedConflict): HttpError {
  return new HttpError(409, `${fieldLabel(field)} has since been changed. The conflict stays resolved.`)
}
