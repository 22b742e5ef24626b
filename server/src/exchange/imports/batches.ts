import { sql } from 'kysely'
import {
  type ImportStatusReply,
  type ImportType,
  importTypes,
  type UnusualNumber,
} from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import { readPage } from '../../foundations/database/read-page.ts'
import { batchEntities, batchTables, type ImportBatch } from './import-batch.ts'
import { presentBatch, batchUrl } from './present-batch.ts'
import { relatedBatches } from './undo/related.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { importStatuses, type ImportStatus } from '@alumni/shared/exchange/import-states'
import { findUnusualNumbers, type ImportFigures } from '@alumni/shared/exchange/import-guards'

/**
 * The batches that a URL with this type and id may mean. Ids are per table: where the type has a batch of that id, it
 * is that one; else those of the other types, the one started last first.
 */
export async function findBatches(db: Db, type: ImportType, id: number): Promise<ImportBatch[]> {
  const batches: ImportBatch[] = []
  for (const entity of new Set(Object.values(batchEntities)))
    batches.push(...(await db.entities.find(entity, { id }, { populate: ['imported_by'] })))
  const own = batches.filter((batch) => batch.type === type)
  return own.length > 0 ? own : batches.sort((a, b) => b.started_at.getTime() - a.started_at.getTime())
}

/** The newest batch of a type, or only one that holds the type's place. */
export async function latestBatch(db: Db, type: ImportType, which: 'any' | 'active'): Promise<ImportBatch | null> {
  const status = which === 'active' ? { status: { $in: ['scanning', 'review', 'running'] as const } } : {}
  const [batch] = await db.entities.find(
    batchEntities[type],
    { type, ...status },
    {
      populate: ['imported_by'],
      orderBy: { id: 'desc' },
      limit: 1,
    },
  )
  return batch ?? null
}

const batchesPerPage = 20

/** The batches of a type, newest first; `total` counts all. */
export async function listBatches(
  db: Db,
  type: ImportType,
  page: number,
): Promise<{ batches: ImportStatusReply[]; page: number; pages: number; total: number }> {
  const {
    rows,
    matching: total,
    ...shown
  } = await readPage(
    page,
    {
      matching: db.entities.count(batchEntities[type], { type }),
      read: (rows) =>
        db.entities.find(
          batchEntities[type],
          { type },
          { populate: ['imported_by'], orderBy: { id: 'desc' }, ...rows },
        ),
    },
    batchesPerPage,
  )
  return { batches: await presentAll(db, rows), ...shown, total }
}

export async function present(db: Db, batch: ImportBatch): Promise<ImportStatusReply> {
  return (await presentAll(db, [batch]))[0]!
}

/** Batches of one type as JSON. */
async function presentAll(db: Db, batches: ImportBatch[]): Promise<ImportStatusReply[]> {
  const contacts = batches.filter(({ type }) => type === 'contacts').map(({ id }) => id)
  const rows =
    contacts.length === 0
      ? []
      : await db
          .selectFrom('crm_conflicts')
          .select(({ fn }) => ['batch_id', fn.countAll<number>().as('conflicts')])
          .select(({ fn }) => fn.countAll<number>().filterWhere('resolved_at', 'is', null).as('left'))
          .where('batch_id', 'in', contacts)
          .groupBy('batch_id')
          .execute()
  const conflicts = new Map(rows.map((row) => [row.batch_id, row]))
  const related = await relatedBatches(db, batches)
  return Promise.all(
    batches.map(async (batch) =>
      presentBatch(
        batch,
        (batch.type === 'contacts' && conflicts.get(batch.id)) || { conflicts: 0, left: 0 },
        related.get(batch.id)!,
        await unusualOf(db, batch),
      ),
    ),
  )
}

/** Reads a batch again as it is now. */
export async function reload(db: Db, { type, id }: { type: ImportType; id: number }): Promise<ImportStatusReply> {
  const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], { id }, { populate: ['imported_by'] })
  return present(db, batch)
}

/** Corrects the number of records that an employment commit deletes, when it has changed since the scan. */
export async function saveDeletes(
  db: Db,
  { type, id }: { type: ImportType; id: number },
  deletes: number,
): Promise<void> {
  await db
    .updateTable(batchTables[type])
    .set({ counts: sql`jsonb_set(counts, '{deletes}', to_jsonb(${deletes}::int))` })
    .where('id', '=', id)
    .where('status', '=', 'review')
    .execute()
}

/** 409 with a link while a batch of the type is scanned, waits for review or is applied. */
export async function refuseWhileActive(db: Db, type: ImportType): Promise<void> {
  const active = await latestBatch(db, type, 'active')
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

/** The newest batch of each type that has any, as the page of all imports shows them. */
export async function listLatestBatches(db: Db): Promise<{ type: ImportType; id: number; status: ImportStatus }[]> {
  const latest = await Promise.all(
    importTypes.map((type) =>
      db
        .selectFrom(batchTables[type])
        .select(['type', 'id', 'status'])
        .where('type', '=', type)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return latest.flatMap((batch) => batch ?? [])
}

/** The number of imports that define the usual. */
const comparedImports = 5

/**
 * Finds what is unusual in a reviewed import, compared with the last of its type that were committed and not undone.
 */
export async function unusualOf(db: Db, batch: ImportBatch): Promise<UnusualNumber[]> {
  const { type, status, undoes_id, counts, field_counts, on_file = null } = batch
  if (status !== 'review' || undoes_id || !counts || !field_counts) return []
  return findUnusualNumbers(type, { counts, field_counts, on_file }, await committedBefore(db, batch))
}

async function committedBefore(db: Db, { type }: ImportBatch): Promise<ImportFigures[]> {
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

/** Counts the imports in each state. */
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
