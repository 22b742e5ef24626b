import { sql } from 'kysely'
import type { AlumnusField } from '@alumni/shared/alumni/record'
import type { WithdrawReply } from '@alumni/shared/exchange/crm'
import { writeRecordChanges } from '../../alumni/index.ts'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { heldByCrm, withdrawPending } from './queue-change.ts'

/** A pending change as a person saw it. */
type Seen = { id: number; after: string | null; buid?: string }

/** Withdraws each change as if alone; those that refuse are named with the reason. */
export async function withdrawChanges(
  db: Db,
  changes: readonly Seen[],
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
 * A change that shall not reach the CRM goes, and the field takes what the CRM has, unless it is another than the one we changed
 * it to: a champion's change is not on file yet. 409: it is no longer pending, or somebody has edited it since.
 */
export async function withdrawChange(
  db: Db,
  { id, after, buid: whose }: Seen,
  reason: string | null,
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const change = await lockChange(db, id)
    if (change && whose && change.buid !== whose) throw new HttpError(404, 'This person has no such change.')
    if (change?.status !== 'pending') throw new HttpError(409, await whyNotPending(db, id))
    if (change.after !== after) throw new HttpError(409, 'The change has been edited since you looked.')
    const { buid, field, current, alumnus_id } = change
    const held = await heldByCrm(db, change, change)
    if (current === after && current !== held!.value) {
      await writeField(db, buid, field, held!.value)
      const fields = { [field]: [current, held!.value] as [string | null, string | null] }
      await writeRecordChanges(db, by, [{ record: 'alumnus', record_id: alumnus_id, buid, action: 'changed', fields }])
    }
    const withdrawn = await withdrawPending(db, change, by)
    await audit(db, by, 'crm-change.withdrawn', `crm-changes/${id}`, { buid, reason, withdrawn })
  })
}

/** Locks in the order of an edit: the alumnus first. */
async function lockChange(db: Db, id: number) {
  const kysely = db
  const ofChange = kysely.selectFrom('crm_data_changes').select('buid').where('id', '=', id)
  await kysely.selectFrom('alumni').select('id').where('buid', '=', ofChange).forNoKeyUpdate().execute()
  return kysely
    .selectFrom('crm_data_changes as d')
    .innerJoin('alumni as a', 'a.buid', 'd.buid')
    .select(['d.id', 'd.buid', 'd.before', 'd.after', 'd.status', 'a.id as alumnus_id'])
    .select([sql<AlumnusField>`d.field`.as('field'), sql<string | null>`to_jsonb(a) ->> d.field`.as('current')])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
}

async function whyNotPending(db: Db, id: number): Promise<string> {
  const kysely = db
  const exported = await kysely
    .selectFrom('crm_data_changes as d')
    .innerJoin('crm_data_export_batches as b', 'b.id', 'd.export_batch_id')
    .innerJoin('staff_users as s', 's.id', 'b.exported_by_id')
    .select(['s.name', 'b.id'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (exported) return `${exported.name} has exported it by now (export ${exported.id}).`
  const withdrawn = await kysely
    .selectFrom('audit_entries as e')
    .innerJoin('staff_users as s', 's.id', 'e.staff_user_id')
    .select('s.name')
    .where('e.subject', '=', `crm-changes/${id}`)
    .where('e.action', '=', 'crm-change.withdrawn')
    .executeTakeFirst()
  return withdrawn ? `${withdrawn.name} has withdrawn it by now.` : 'The change is no longer pending.'
}

async function writeField(db: Db, buid: string, field: AlumnusField, value: string | null): Promise<void> {
  try {
    await db
      .updateTable('alumni')
      .set({ [field]: value, updated_at: sql`now()` })
      .where('buid', '=', buid)
      .execute()
  } catch (error) {
    if (sqlState(error)?.startsWith('23'))
      throw new HttpError(409, 'What the CRM has cannot be put back: it belongs to somebody else by now.')
    throw error
  }
}
