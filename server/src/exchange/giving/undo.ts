import { sql } from 'kysely'
import { giftCode, type UndoGivingReply } from '@alumni/shared/exchange/giving'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockGiving } from './commit.ts'
import { getPreview } from './previews.ts'

/**
 * Deletes the imported gifts and restores the replaced ones, in one transaction. Throws `HttpError` 404, or 409 with
 * the reason why the import cannot be undone.
 */
export async function undoGiving(db: Db, id: number, user: StaffUser): Promise<UndoGivingReply> {
  return transact(db, async (db) => {
    await lockGiving(db)
    const { undo, undone_by, inserts, deletes } = await getPreview(db, id, user)
    if (!undo)
      throw new HttpError(409, undone_by ? `${undone_by} has already undone this.` : 'Nothing was imported yet.')
    if (undo.refusal !== null) throw new HttpError(409, undo.refusal)
    const batch = await db
      .selectFrom('giving_imports as import')
      .innerJoin('engagement_batches as batch', 'batch.id', 'import.engagement_batch_id')
      .select(['batch.id', 'batch.first_engagement_id as first', 'batch.last_engagement_id as last'])
      .where('import.id', '=', id)
      .executeTakeFirstOrThrow()
    const removed = await removeInserted(db, batch)
    const restored = await restoreReplaced(db, id)
    await db.update('engagement_batches', { id: batch.id }, { undone_at: sql<string>`now()`, undone_by_id: user.id })
    await audit(db, user, 'giving.undone', `giving-imports/${id}`, {
      inserted: inserts,
      removed,
      deleted: deletes,
      restored,
    })
    return { preview: await getPreview(db, id, user), removed, restored, left_out: deletes - restored }
  })
}

type Batch = { id: number; first: number | null; last: number | null }

async function removeInserted(db: Db, { id, first, last }: Batch): Promise<number> {
  if (first === null || last === null) return 0
  const { numDeletedRows } = await db
    .deleteFrom('engagements')
    .where('engagement_batch_id', '=', id)
    .where('activity_code', '=', giftCode)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Leaves out gifts of people who were deleted and of recorded lists that have since been undone. */
async function restoreReplaced(db: Db, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into engagements overriding system value
    select gift.*
    from giving_before_images image
    cross join jsonb_populate_record(null::engagements, image.engagement) gift
    join alumni on alumni.buid = gift.buid
    left join engagement_batches batch on batch.id = gift.engagement_batch_id
    where image.import_id = ${id}
      and batch.undone_at is null
  `.execute(db)
  await db.remove('giving_before_images', { import_id: id })
  return Number(numAffectedRows)
}
