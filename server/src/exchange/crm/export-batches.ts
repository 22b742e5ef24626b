import { sql } from 'kysely'
import { exportBatchesShown, type ExportBatch, type ExportRequest } from '@alumni/shared/exchange/crm'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { changesFound, type ChangeFilter } from './find-changes.ts'
import { moveAndDigest, moveChanges } from './moves.ts'
import { withdrawSuperseded } from './withdraw.ts'
import { fieldLabel } from '@alumni/shared/alumni/record'
import { displayName, nameParts } from '../../alumni/index.ts'

type Exported = { export_batch: ExportBatch; moved: number }

/**
 * Marks the pending changes that a person has seen as exported, in one batch; without `shown` all of them, whose number
 * was confirmed. 409: one of them is gone or has changed, or there are none.
 */
export async function exportChanges(db: Db, request: ExportRequest, by: StaffUser): Promise<Exported> {
  return transact(db, async (db) => {
    // Two exports at once would wait for each other's changes.
    await sql`select pg_advisory_xact_lock(hashtext('crm export'))`.execute(db)
    const id = await db.add('crm_data_export_batches', { exported_by_id: by.id, change_count: request.confirm_count })
    const { shown, only_loadable } = request
    const { count, digest } = await moveAndDigest(db, 'export', id, (change) =>
      change('id', 'in', requested(db, request).select('d.id')),
    )
    const isAsSeen = !shown || digest === (only_loadable ? shown.loadable : shown.all).digest
    if (count === 0 || count !== request.confirm_count || !isAsSeen)
      throw new HttpError(409, await refusal(db, request, count, id))
    await audit(db, by, 'crm-changes.exported', `crm-export-batches/${id}`, { changes: count })
    return { export_batch: await findExport(db, id), moved: count }
  })
}

function requested(db: Db, { filter, shown, only_loadable }: ExportRequest) {
  const as_of = shown?.as_of ?? new Date().toISOString()
  const all: ChangeFilter = { ...filter, state: 'pending', as_of }
  return changesFound(db, all)
    .$if(shown !== undefined, (changes) => changes.where('d.id', '<=', shown!.up_to))
    .$if(only_loadable, (changes) => changes.where('a.crm_id', 'is not', null))
}

/** Why nothing was exported, and who was first. */
async function refusal(db: Db, { confirm_count, shown }: ExportRequest, count: number, id: number): Promise<string> {
  const last = (await readExports(db)).find((batch) => batch.id < id && batch.id > (shown?.last_export ?? 0))
  const who = last && `${last.exported_by} has exported ${changesWord(last.changes)} (export ${last.id})`
  if (shown)
    return `${who ? `${who} since you looked.` : 'Some of these changes were edited or withdrawn since you looked.'} Nothing was exported. Review them again.`
  if (count === 0) return `There are no more pending changes. ${who ? `${who}. ` : ''}Nothing was exported.`
  return `There are ${count} pending changes now, not ${confirm_count}. Review them again before you export.`
}

function changesWord(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}

/**
 * Takes an export back: what the CRM has not confirmed is pending again. 404: no such batch. 409: it was undone
 * already.
 */
export async function undoExport(db: Db, id: number, by: StaffUser): Promise<Exported> {
  return transact(db, async (db) => {
    const undone = await db.update(
      'crm_data_export_batches',
      { id, undone_at: null },
      { undone_at: sql`now()`, undone_by_id: by.id },
    )
    if (undone === 0)
      throw new HttpError(409, `${(await findExport(db, id)).undone_by} has already undone this export.`)
    const withdrawn = await withdrawSuperseded(db, id, by)
    const moved = await moveChanges(db, 'undo', id, (change) => change('export_batch_id', '=', id))
    await audit(db, by, 'crm-changes.export-undone', `crm-export-batches/${id}`, { changes: moved, withdrawn })
    return { export_batch: await findExport(db, id), moved }
  })
}

export async function findExport(db: Db, id: number): Promise<ExportBatch> {
  const [batch] = await readExports(db, id)
  if (!batch) throw new HttpError(404, 'There is no such export.')
  return batch
}

/** The last exports, or the one with this id; the newest first. */
export async function readExports(db: Db, id?: number): Promise<ExportBatch[]> {
  const rows = await db
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

/** The changes of an export batch for a file, 500 at a time in the order they were made. */
export async function* exportRows(db: Db, batchId: number): AsyncGenerator<(string | null)[][]> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('crm_data_changes as d')
      .innerJoin('alumni as a', 'a.buid', 'd.buid')
      .select(['d.id', 'd.buid', 'a.contact_id', 'a.crm_id', 'd.field', 'd.before', 'd.after', 'd.made_by'])
      .select(nameParts)
      .select(utc('d.created_at').as('created_at'))
      .where('d.export_batch_id', '=', batchId)
      .where('d.id', '>', last)
      .orderBy('d.id')
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
