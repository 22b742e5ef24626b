import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/** Throws a 422 where the photo is none, or was swept because nothing used it for days. */
export async function knownPhoto(db: Db, name: string | null): Promise<void> {
  if (name === null) return
  const found = await db.selectFrom('photos').select('name').where('name', '=', name).executeTakeFirst()
  if (found) return
  const sentence = 'This photo is no longer there. Upload it again.'
  throw new HttpError(422, sentence, { fields: { photo: sentence } })
}
