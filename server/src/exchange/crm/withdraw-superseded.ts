import { sql } from 'kysely'
import type { AlumnusField } from '@alumni/shared/alumni/record'
import type { Db } from '../../foundations/database/db.ts'
import type { StaffUser } from '../../staff/index.ts'
import { wordOf } from './queue-change.ts'

/**
 * Before changes of an export (`ids`, or all) go back to pending: deletes those that a newer edit of the same field has
 * superseded, for two pending changes would contradict each other, and answers what they were. The newer one takes over what the
 * CRM has: an export before both, else its word in a conflict, else what was before both. Where nothing remains of the two, it goes as well. Locks in the order
 * of an edit: the alumni first.
 */
export async function withdrawSuperseded(
  db: Db,
  exportBatchId: number,
  by: StaffUser,
  ids?: readonly number[],
): Promise<unknown[]> {
  const kysely = db
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
    // Read anew: a change that was superseded before this one may have given it another value.
    const { buid, field, before } = await kysely
      .selectFrom('crm_data_changes')
      .select(['buid', sql<AlumnusField>`field`.as('field'), 'before'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const earlier = await kysely
      .selectFrom('crm_data_changes')
      .select('after')
      .where('buid', '=', buid)
      .where('field', '=', field)
      .where('status', '=', 'exported')
      .where('id', '<', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const conflict = await kysely
      .updateTable('crm_conflicts')
      .set({ resolution: 'ours', resolved_at: sql`now()`, resolved_by_id: by.id })
      .where('change_id', '=', id)
      .where('resolved_at', 'is', null)
      .returning('theirs')
      .executeTakeFirst()
    await kysely
      .updateTable('crm_data_changes')
      .set({ before: earlier ? earlier.after : conflict ? wordOf(field, conflict.theirs) : before })
      .where('id', '=', by_id)
      .execute()
    const rows = await kysely
      .deleteFrom('crm_data_changes as d')
      .where(({ and, eb, exists, not, or, selectFrom }) =>
        or([
          eb('id', '=', id),
          and([
            eb('id', '=', by_id),
            eb('status', '=', 'pending'),
            sql<boolean>`before is not distinct from after`,
            not(
              exists(
                selectFrom('crm_conflicts as c')
                  .select('c.id')
                  .whereRef('c.change_id', '=', 'd.id')
                  .where('c.resolved_at', 'is', null),
              ),
            ),
          ]),
        ]),
      )
      .returning(sql<unknown>`to_jsonb(d)`.as('change'))
      .execute()
    withdrawn.push(...rows.map(({ change }) => change))
  }
  return withdrawn
}
