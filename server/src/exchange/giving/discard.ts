import { transact, type Db } from '../../foundations/database/db.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { noSuchPreview } from './find-preview.ts'

/** Forgets a preview of this person's at once, with its rows. Throws `HttpError` 404 where it is none, or imported. */
export async function discardPreview(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('giving_imports')
      .where('id', '=', id)
      .where('uploaded_by_id', '=', by.id)
      .where('committed_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchPreview()
    await audit(db, by, 'giving.discarded', `giving-imports/${id}`)
  })
}
