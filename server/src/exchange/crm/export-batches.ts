import { sql } from 'kysely'
import { exportBatchesShown, type ExportBatch, type ExportRequest } from '@alumni/shared/exchange/crm'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { selectChanges, type ChangeFilter } from './find-changes.ts'
import { moveAndDigest, moveChanges } from './moves.ts'
import { withdrawSupersededChanges } from './withdraw.ts'
import { fieldLabel } from '@alumni/shared/alumni/record'
import { displayName, nameParts } from '../../alumni/index.ts'

type ExportResult = { export_batch: ExportBatch; moved: number }

/** Exports pending changes. Throws `HttpError` 409 if there are none or they differ from what the user saw. */
export async function exportChanges(db: Db, request: ExportRequest, user: StaffUser): Promise<ExportResult> {
  return transact(db, async (db) => {
    // Serializes exports to avoid deadlocks.
    await sql`select pg_advisory_xact_lock(hashtext('crm export'))`.execute(db)
    const id = await db.add('crm_data_export_batches', { exported_by_id: user.id, change_count: request.confirm_count })
    const { shown, only_loadable } = request
    const { count, digest } = await moveAndDigest(db, 'export', id, (change) =>
      change('id', 'in', selectRequested(db, request).select('change.id')),
    )
    const isUnchanged = !shown || digest === (only_loadable ? shown.loadable : shown.all).digest
    if (count === 0 || count !== request.confirm_count || !isUnchanged)
      throw new HttpError(409, await describeRefusal(db, request, count, id))
    await audit(db, user, 'crm-changes.exported', `crm-export-batches/${id}`, { changes: count })
    return { export_batch: await getExport(db, id), moved: count }
  })
}

function selectRequested(db: Db, { filter, shown, only_loadable }: ExportRequest) {
  const as_of = shown?.as_of ?? new Date().toISOString()
  const all: ChangeFilter = { ...filter, state: 'pending', as_of }
  return selectChanges(db, all)
    .$if(shown !== undefined, (changes) => changes.where('change.id', '<=', shown!.up_to))
    .$if(only_loadable, (changes) => changes.where('a.crm_id', 'is not', null))
}

async function describeRefusal(
  db: Db,
  { confirm_count, shown }: ExportRequest,
  count: number,
  id: number,
): Promise<string> {
  const last = (await listExports(db)).find((batch) => batch.id < id && batch.id > (shown?.last_export ?? 0))
  const exporter = last && `${last.exported_by} has exported ${formatChangeCount(last.changes)} (export ${last.id})`
  if (shown)
    return `${exporter ? `${exporter} since you looked.` : 'Some of these changes were edited or withdrawn since you looked.'} Nothing was exported. Review them again.`
  if (count === 0) return `There are no more pending changes. ${exporter ? `${exporter}. ` : ''}Nothing was exported.`
  return `There are ${count} pending changes now, not ${confirm_count}. Review them again before you export.`
}

function formatChangeCount(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}

/** Makes the unconfirmed changes of an export pending again. Throws `HttpError` 404, or 409 if it is already undone. */
export async function undoExport(db: Db, id: number, user: StaffUser): Promise<ExportResult> {
  return transact(db, async (db) => {
    const undone = await db.update(
      'crm_data_export_batches',
      { id, undone_at: null },
      { undone_at: sql`now()`, undone_by_id: user.id },
    )
    if (undone === 0) throw new HttpError(409, `${(await getExport(db, id)).undone_by} has already undone this export.`)
    const withdrawn = await withdrawSupersededChanges(db, id, user)
    const moved = await moveChanges(db, 'undo', id, (change) => change('export_batch_id', '=', id))
    await audit(db, user, 'crm-changes.export-undone', `crm-export-batches/${id}`, { changes: moved, withdrawn })
    return { export_batch: await getExport(db, id), moved }
  })
}

export async function getExport(db: Db, id: number): Promise<ExportBatch> {
  const [batch] = await listExports(db, id)
  if (!batch) throw new HttpError(404, 'There is no such export.')
  return batch
}

/** Lists exports, newest first. With `id`, lists only that export. */
export async function listExports(db: Db, id?: number): Promise<ExportBatch[]> {
  const rows = await db
    .selectFrom('crm_data_export_batches as batch')
    .innerJoin('staff_users as exporter', 'exporter.id', 'batch.exported_by_id')
    .leftJoin('staff_users as undoer', 'undoer.id', 'batch.undone_by_id')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('crm_data_changes')
          .whereRef('export_batch_id', '=', 'batch.id')
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere('status', '=', 'exported').as('waiting'),
            fn.countAll<number>().filterWhere('status', '=', 'verified').as('verified'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(['batch.id', 'batch.change_count as changes', 'counts.waiting', 'counts.verified'])
    .select(['exporter.name as exported_by', utc('batch.exported_at').as('exported_at')])
    .select(['undoer.name as undone_by', utc('batch.undone_at').as('undone_at')])
    .$if(id !== undefined, (batches) => batches.where('batch.id', '=', id!))
    .orderBy('batch.id', 'desc')
    .limit(exportBatchesShown)
    .execute()
  return rows.map((row) => {
    const self = `/settings/crm/crm_changes/export_batches/${row.id}`
    const isOver = row.undone_at !== null
    return {
      ...row,
      links: {
        csv: isOver ? null : `${self}.csv`,
        loader_csv: isOver ? null : `${self}/loader.csv`,
        undo: isOver ? null : `${self}/undo`,
      },
    }
  })
}

export const exportHeader = [
  'BUID',
  'Contact ID',
  'CRM ID',
  'Name',
  'Field',
  'Before',
  'After',
  'Changed by',
  'Changed at',
] as const

export async function* readExportRows(db: Db, batchId: number): AsyncGenerator<(string | null)[][]> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('crm_data_changes as change')
      .innerJoin('alumni as a', 'a.buid', 'change.buid')
      .select(['a.buid', 'a.contact_id', 'a.crm_id', ...nameParts])
      .select(['change.id', 'change.field', 'change.before', 'change.after', 'change.made_by'])
      .select(utc('change.created_at').as('created_at'))
      .where('change.export_batch_id', '=', batchId)
      .where('change.id', '>', last)
      .orderBy('change.id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    yield rows.map((row) => [
      row.buid,
      row.contact_id,
      row.crm_id,
      displayName(row),
      fieldLabel(row.field),
      row.before,
      row.after,
      row.made_by,
      row.created_at,
    ])
    last = rows.at(-1)!.id
  }
}
