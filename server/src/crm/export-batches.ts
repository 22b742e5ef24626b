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
    const { id } = await em
      .getKysely()
      .insertInto('crm_data_export_batches')
      .values({ exported_by_id: by.id, change_count: confirmCount })
      .returning('id')
      .executeTakeFirstOrThrow()
    const moved = await moveChanges(em, 'export', id)
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
    const { numUpdatedRows } = await em
      .getKysely()
      .updateTable('crm_data_export_batches')
      .set({ undone_at: sql`now()`, undone_by_id: by.id })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) {
      const { undone_by } = await findExport(em, id)
      throw new HttpError(409, `This export was undone already, by ${undone_by}.`)
    }
    await withdrawSuperseded(em, id, by)
    const moved = await moveChanges(em, 'undo', id, (change) => change('export_batch_id', '=', id))
    await audit(em, by, 'crm-changes.export-undone', `crm-export-batches/${id}`, { changes: moved })
    return { export_batch: await findExport(em, id), moved }
  })
}

export async function findExport(em: EntityManager, id: number): Promise<ExportBatch> {
  const [batch] = await readExports(em, id)
  if (!batch) throw new HttpError(404, 'There is no such export.')
  return batch
}

/** The last exports, the newest first. */
export function lastExports(em: EntityManager): Promise<ExportBatch[]> {
  return readExports(em)
}

async function readExports(em: EntityManager, id?: number): Promise<ExportBatch[]> {
  const rows = await em
    .getKysely()
    .selectFrom('crm_data_export_batches as b')
    .innerJoin('staff_users as e', 'e.id', 'b.exported_by_id')
    .leftJoin('staff_users as u', 'u.id', 'b.undone_by_id')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('crm_data_changes')
          .whereRef('export_batch_id', '=', 'b.id')
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere('status', '=', 'exported').as('waiting'),
            fn.countAll<number>().filterWhere('status', '=', 'verified').as('verified'),
          ])
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(['b.id', 'e.name as exported_by', 'b.change_count as changes', 'u.name as undone_by'])
    .select(['d.waiting', 'd.verified', utc('b.exported_at').as('exported_at'), utc('b.undone_at').as('undone_at')])
    .$if(id !== undefined, (batches) => batches.where('b.id', '=', id!))
    .orderBy('b.id', 'desc')
    .limit(exportBatchesShown)
    .execute()
  return rows.map((row) => {
    const self = `/settings/crm/crm_changes/export_batches/${row.id}`
    return { ...row, links: row.undone_at ? { csv: null, undo: null } : { csv: `${self}.csv`, undo: `${self}/undo` } }
  })
}
