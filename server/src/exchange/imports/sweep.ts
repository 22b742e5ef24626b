import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import { undoDays } from '@alumni/shared/exchange/imports'
import { batchTables } from './import-batch.ts'
import { sweepFiles } from '../../foundations/files/sweep-lock.ts'
import { removeFileRecords } from './snapshot.ts'
import type { ImportContext } from './run-batch.ts'
import { sweepBeforeImages } from './undo/before-images.ts'

const retentionDays = 30
const tables = new Set(Object.values(batchTables))

/**
 * Removes interrupted writes, files that no batch uses, and the files and before-images of batches that ended more than
 * 30 days ago, unless an active undo needs them.
 */
export async function sweepImportFiles(context: ImportContext): Promise<void> {
  await sweepFiles(context.db, () => sweep(context))
}

async function sweep({ db, files }: ImportContext): Promise<void> {
  await files.removeUnfinished(subHours(new Date(), 24))
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'file_key', 'manifest_key'])
      .where('finished_at', '<', subDays(new Date(), retentionDays).toISOString())
      .where(({ or, eb }) => or([eb('file_key', '<>', ''), eb('manifest_key', 'is not', null)]))
      .execute()
    for (const { file_key, manifest_key } of rows) {
      for (const key of [file_key, manifest_key]) if (key) await files.remove(key)
    }
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) continue
    if (table === batchTables.employment) await removeFileRecords(db, ids)
    await db.update(table, { id: ids }, { file_key: '', manifest_key: null, corrections: null })
  }
  await sweepBeforeImages(db, subDays(new Date(), undoDays))
  await sweepOrphans({ db, files })
}

/** Removes files that no batch uses: interrupted uploads, outdated manifests, and formats from before v0.16.0. */
async function sweepOrphans({ db, files }: ImportContext): Promise<void> {
  const keys: string[] = []
  for await (const key of files.list(subDays(new Date(), 2))) if (/^(?:imports|uploads)\//.test(key)) keys.push(key)
  const known = new Set<string | null>()
  for (const table of tables)
    for (const { file_key, manifest_key } of await db.selectFrom(table).select(['file_key', 'manifest_key']).execute())
      known.add(file_key).add(manifest_key)
  for (const key of keys) if (!known.has(key.replace(/\.index$/, ''))) await files.remove(key)
}
