import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import type { StaffUser } from '../staff/index.ts'

/**
 * Before an export is undone: deletes those of its changes that a newer edit of the same field has superseded, for two
 * pending changes would contradict each other. The newer one takes over what was before both; where nothing remains of
 * the two, it goes as well. Locks in the order of an edit: the alumni first.
 */
export async function withdrawSuperseded(em: EntityManager, exportBatchId: number, by: StaffUser): Promise<void> {
  await sql`
    select from alumni where buid in (select buid from crm_data_changes where export_batch_id = ${exportBatchId} and status = 'exported') order by id for no key update
  `.execute(em.getKysely())
  const { rows: superseded } = await sql<{ id: number; by_id: number }>`
    select o.id, min(n.id) as by_id from crm_data_changes o
    join crm_data_changes n on n.buid = o.buid and n.field = o.field and n.id > o.id and n.status in ('pending', 'exported')
    where o.export_batch_id = ${exportBatchId} and o.status = 'exported' group by o.id order by o.id
  `.execute(em.getKysely())
  for (const { id, by_id } of superseded) {
    await sql`update crm_conflicts set resolution = 'ours', resolved_at = now(), resolved_by_id = ${by.id} where change_id = ${id} and resolved_at is null`.execute(
      em.getKysely(),
    )
    await sql`update crm_data_changes set before = (select before from crm_data_changes where id = ${id}) where id = ${by_id}`.execute(
      em.getKysely(),
    )
    await sql`delete from crm_data_changes where id = ${id} or (id = ${by_id} and status = 'pending' and before is not distinct from after)`.execute(
      em.getKysely(),
    )
  }
}
