import { sql } from 'kysely'
import { kindOf, type FieldEdit } from '../alumni/index.ts'
import type { EntityManager } from '../database/orm.ts'
import type { StaffUser } from '../staff/index.ts'

type Pending = { id: number; before: string | null }

/**
 * Queues for the CRM that a field was changed here; call it in the transaction of the edit, with the alumnus locked. A field
 * has one pending change at most: a further edit goes on with it, and one back to what the CRM holds withdraws it. Answers
 * what was withdrawn.
 */
export async function queueChange(em: EntityManager, edit: FieldEdit, by: StaffUser): Promise<unknown[]> {
  const pending = await lockPending(em, edit)
  const crm = await heldByCrm(em, edit, pending)
  if (crm && crm.value === edit.after) return withdrawPending(em, edit, by)
  if (pending) {
    await sql`update crm_data_changes set before = ${crm ? crm.value : pending.before}, after = ${edit.after}, made_by = ${by.name}, created_at = now() where id = ${pending.id}`.execute(
      em.getKysely(),
    )
    return []
  }
  const { buid, field, before, after } = edit
  await sql`insert into crm_data_changes (buid, field, before, after, made_by) values (${buid}, ${field}, ${before}, ${after}, ${by.name})`.execute(
    em.getKysely(),
  )
  return []
}

/** Locked, so that it is either exported with the new value or before it. */
async function lockPending(em: EntityManager, { buid, field }: FieldEdit): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`
    select id, before from crm_data_changes where buid = ${buid} and field = ${field} and status = 'pending' order by id desc limit 1 for update
  `.execute(em.getKysely())
  return rows[0]
}

/** What the CRM has, or will have once it takes what was exported; its own last word where there is a conflict. Nothing: no change is under way. */
async function heldByCrm(
  em: EntityManager,
  { buid, field }: FieldEdit,
  pending: Pending | undefined,
): Promise<{ value: string | null } | undefined> {
  const { rows: exported } = await sql<{ value: string | null }>`
    select after as value from crm_data_changes where buid = ${buid} and field = ${field} and status = 'exported' order by id desc limit 1
  `.execute(em.getKysely())
  if (exported[0] || !pending) return exported[0]
  const { rows: contested } = await sql<{ value: string | null }>`
    select theirs as value from crm_conflicts where change_id = ${pending.id} and resolved_at is null
  `.execute(em.getKysely())
  // A flag that the CRM leaves blank is one that it does not set.
  return contested[0]
    ? { value: contested[0].value ?? (kindOf[field] === 'flag' ? 'false' : null) }
    : { value: pending.before }
}

async function withdrawPending(em: EntityManager, { buid, field }: FieldEdit, by: StaffUser): Promise<unknown[]> {
  await sql`
    update crm_conflicts c set resolution = 'theirs', resolved_at = now(), resolved_by_id = ${by.id} from crm_data_changes d
    where d.id = c.change_id and d.buid = ${buid} and d.field = ${field} and d.status = 'pending' and c.resolved_at is null
  `.execute(em.getKysely())
  const { rows } = await sql<{ change: unknown }>`
    delete from crm_data_changes d where buid = ${buid} and field = ${field} and status = 'pending' returning to_jsonb(d) as change
  `.execute(em.getKysely())
  return rows.map(({ change }) => change)
}
