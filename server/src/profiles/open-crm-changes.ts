import { sql } from 'kysely'
import type { OpenCrmChange } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

/** What was changed here about this person and the CRM has not confirmed yet, newest first. */
export async function openCrmChangesOf(em: EntityManager, buid: string): Promise<OpenCrmChange[]> {
  const { rows } = await sql<OpenCrmChange>`
    select id, field, before, after, status, made_by, ${utc('d.created_at')} as created_at
    from crm_data_changes d where buid = ${buid} and status in ('pending', 'exported') order by d.created_at desc, id desc limit 100
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
