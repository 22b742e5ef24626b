import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import type { StaffUser } from '../staff/index.ts'

/**
 * Before changes of an export (`ids`, or all) go back to pending: deletes those that a newer edit of the same field has
 * superseded, for two pending changes would contradict each other, and answers what they were. The newer one takes over what was
 * before both; where nothing remains of the two, it goes as well. Locks in the order of an edit: the alumni first.
 */
export async function withdrawSuperseded(
  em: EntityManager,
  exportBatchId: number,
  by: StaffUser,
  ids?: readonly number[],
): Promise<unknown[]> {
  const kysely = em.getKysely()
  const exported = kysely
    .selectFrom('crm_data_changes as o')
    .where('o.export_batch_id', '=', exportBatchId)
    .where('o.status', '=', 'exported')
    .$if(ids !== undefined, (changes) => changes.where(sql<boolean>`o.id = any(${ids}::bigint[])`))
  await kysely
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
  for (const { id, by_id } of superseded) {
    await kysely
      .updateTable('crm_conflicts')
      .set({ resolution: 'ours', resolved_at: sql`now()`, resolved_by_id: by.id })
      .where('change_id', '=', id)
      .where('resolved_at', 'is', null)
      .execute()
    // Read anew: a change that was superseded before this one may have given it another value.
    await kysely
      .updateTable('crm_data_changes')
      .set({ before: kysely.selectFrom('crm_data_changes').select('before').where('id', '=', id) })
      .where('id', '=', by_id)
      .execute()
    const rows = await kysely
      .deleteFrom('crm_data_changes as d')
      .where(({ and, eb, or }) =>
        or([
          eb('id', '=', id),
          and([eb('id', '=', by_id), eb('status', '=', 'pending'), sql<boolean>`before is not distinct from after`]),
        ]),
      )
      .returning(sql<unknown>`to_jsonb(d)`.as('change'))
      .execute()
    withdrawn.push(...rows.map(({ change }) => change))
  }
  return withdrawn
}
