import { sql, type RawBuilder } from 'kysely'
import { crmChangeMoves, type CrmChangeMove } from '@alumni/shared/crm'
import type { EntityManager } from '../database/orm.ts'

/** What is set along with each move; `of` is the batch that makes it. */
const along: Record<CrmChangeMove, (of: number) => RawBuilder<unknown>> = {
  export: (of) => sql`exported_at = now(), export_batch_id = ${of}`,
  undo: () => sql`exported_at = null, export_batch_id = null`,
  verify: (of) => sql`verified_at = now(), verified_by_batch_id = ${of}`,
}

/**
 * The one place that writes `status` of CRM data changes: moves those among `which` that are in a state that allows it, and
 * answers how many. `of` is the export batch, or for `verify` the contacts import.
 */
export async function moveChanges(
  em: EntityManager,
  move: CrmChangeMove,
  of: number,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { from, to } = crmChangeMoves[move]
  const { numAffectedRows } = await sql`
    update crm_data_changes set status = ${to}, ${along[move](of)} where status = any(${[...from]}::text[]) and ${which}
  `.execute(em.getKysely())
  return Number(numAffectedRows)
}

/** A file from the CRM shows these exported values: the changes have arrived, and what was contested about them is settled. */
export async function verifyChanges(em: EntityManager, importBatchId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await moveChanges(em, 'verify', importBatchId, sql`id = any(${ids}::bigint[])`)
  await sql`
    update crm_conflicts set resolution = 'ours', resolved_at = now() where resolved_at is null
      and change_id in (select id from crm_data_changes where id = any(${ids}::bigint[]) and status = 'verified')
  `.execute(em.getKysely())
}
