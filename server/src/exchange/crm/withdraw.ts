import { compare } from '../../foundations/database/rows.ts'
import type { AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import type { WithdrawReply } from '@alumni/shared/exchange/crm'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { deleteChanges } from './moves.ts'
import { findCrmValue, withdrawPendingChange, toCrmValue } from './queue-change.ts'
import { writeField } from './resolve.ts'

type ShownChange = { id: number; after: string | null; buid?: string }

/** Withdraws each change in its own transaction. Returns the changes that were not withdrawn. */
export async function withdrawChanges(
  db: Db,
  changes: readonly ShownChange[],
  reason: string | null,
  user: StaffUser,
): Promise<WithdrawReply> {
  const refused: WithdrawReply['refused'] = []
  for (const change of changes) {
    try {
      await withdrawChange(db, change, reason, user)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refused.push({ id: change.id, error: error.message })
    }
  }
  return { withdrawn: changes.length - refused.length, refused }
}

/**
 * Deletes a pending change and, if its value is on file, restores the CRM's value. Throws `HttpError` 404, or 409 if
 * the change is no longer pending or has been edited since the user saw it.
 */
export async function withdrawChange(
  db: Db,
  target: ShownChange,
  reason: string | null,
  user: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const change = await lockChange(db, target.id)
    if (change && target.buid && change.buid !== target.buid)
      throw new HttpError(404, 'This person has no such change.')
    if (change?.status !== 'pending') throw new HttpError(409, await explainNotPending(db, target.id))
    if (change.after !== target.after) throw new HttpError(409, 'The change has been edited since you opened the page.')
    const { id, buid, after, current } = change
    const inCrm = await findCrmValue(db, change, change)
    if (current === after && current !== inCrm!.value) await writeField(db, change, inCrm!.value, user)
    const withdrawn = await withdrawPendingChange(db, change, user)
    await audit(db, user, 'crm-change.withdrawn', `crm-changes/${id}`, { buid, reason, withdrawn })
  })
}

/** Locks the alumnus before the change, in the same order as an edit. */
async function lockChange(db: Db, id: number) {
  const buidQuery = db.selectFrom('crm_data_changes').select('buid').where('id', '=', id)
  await db.selectFrom('alumni').select('id').where('buid', '=', buidQuery).forNoKeyUpdate().execute()
  return db
    .selectFrom('crm_data_changes as change')
    .innerJoin('alumni', 'alumni.buid', 'change.buid')
    .select(['change.id', 'change.buid', 'change.before', 'change.after', 'change.status', 'alumni.id as alumnus_id'])
    .select(sql<AlumnusField>`change.field`.as('field'))
    .select(sql<string | null>`to_jsonb(alumni) ->> change.field`.as('current'))
    .where('change.id', '=', id)
    .forUpdate('change')
    .executeTakeFirst()
}

async function explainNotPending(db: Db, id: number): Promise<string> {
  const exported = await db
    .selectFrom('crm_data_changes as change')
    .innerJoin('crm_data_export_batches as batch', 'batch.id', 'change.export_batch_id')
    .innerJoin('staff_users as exporter', 'exporter.id', 'batch.exported_by_id')
    .select(['exporter.name', 'batch.id'])
    .where('change.id', '=', id)
    .executeTakeFirst()
  if (exported) return `${exported.name} has already exported it (export ${exported.id}).`
  const withdrawn = await db
    .selectFrom('audit_entries as entry')
    .innerJoin('staff_users as user', 'user.id', 'entry.staff_user_id')
    .select('user.name')
    .where('entry.subject', '=', `crm-changes/${id}`)
    .where('entry.action', '=', 'crm-change.withdrawn')
    .executeTakeFirst()
  return withdrawn ? `${withdrawn.name} has already withdrawn it.` : 'The change is no longer pending.'
}

/** Deletes pending changes that an import found to be in the CRM already, and resolves their conflicts. */
export async function withdrawArrivedChanges(db: Db, importBatchId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const pending = db.selectFrom('crm_data_changes').where('id', 'in', ids).where('status', '=', 'pending')
  await db
    .updateTable('crm_conflicts')
    .set({ resolution: 'ours', resolved_at: sql`now()` })
    .where('resolved_at', 'is', null)
    .where('change_id', 'in', pending.select('id'))
    .execute()
  const withdrawn = await deleteChanges(db, (change) => change('id', 'in', pending.select('id')))
  if (withdrawn.length > 0) await audit(db, null, 'crm-changes.arrived', `contacts/${importBatchId}`, { withdrawn })
}

/**
 * Before an export is undone, deletes its changes that have a newer change of the same field, because a field can have
 * only one pending change. Returns the deleted changes. Locks the alumni first, like an edit.
 */
export async function withdrawSupersededChanges(db: Db, exportBatchId: number, user: StaffUser): Promise<unknown[]> {
  const exported = db
    .selectFrom('crm_data_changes as change')
    .where('change.export_batch_id', '=', exportBatchId)
    .where('change.status', '=', 'exported')
  await db
    .selectFrom('alumni')
    .select('id')
    .where('buid', 'in', exported.select('change.buid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const superseded = await exported
    .innerJoin('crm_data_changes as newer', (join) =>
      join
        .onRef('newer.buid', '=', 'change.buid')
        .onRef('newer.field', '=', 'change.field')
        .onRef('newer.id', '>', 'change.id')
        .on('newer.status', 'in', ['pending', 'exported']),
    )
    .select(['change.id', ({ fn }) => fn.min('newer.id').as('newer_id')])
    .groupBy('change.id')
    .orderBy('change.id')
    .execute()
  const withdrawn: unknown[] = []
  for (const { id, newer_id } of superseded) withdrawn.push(...(await withdrawOlder(db, id, newer_id!, user)))
  return withdrawn
}

/**
 * Deletes the older of two changes of a field and copies the CRM's value to the newer one's `before`. Also deletes the
 * newer change if it no longer changes anything.
 */
async function withdrawOlder(db: Db, id: number, newerId: number, user: StaffUser): Promise<unknown[]> {
  // Reads the older change again, because an earlier call may have updated its `before`.
  const { buid, field, before } = await db.get(
    'crm_data_changes',
    ['buid', sql<AlumnusField>`field`.as('field'), 'before'],
    { id },
  )
  const earlier = await db.find(
    'crm_data_changes',
    ['after'],
    { buid, field, status: 'exported', id: compare('<', id) },
    { by: '-id' },
  )
  const conflict = await db
    .updateTable('crm_conflicts')
    .set({ resolution: 'ours', resolved_at: sql`now()`, resolved_by_id: user.id })
    .where('change_id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('theirs')
    .executeTakeFirst()
  await db.update(
    'crm_data_changes',
    { id: newerId },
    { before: earlier ? earlier.after : conflict ? toCrmValue(field, conflict.theirs) : before },
  )
  const contradicted = await db.find('crm_conflicts', ['id'], { change_id: newerId, resolved_at: null })
  return deleteChanges(db, ({ and, eb, lit, or }) =>
    or([
      eb('id', '=', id),
      and([
        lit(contradicted === undefined),
        eb('id', '=', newerId),
        eb('status', '=', 'pending'),
        sql<boolean>`before is not distinct from after`,
      ]),
    ]),
  )
}
