import { sql } from 'kysely'
import { importTypes } from '@alumni/shared/exchange/imports'
import type { ImportStatusReply, ImportType, UnusualNumber } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import { readPage, type PageRows } from '../../foundations/database/read-page.ts'
import { batchEntities, batchTables, type ImportBatch } from './import-batch.ts'
import { toStatusReply, batchUrl } from './present-batch.ts'
import { findRelatedBatches } from './undo/related.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { activeImportStatuses, importStatuses, type ImportStatus } from '@alumni/shared/exchange/import-states'
import { findUnusualNumbers, type ImportFigures } from '@alumni/shared/exchange/import-guards'

/** Returns the batch of this type, or else those of other types, newest first, as ids are unique only per table. */
export async function findBatches(db: Db, type: ImportType, id: number): Promise<ImportBatch[]> {
  const batches: ImportBatch[] = []
  for (const entity of new Set(Object.values(batchEntities)))
    batches.push(...(await db.entities.find(entity, { id }, { populate: ['imported_by'] })))
  const batchesOfType = batches.filter((batch) => batch.type === type)
  return batchesOfType.length > 0
    ? batchesOfType
    : batches.sort((a, b) => b.started_at.getTime() - a.started_at.getTime())
}

export async function findLatestBatch(
  db: Db,
  type: ImportType,
  statuses?: readonly ImportStatus[],
): Promise<ImportBatch | null> {
  const [batch] = await db.entities.find(
    batchEntities[type],
    { type, ...(statuses && { status: { $in: statuses } }) },
    { populate: ['imported_by'], orderBy: { id: 'desc' }, limit: 1 },
  )
  return batch ?? null
}

export async function findActiveBatch(db: Db, type: ImportType): Promise<ImportBatch | null> {
  return findLatestBatch(db, type, activeImportStatuses)
}

const batchesPerPage = 20

export async function listBatches(
  db: Db,
  type: ImportType,
  page: number,
): Promise<{ batches: ImportStatusReply[]; page: number; pages: number; total: number }> {
  const entity = batchEntities[type]
  const source = {
    matching: db.entities.count(entity, { type }),
    read: (range: PageRows) =>
      db.entities.find(entity, { type }, { populate: ['imported_by'], orderBy: { id: 'desc' }, ...range }),
  }
  const { rows, matching: total, ...members } = await readPage(page, source, batchesPerPage)
  return { batches: await buildStatusReplies(db, rows), ...members, total }
}

export async function buildStatusReply(db: Db, batch: ImportBatch): Promise<ImportStatusReply> {
  return (await buildStatusReplies(db, [batch]))[0]!
}

/** All batches must have the same type. */
async function buildStatusReplies(db: Db, batches: ImportBatch[]): Promise<ImportStatusReply[]> {
  const contacts = batches.filter(({ type }) => type === 'contacts').map(({ id }) => id)
  const rows =
    contacts.length === 0
      ? []
      : await db
          .selectFrom('crm_conflicts')
          .select(({ fn }) => ['batch_id', fn.countAll<number>().as('conflicts')])
          .select(({ fn }) => fn.countAll<number>().filterWhere('resolved_at', 'is', null).as('open'))
          .where('batch_id', 'in', contacts)
          .groupBy('batch_id')
          .execute()
  const conflicts = new Map(rows.map((row) => [row.batch_id, row]))
  const related = await findRelatedBatches(db, batches)
  return Promise.all(
    batches.map(async (batch) =>
      toStatusReply(
        batch,
        conflicts.get(batch.id) ?? { conflicts: 0, open: 0 },
        related.get(batch.id)!,
        await compareWithEarlierImports(db, batch),
      ),
    ),
  )
}

export async function readStatusReply(
  db: Db,
  { type, id }: { type: ImportType; id: number },
): Promise<ImportStatusReply> {
  const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], { id }, { populate: ['imported_by'] })
  return buildStatusReply(db, batch)
}

export async function saveDeleteCount(
  db: Db,
  { type, id }: { type: ImportType; id: number },
  deletes: number,
): Promise<void> {
  const counts = sql<string>`jsonb_set(counts, '{deletes}', to_jsonb(${deletes}::int))`
  await db.update(batchTables[type], { id, status: 'review' }, { counts })
}

export async function refuseWhileActive(db: Db, type: ImportType): Promise<void> {
  const active = await findActiveBatch(db, type)
  if (!active) return
  const { imported_by, file_name, undoes_id } = active
  throw new HttpError(
    409,
    undoes_id
      ? `${imported_by.name} is undoing import ${undoes_id}, which is not finished. Undo it or cancel that first.`
      : `${imported_by.name} uploaded “${file_name}”, which is not finished. Import or cancel it first.`,
    { body: { links: { self: batchUrl(active) } } },
  )
}

export async function listLatestBatches(db: Db): Promise<{ type: ImportType; id: number; status: ImportStatus }[]> {
  const newestFirst = { by: '-id', limit: 1 }
  const latest = await Promise.all(
    importTypes.map((type) => db.find(batchTables[type], ['type', 'id', 'status'], { type }, newestFirst)),
  )
  return latest.flatMap((batch) => batch ?? [])
}

const comparedImports = 5

/** Compares an import in review with completed imports that were not undone. Returns [] for any other batch. */
export async function compareWithEarlierImports(db: Db, batch: ImportBatch): Promise<UnusualNumber[]> {
  const { type, status, undoes_id, counts, field_counts, on_file = null } = batch
  if (status !== 'review' || undoes_id || !counts || !field_counts) return []
  return findUnusualNumbers(type, { counts, field_counts, on_file }, await listEarlierFigures(db, batch))
}

async function listEarlierFigures(db: Db, { type }: ImportBatch): Promise<ImportFigures[]> {
  const rows = await db
    .selectFrom(`${batchTables[type]} as batch`)
    .select(['batch.counts', 'batch.field_counts', 'batch.on_file'])
    .where('batch.type', '=', type)
    .where('batch.status', '=', 'completed')
    .where('batch.undoes_id', 'is', null)
    .where('batch.field_counts', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(`${batchTables[type]} as undo`)
            .select('undo.id')
            .whereRef('undo.undoes_id', '=', 'batch.id')
            .whereRef('undo.type', '=', 'batch.type')
            .where('undo.status', '=', 'completed'),
        ),
      ),
    )
    .orderBy('batch.id', 'desc')
    .limit(comparedImports)
    .execute()
  return rows.map(({ counts, field_counts, on_file }) => ({ counts: counts!, field_counts: field_counts!, on_file }))
}

export async function countImportsByStatus(db: Db): Promise<Readings> {
  const counts: Record<string, number> = Object.fromEntries(importStatuses.map((status) => [status, 0]))
  for (const table of new Set(Object.values(batchTables))) {
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute()
    for (const { status, count } of rows) counts[status]! += count
  }
  return { alumni_imports: counts }
}
