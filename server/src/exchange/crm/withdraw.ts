import { compare } from '../../foundations/database/rows.ts'
import type { AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import type { WithdrawReply } from '@alumni/shared/exchange/crm'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { deleteChanges } from './moves.ts'
import { findCrmValue, withdrawPendingChange, crmValueOf } from './queue-change.ts'
import { writeField } from './resolve.ts'

type ShownChange = { id: number; after: string | null; buid?: string }

/** Withdraws each change in its own transaction, and collects refusals. */
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
 * Deletes a pending change and restores the CRM's value, unless the changed value is not on file, as with a champion's
 * change. Throws `HttpError` 404, or 409 if the change is no longer pending or was edited since.
 */
export async function withdrawChange(
  db: Db,
  { id, after, buid: personBuid }: ShownChange,
  reason: string | null,
  user: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const change = await lockChange(db, id)
    if (change && personBuid && change.buid !== personBuid) throw new HttpError(404, 'This person has no such change.')
    if (change?.status !== 'pending') throw new HttpError(409, await explainNotPending(db, id))
    if (change.after !== after) throw new HttpError(409, 'The change has been edited since you opened the page.')
    const { buid, current } = change
    const fromCrm = await findCrmValue(db, change, change)
    if (current === after && current !== fromCrm!.value) await writeField(db, change, fromCrm!.value, user)
    const withdrawn = await withdrawPendingChange(db, change, user)
    await audit(db, user, 'crm-change.withdrawn', `crm-changes/${id}`, { buid, reason, withdrawn })
  })
}

/** Locks the alumnus first, as an edit does. */
async function lockChange(db: Db, id: number) {
  const buid = db.selectFrom('crm_data_changes').select('buid').where('id', '=', id)
  await db.selectFrom('alumni').select('id').where('buid', '=', buid).forNoKeyUpdate().execute()
  return db
    .selectFrom('crm_data_changes as d')
    .innerJoin('alumni as a', 'a.buid', 'd.buid')
    .select(['d.id', 'd.buid', 'd.before', 'd.after', 'd.status', 'a.id as alumnus_id'])
    .select([sql<AlumnusField>`d.field`.as('field'), sql<string | null>`to_jsonb(a) ->> d.field`.as('current')])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
}

async function explainNotPending(db: Db, id: number): Promise<string> {
  const exported = await db
    .selectFrom('crm_data_changes as d')
    .innerJoin('crm_data_export_batches as b', 'b.id', 'd.export_batch_id')
    .innerJoin('staff_users as s', 's.id', 'b.exported_by_id')
    .select(['s.name', 'b.id'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (exported) return `${exported.name} has already exported it (export ${exported.id}).`
  const withdrawn = await db
    .selectFrom('audit_entries as e')
    .innerJoin('staff_users as s', 's.id', 'e.staff_user_id')
    .select('s.name')
    .where('e.subject', '=', `crm-changes/${id}`)
    .where('e.action', '=', 'crm-change.withdrawn')
    .executeTakeFirst()
  return withdrawn ? `${withdrawn.name} has already withdrawn it.` : 'The change is no longer pending.'
}

/** Deletes pending changes with values that a contacts import shows to be in the CRM already. */
export async function withdrawArrived(db: Db, importBatchId: number, ids: readonly number[]): Promise<void> {
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
 * Deletes the changes of an export that a newer change of the same field supersedes, because a field can have only one
 * pending change after the undo, and returns them. Locks the alumni first, as an edit does.
 */
export async function withdrawSuperseded(db: Db, exportBatchId: number, user: StaffUser): Promise<unknown[]> {
  const exported = db
    .selectFrom('crm_data_changes as o')
    .where('o.export_batch_id', '=', exportBatchId)
    .where('o.status', '=', 'exported')
  await db
    .selectFrom('alumni')
    .select('id')
    .where('buid', 'in', exported.select('o.buid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const superseded = await exported
    .innerJoin('crm_data_changes as n', (join) =>
      join
        .onRef('n.buid', '=', 'o.buid')
        .onRef('n.field', '=', 'o.field')
        .onRef('n.id', '>', 'o.id')
        .on('n.status', 'in', ['pending', 'exported']),
    )
    .select(['o.id', ({ fn }) => fn.min('n.id').as('by_id')])
    .groupBy('o.id')
    .orderBy('o.id')
    .execute()
  const withdrawn: unknown[] = []
  for (const { id, by_id } of superseded) withdrawn.push(...(await withdrawOlder(db, id, by_id!, user)))
  return withdrawn
}

/**
 * Deletes the older of two changes of a field; the newer one takes over the CRM's value as its value before. Deletes the
 * newer one too if it no longer changes anything.
 */
async function withdrawOlder(db: Db, id: number, newerId: number, user: StaffUser): Promise<unknown[]> {
  // A superseded change that was processed earlier may have updated `before`.
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
    { before: earlier ? earlier.after : conflict ? crmValueOf(field, conflict.theirs) : before },
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
