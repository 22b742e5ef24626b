import { is } from '../../../foundations/database/rows.ts'
import type { Context } from '../../../foundations/context.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { FileMissing } from '../../../foundations/files/files.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import type { StaffUser } from '../../../staff/index.ts'
import { refuseWhileActive } from '../batches.ts'
import type { BatchRef } from '../moves.ts'
import { ImportRefused } from '../definition.ts'
import { createBatch, orForget, storeFile } from './take-file.ts'
import { contentOf, removePieces, type Upload, piecesFolder } from './pieces.ts'
import { subDays } from 'date-fns/subDays'

/**
 * Makes the batch of a complete upload; asked again, it answers the same batch. Throws `HttpError` 409 while the upload
 * is incomplete or another batch of the type is active: the upload then remains for later. `ImportRefused` for a file
 * that cannot be taken, which is deleted.
 */
export async function finishUpload(db: Db, context: Context, upload: Upload, by: StaffUser): Promise<BatchRef> {
  const { type, batch_id } = upload
  if (batch_id !== null) return { type, id: batch_id }
  if (upload.received < upload.size) throw new HttpError(409, 'The upload is not complete yet. Finish it first.')
  await refuseWhileActive(db, type)
  const stored = await forgetIfRefused(db, context, upload, () =>
    storeFile(db, context, type, contentOf(context.files, upload)),
  )
  const id = await orForget(context, stored, () =>
    transact(db, async (db) => {
      await refuseFinished(db, upload)
      const batch = await createBatch(db, type, by, upload.file_name, stored)
      await db.update('import_uploads', { id: upload.id }, { batch_id: batch.id, pieces: '[]' })
      return batch.id
    }),
  )
  await removePieces(context.files, upload)
  return { type, id }
}

/** The second of two that finish an upload at once waits here for the first. */
async function refuseFinished(db: Db, { id }: Upload): Promise<void> {
  const { batch_id } = await db
    .selectFrom('import_uploads')
    .select('batch_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(404, 'This upload is no longer kept. Start it again.'))
  if (batch_id !== null) throw new HttpError(409, 'This upload has just been finished. Open its import.')
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
  await db.remove('import_uploads', { id: upload.id })
  await removePieces(files, upload)
}

const retentionDays = 2
const openAtOnce = 10

/**
 * Deletes uploads that were not continued for two days, and pieces without an upload, which killed requests leave
 * behind.
 */
export async function sweepUploads({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  const tooOld = subDays(new Date(), retentionDays)
  const abandoned = await db.findAll('import_uploads', ['id', 'pieces'], { updated_at: is('<', tooOld.toISOString()) })
  for (const upload of abandoned) await forgetUpload(db, { files }, upload)
  for await (const key of files.list(tooOld)) {
    const [folder, id] = key.split('/')
    if (folder !== piecesFolder) continue
    const upload = await db.find('import_uploads', ['pieces'], { id: id! })
    if (!upload?.pieces.includes(key)) await files.remove(key)
  }
}

/** Removes all but the newest of a person's unfinished uploads; otherwise begun uploads could fill the disk. */
export async function forgetSurplus(db: Db, context: Pick<Context, 'files'>, by: Pick<StaffUser, 'id'>): Promise<void> {
  const surplus = await db
    .selectFrom('import_uploads')
    .select(['id', 'pieces'])
    .where('by_id', '=', by.id)
    .where('batch_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .offset(openAtOnce)
    .execute()
  for (const upload of surplus) await forgetUpload(db, context, upload)
}
