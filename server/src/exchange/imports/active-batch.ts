import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { latestBatch } from './batches.ts'
import { batchUrl } from './present-batch.ts'

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
