import type { EntityManager } from '../../foundations/database/orm.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { noSuchPreview } from './find-preview.ts'

/** Forgets a preview of this person's at once, with its rows. Throws `HttpError` 404 where it is none, or imported. */
export async function discardPreview(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    const { numDeletedRows } = await em
      .getKysely()
      .deleteFrom('giving_imports')
      .where('id', '=', id)
      .where('uploaded_by_id', '=', by.id)
      .where('committed_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchPreview()
    await audit(em, by, 'giving.discarded', `giving-imports/${id}`)
  })
}
