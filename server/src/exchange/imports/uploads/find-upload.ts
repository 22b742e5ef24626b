import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import type { StaffUser } from '../../../staff/index.ts'

export type Upload = NonNullable<Awaited<ReturnType<typeof selectUpload>>>

/** The upload that this person has begun. Throws `HttpError` 404 for everybody else's, and for one that was forgotten. */
export async function findUpload(
  db: Db,
  by: Pick<StaffUser, 'id'>,
  { type, id }: { type: ImportType; id: string },
): Promise<Upload> {
  const upload = await selectUpload(db, by.id, type, id)
  if (!upload) throw new HttpError(404, 'This upload is no longer kept. Start it again.')
  return upload
}

function selectUpload(db: Db, by: number, type: ImportType, id: string) {
  return db
    .selectFrom('import_uploads')
    .select(['id', 'type', 'file_name', 'size', 'received', 'pieces', 'batch_id'])
    .where('id', '=', id)
    .where('type', '=', type)
    .where('by_id', '=', by)
    .executeTakeFirst()
}
