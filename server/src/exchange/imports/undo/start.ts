import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { enqueue } from '../../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../../staff/index.ts'
import { refuseWhileActive } from '../batches.ts'
import { batchEntities, type ImportBatch } from '../import-batch.ts'
import { buildUndoOffer } from '../present-batch.ts'
import { findRelatedBatches } from './related.ts'

/**
 * Creates the undo of an import, which starts with a review. Throws `HttpError` 409 if the import cannot be undone, or
 * if another batch of its type is active.
 */
export async function startUndo(db: Db, { type, id }: ImportBatch, user: StaffUser): Promise<ImportBatch> {
  try {
    return await transact(db, async (db) => {
      await refuseWhileActive(db, type)
      const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], id)
      const { undone_by } = (await findRelatedBatches(db, [batch])).get(id)!
      const offer = buildUndoOffer(batch, undone_by)
      if (!offer) throw new HttpError(409, 'This import has nothing to undo.')
      if (offer.refusal !== null) throw new HttpError(409, offer.refusal)
      const undo = db.entities.create(batchEntities[type], {
        type,
        status: 'scanning',
        imported_by: user.id,
        file_name: batch.file_name,
        file_size: 0,
        file_key: '',
        encoding: batch.encoding,
        undoes_id: id,
        total: batch.results!.new + batch.results!.changed + batch.results!.deletes,
      })
      await db.entities.persist(undo).flush()
      await audit(db, user, 'import.undo-started', `${type}/${id}`, { undo: `${type}/${undo.id}` })
      await enqueue(db, 'scan-import', { type, id: undo.id })
      return undo
    })
  } catch (error) {
    // A concurrent request has just created an active batch of the type.
    if (error instanceof UniqueConstraintViolationException) await refuseWhileActive(db, type)
    throw error
  }
}
