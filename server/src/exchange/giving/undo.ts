import { sql } from 'kysely'
import { giftCode, type UndoGivingReply } from '@alumni/shared/exchange/giving'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { takeTurn } from './commit.ts'
import { findPreview } from './previews.ts'

/**
 * Takes out the gifts that an import wrote, and puts back those that it replaced as they were, in one transaction.
 * Gifts that have come since from elsewhere stay. Throws `HttpError` 404, or 409 with the reason where the import cannot
 * be undone (any more).
 */
export async function undoGiving(db: Db, id: number, by: StaffUser): Promise<UndoGivingReply> {
  return transact(db, async (db) => {
    await takeTurn(db)
    const { undo, undone_by, inserts, deletes } = await findPreview(db, id, by)
    if (!undo)
      throw new HttpError(409, undone_by ? `${undone_by} has already undone this.` : 'Nothing was imported yet.')
    if (undo.refusal !== null) throw new HttpError(409, undo.refusal)
    const batch = await db
      .selectFrom('giving_imports as i')
      .innerJoin('engagement_batches as b', 'b.id', 'i.engagement_batch_id')
      .select(['b.id', 'b.first_engagement_id as first', 'b.last_engagement_id as last'])
      .where('i.id', '=', id)
      .executeTakeFirstOrThrow()
    const removed = await removeInserted(db, batch)
    const restored = await restoreReplaced(db, id)
    await db.update('engagement_batches', { id: batch.id }, { undone_at: sql<string>`now()`, undone_by_id: by.id })
    await audit(db, by, 'giving.undone', `giving-imports/${id}`, {
      inserted: inserts,
      removed,
      deleted: deletes,
      restored,
    })
    return { preview: await findPreview(db, id, by), removed, restored, left_out: deletes - restored }
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

/** Without those of people who are gone, and of lists that were taken back since. */
async function restoreReplaced(db: Db, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into engagements overriding system value
    select g.* from giving_before_images i
      cross join jsonb_populate_record(null::engagements, i.engagement) g
      join alumni a on a.buid = g.buid
      left join engagement_batches b on b.id = g.engagement_batch_id
    where i.import_id = ${id} and b.undone_at is null
  `.execute(db)
  await db.remove('giving_before_images', { import_id: id })
  return Number(numAffectedRows)
}
