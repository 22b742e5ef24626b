import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import { batchTables } from './import-batch.ts'

const ofImport = {
  scanStopsWorker:
    'Reading this file has stopped the worker three times. Export it again and check it, then upload the new one.',
  scanBroke: 'The file could not be scanned because of an unexpected problem. Nothing was changed.',
  applyStopsWorker:
    'The import has stopped the worker three times at the same place and was given up. Rows imported before that stay.',
  applyBroke:
    'The import stopped because of an unexpected problem. Rows of finished chunks stay; the chunk at hand was undone.',
  staleScan: (minutes: number) =>
    `The scan made no progress for ${minutes} minutes and was given up. What was already imported stays. Upload the file again to go on.`,
  staleApply: (minutes: number) =>
    `The import made no progress for ${minutes} minutes and was given up. What was already imported stays. Upload the file again to go on.`,
}

const ofUndo: typeof ofImport = {
  scanStopsWorker: 'Reading what this import did has stopped the worker three times. Nothing was changed.',
  scanBroke: 'What this import did could not be read because of an unexpected problem. Nothing was changed.',
  applyStopsWorker:
    'The undo has stopped the worker three times at the same place and was given up. What was put back before that stays so.',
  applyBroke:
    'The undo stopped because of an unexpected problem. What it had put back stays so; undo the import again to go on.',
  staleScan: (minutes) => `Nothing was read for ${minutes} minutes, so the undo was given up. Nothing was changed.`,
  staleApply: (minutes) =>
    `The undo made no progress for ${minutes} minutes and was given up. What it had put back stays so; undo the import again to go on.`,
}

/** Why a batch has failed, in words that fit an import or an undo. */
export async function failureWords(db: Db, { type, id }: { type: ImportType; id: number }): Promise<typeof ofImport> {
  const batch = await db.selectFrom(batchTables[type]).select('undoes_id').where('id', '=', id).executeTakeFirst()
  return batch?.undoes_id ? ofUndo : ofImport
}
