import { sql } from 'kysely'
import { exportBatchesShown, type ExportBatch } from '@alumni/shared/crm'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'
import { HttpError } from '../http/errors.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { moveChanges } from './moves.ts'
import { withdrawSuperseded } from './withdraw-superseded.ts'

/** Marks all pending changes as exported, in one batch. 409: their number is not the one that was confirmed, or there are none. */
export async function exportChanges(
  em: EntityManager,
  confirmCount: number,
  by: StaffUser,
): Promise<{ export_batch: ExportBatch; moved: number }> {
  return em.transactional(async (em) => {
    const { rows } = await sql<{ id: string }>`
      insert into crm_data_export_batches (exported_by_id, change_count) values (${by.id}, ${confirmCount}) returning id
    `.execute(em.getKysely())
    const id = Number(rows[0]!.id)
    const moved = await moveChanges(em, 'export', id, sql`true`)
    if (moved === 0) throw new HttpError(409, 'There are no pending changes any more. Nothing was exported.')
    if (moved !== confirmCount)
      throw new HttpError(
        409,
        `There are ${moved} pending changes now, not ${confirmCount}. Look at them again before you export.`,
      )
    await audit(em, by, 'crm-changes.exported', `crm-export-batches/${id}`, { changes: moved })
    return { export_batch: await findExport(em, id), moved }
  })
}

/** Takes an export back: what the CRM has not confirmed is pending again. 404: no such batch. 409: it was undone already. */
export async function undoExport(
  em: EntityManager,
  id: number,
  by: StaffUser,
): Promise<{ export_batch: ExportBatch; moved: number }> {
  return em.transactional(async (em) => {
    const { numAffectedRows } = await sql`
      update crm_data_export_batches set undone_at = now(), undone_by_id = ${by.id} where id = ${id} and undone_at is null
    `.execute(em.getKysely())
    if (numAffectedRows !== 1n) {
      const { undone_by } = await findExport(em, id)
      throw new HttpError(409, `This export was undone already, by ${undone_by}.`)
    }
    await withdrawSuperseded(em, id, by)
    const moved = await moveChanges(em, 'undo', id, sql`export_batch_id = ${id}`)
    await audit(em, by, 'crm-changes.export-undone', `crm-export-batches/${id}`, { changes: moved })
    return { export_batch: await findExport(em, id), moved }
  })
}

export async function findExport(em: EntityManager, id: number): Promise<ExportBatch> {
  const [batch] = await readExports(em, id)
  if (!batch) throw new HttpError(404, 'There is no such export.')
  return batch
}

export function lastExports(em: EntityManager): Promise<ExportBatch[]> {
  return readExports(em)
}

async function readExports(em: EntityManager, id?: number): Promise<ExportBatch[]> {
  const { rows } = await sql<Omit<ExportBatch, 'links'>>`
    select b.id, e.name as exported_by, ${utc('b.exported_at')} as exported_at, b.change_count as changes, ${utc('b.undone_at')} as undone_at, u.name as undone_by, d.*
    from crm_data_export_batches b join staff_users e on e.id = b.exported_by_id left join staff_users u on u.id = b.undone_by_id
    cross join lateral (
      select count(*) filter (where status = 'exported')::int as waiting, count(*) filter (where status = 'verified')::int as verified
      from crm_data_changes where export_batch_id = b.id
    ) d
    ${id === undefined ? sql`` : sql`where b.id = ${id}`} order by b.id desc limit ${exportBatchesShown}
  `.execute(em.getKysely())
  return rows.map((row) => {
    const self = `/settings/crm/crm_changes/export_batches/${row.id}`
    return {
      ...row,
      id: Number(row.id),
      links: row.undone_at ? { csv: null, undo: null } : { csv: `${self}.csv`, undo: `${self}/undo` },
    }
  })
}
