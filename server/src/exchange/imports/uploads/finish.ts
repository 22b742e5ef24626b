import type { Context } from '../../../foundations/context.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { FileMissing } from '../../../foundations/files/files.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import type { StaffUser } from '../../../staff/index.ts'
import { refuseWhileActive } from '../active-batch.ts'
import type { BatchRef } from '../moves.ts'
import { ImportRefused } from '../refusal.ts'
import { createBatch, orForget, storeFile } from '../take-file.ts'
import type { Upload } from './find-upload.ts'
import { contentOf, removePieces } from './pieces.ts'

/**
 * Makes the batch of a complete upload; asked again, it answers the same batch. Throws `HttpError` 409 while the upload is incomplete or
 * another batch of the type is active: the upload is then kept for later. `ImportRefused` for a file that cannot be taken, which is forgotten.
 */
export async function finishUpload(db: Db, context: Context, upload: Upload, by: StaffUser): Promise<BatchRef> {
  const { type, batch_id } = upload
  if (batch_id !== null) return { type, id: batch_id }
  if (upload.received < upload.size) throw new HttpError(409, 'The upload is not complete yet. Go on with it first.')
  await refuseWhileActive(db, type)
  const stored = await forgetIfRefused(db, context, upload, () =>
    storeFile(db, context, type, contentOf(context.files, upload)),
  )
  const id = await orForget(context, stored, () =>
    transact(db, async (db) => {
      await refuseFinished(db, upload)
      const batch = await createBatch(db, type, by, upload.file_name, stored)
      await db
        .updateTable('import_uploads')
        .set({ batch_id: batch.id, pieces: '[]' })
        .where('id', '=', upload.id)
        .execute()
      return batch.id
    }),
  )
  await removePieces(context.files, upload)
  return { type, id }
}

/** Of two that finish an upload at once the second waits here for the first. */
async function refuseFinished(db: Db, { id }: Upload): Promise<void> {
  const { batch_id } = await db
    .selectFrom('import_uploads')
    .select('batch_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(404, 'This upload is no longer kept. Start it again.'))
  if (batch_id !== null) throw new HttpError(409, 'This upload has just been finished. Look at its import.')
}

/** Runs `work` on an upload, which is forgotten if its file cannot be taken. */
export async function forgetIfRefused<Result>(
  db: Db,
  context: Context,
  upload: Upload,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportRefused) await forgetUpload(db, context, upload)
    throw error instanceof FileMissing ? new HttpError(404, 'This upload is no longer kept. Start it again.') : error
  }
}

export async function forgetUpload(
  db: Db,
  { files }: Pick<Context, 'files'>,
  upload: Pick<Upload, 'id' | 'pieces'>,
): Promise<void> {
  await db.deleteFrom('import_uploads').where('id', '=', upload.id).execute()
  await removePieces(files, upload)
}
