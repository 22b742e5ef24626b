import { sql } from 'kysely'
import { mostHistory, type HistoryEntry } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

/** What has changed about an alumnus, one entry per field, newest first: at most `mostHistory`, with the number of all. */
export async function historyOf(em: EntityManager, buid: string): Promise<{ history: HistoryEntry[]; history_count: number }> {
  const { rows } = await sql<Omit<HistoryEntry, 'batch_id'> & { batch_id: string | null; total: string }>`
    select concat(r.id, ' ', f.key) as id, ${utc('r.at')} as at, coalesce(s.name, importer.name) as by, r.record, r.deed,
      f.key as field, f.value ->> 0 as before, f.value ->> 1 as after, r.import_type, r.import_batch_id as batch_id, count(*) over () as total
    from record_changes r
    cross join lateral jsonb_each(r.fields) f
    left join staff_users s on s.id = r.staff_user_id
    left join contact_import_batches contacts on r.import_type = 'contacts' and contacts.id = r.import_batch_id
    left join education_import_batches educations on r.import_type in ('educations', 'areas-of-study') and educations.id = r.import_batch_id
    left join employment_import_batches employment on r.import_type = 'employment' and employment.id = r.import_batch_id
    left join staff_users importer on importer.id = coalesce(contacts.imported_by_id, educations.imported_by_id, employment.imported_by_id)
    where r.buid = ${buid}
    order by r.id desc, f.key
    limit ${mostHistory}
  `.execute(em.getKysely())
  const history = rows.map(({ total: _, batch_id, ...row }) => ({ ...row, batch_id: batch_id === null ? null : Number(batch_id) }))
  return { history, history_count: Number(rows[0]?.total ?? 0) }
}
