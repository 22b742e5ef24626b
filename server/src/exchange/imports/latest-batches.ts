import type { ImportStatus } from '@alumni/shared/exchange/import-states'
import { importTypes, type ImportType } from '@alumni/shared/exchange/imports'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { batchTables } from './import-batch.ts'

/** The newest batch of each type that has any, as the page of all imports shows them. */
export async function latestBatches(
  em: EntityManager,
): Promise<{ type: ImportType; id: number; status: ImportStatus }[]> {
  const latest = await Promise.all(
    importTypes.map((type) =>
      em
        .getKysely()
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
export async function resultsOf(em: EntityManager, type: ImportType, id: number) {
  return em
    .getKysely()
    .selectFrom(batchTables[type])
    .select(['results', 'undoes_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}
