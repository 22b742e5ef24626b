import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import { undoDays } from '@alumni/shared/exchange/imports'
import { batchTables } from './import-batch.ts'
import { forgetKept } from './snapshot.ts'
import type { ImportContext } from './scan.ts'
import { sweepBeforeImages } from './undo/before-images.ts'
import { sweepUploads } from './uploads/finish.ts'

import type { Db } from '../../foundations/database/db.ts'

const retentionDays = 30
const tables = new Set(Object.values(batchTables))

/** Removes uploads, manifests and before-images of batches that ended more than 30 days ago, and what killed writes and abandoned uploads left behind. */
export async function sweepImportFiles({ db, files }: ImportContext): Promise<void> {
  await files.removeUnfinished(subHours(new Date(), 24))
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'file_key', 'manifest_key'])
      .where('finished_at', '<', subDays(new Date(), retentionDays).toISOString())
      .where(({ or, eb }) => or([eb('file_key', '<>', ''), eb('manifest_key', 'is not', null)]))
      .execute()
    for (const { id, file_key, manifest_key } of rows) {
      const keys = [file_key, ...(manifest_key ? [manifest_key, `${manifest_key}.index`] : [])].filter(Boolean)
      for (const key of keys) await files.remove(key)
      if (table === batchTables.employment) await forgetKept(db, id)
      await db.updateTable(table).set({ file_key: '', manifest_key: null }).where('id', '=', id).execute()
    }
  }
  await sweepBeforeImages(db, subDays(new Date(), undoDays))
  await sweepOrphans({ db, files })
  await sweepUploads({ db, files })
}

/** Files that no batch knows: an upload whose request died, the manifest of a scan that was done again. */
async function sweepOrphans({ db, files }: ImportContext): Promise<void> {
  for await (const key of files.list(subDays(new Date(), 2))) {
    if (!key.startsWith('imports/')) continue
    if (!(await isKnown(db, key.replace(/\.index$/, '')))) await files.remove(key)
  }
}

async function isKnown(db: Db, key: string): Promise<boolean> {
  for (const table of tables) {
    const batch = await db
      .selectFrom(table)
      .select('id')
      .where(({ or, eb }) => or([eb('file_key', '=', key), eb('manifest_key', '=', key)]))
      .executeTakeFirst()
    if (batch) return true
  }
  return false
}
