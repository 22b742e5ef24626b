import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { audit } from '../../staff/index.ts'

/** A file from the CRM shows the values of these pending changes before they were exported: nothing of them is left to bring there. */
export async function withdrawArrived(db: Db, importBatchId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const pending = db.selectFrom('crm_data_changes').where('id', 'in', ids).where('status', '=', 'pending')
  await db
    .updateTable('crm_conflicts')
    .set({ resolution: 'ours', resolved_at: sql`now()` })
    .where('resolved_at', 'is', null)
    .where('change_id', 'in', pending.select('id'))
    .execute()
  const rows = await db
    .deleteFrom('crm_data_changes as d')
    .where('d.id', 'in', pending.select('id'))
    .returning(sql<unknown>`to_jsonb(d)`.as('change'))
    .execute()
  const withdrawn = rows.map(({ change }) => change)
  if (rows.length > 0) await audit(db, null, 'crm-changes.arrived', `contacts/${importBatchId}`, { withdrawn })
}
