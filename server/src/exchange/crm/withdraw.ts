import { compare } from '../../foundations/database/rows.ts'
import type { AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import type { WithdrawReply } from '@alumni/shared/exchange/crm'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { deleteChanges } from './moves.ts'
import { heldByCrm, withdrawPending, wordOf } from './queue-change.ts'
import { writeField } from './resolve.ts'

/** A pending change as a person saw it. */
type ShownChange = { id: number; after: string | null; buid?: string }

/** Withdraws each change as if alone; those that refuse are named with the reason. */
export async function withdrawChanges(
  db: Db,
  changes: readonly ShownChange[],
  reason: string | null,
  by: StaffUser,
): Promise<WithdrawReply> {
  const refused: WithdrawReply['refused'] = []
  for (const change of changes) {
    try {
      await withdrawChange(db, change, reason, by)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refused.push({ id: change.id, error: error.message })
    }
  }
  return { withdrawn: changes.length - refused.length, refused }
}

/**
 * A change that shall not reach the CRM goes, and the field takes what the CRM has, unless it is another than the one
 * we changed it to: a champion's change is not on file yet. 409: it is no longer pending, or was edited since.
 */
export async function withdrawChange(
  db: Db,
  { id, after, buid: whose }: ShownChange,
  reason: string | null,
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const change = await lockChange(db, id)
    if (change && whose && change.buid !== whose) throw new HttpError(404, 'This person has no such change.')
    if (change?.status !== 'pending') throw new HttpError(409, await whyNotPending(db, id))
    if (change.after !== after) throw new HttpError(409, 'The change has been edited since you opened the page.')
    const { buid, current } = change
    const fromCrm = await heldByCrm(db, change, change)
    if (current === after && current !== fromCrm!.value) await writeField(db, change, fromCrm!.value, by)
    const withdrawn = await withdrawPending(db, change, by)
    await audit(db, by, 'crm-change.withdrawn', `crm-changes/${id}`, { buid, reason, withdrawn })
  })
}

/** Locks in the order of an edit: the alumnus first. */
async function lockChange(db: Db, id: number) {
  const ofChange = db.selectFrom('crm_data_changes').select('buid').where('id', '=', id)
  await db.selectFrom('alumni').select('id').where('buid', '=', ofChange).forNoKeyUpdate().execute()
  return db
    .selectFrom('crm_data_changes as d')
    .innerJoin('alumni as a', 'a.buid', 'd.buid')
    .select(['d.id', 'd.buid', 'd.before', 'd.after', 'd.status', 'a.id as alumnus_id'])
    .select([sql<AlumnusField>`d.field`.as('field'), sql<string | null>`to_jsonb(a) ->> d.field`.as('current')])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
}

async function whyNotPending(db: Db, id: number): Promise<string> {
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

/**
 * A file from the CRM shows the values of these pending changes before they were exported: nothing of them is left to
 * bring there.
 */
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
 * Before changes of an export go back to pending: deletes those that a newer edit of the same field has
 * superseded, for two pending changes would contradict each other, and answers what they were. The newer one takes over
 * what the CRM has: an export before both, else its word in a conflict, else what was before both. Where nothing
 * remains of the two, it goes as well. Locks in the order of an edit: the alumni first.
 */
export async function withdrawSuperseded(db: Db, exportBatchId: number, by: StaffUser): Promise<unknown[]> {
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
  for (const { id, by_id } of superseded) withdrawn.push(...(await withdrawOlder(db, id, by_id!, by)))
  return withdrawn
}

/** Withdraws the older of two changes of a field, and the newer one where nothing remains of it. */
async function withdrawOlder(db: Db, id: number, newerId: number, by: StaffUser): Promise<unknown[]> {
  // Read anew: a change that was superseded before this one may have given it another value.
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
    .set({ resolution: 'ours', resolved_at: sql`now()`, resolved_by_id: by.id })
    .where('change_id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('theirs')
    .executeTakeFirst()
  await db.update(
    'crm_data_changes',
    { id: newerId },
    { before: earlier ? earlier.after : conflict ? wordOf(field, conflict.theirs) : before },
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
