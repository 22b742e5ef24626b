import type { ImportStatus } from '@alumni/shared/exchange/import-states'
import { importTypes, type ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import { batchTables } from './import-batch.ts'

/** The newest batch of each type that has any, as the page of all imports shows them. */
export async function latestBatches(db: Db): Promise<{ type: ImportType; id: number; status: ImportStatus }[]> {
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

/** What a batch has done, null while it is under way; of an undo, which batch it undoes. */
export async function resultsOf(db: Db, type: ImportType, id: number) {
  return db.selectFrom(batchTables[type]).select(['results', 'undoes_id']).where('id', '=', id).executeTakeFirst()
}
