import { isDeepStrictEqual } from 'node:util'
import { sql, type NotNull } from 'kysely'
import { z } from 'zod'
import { giftCode } from '@alumni/shared/exchange/giving'
import type { CommitGivingRequest, GivingEvaluation, GivingPreview } from '@alumni/shared/exchange/giving'
import { undoDays } from '@alumni/shared/exchange/imports'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { evaluateImport, saveEvaluation, selectGivingRows, type Days } from './evaluate.ts'
import { getPreview, previewNotFound, listReplacedYears } from './previews.ts'

/**
 * Replaces the gifts of the preview's fiscal years in one transaction. Does nothing if the preview is already
 * committed. Throws `HttpError` 409 with an updated preview if gifts or other imports have changed its effect, and 422
 * if a confirmation is missing or no year would be replaced.
 */
export async function commitGiving(
  db: Db,
  { preview_id, ...confirmed }: CommitGivingRequest,
  user: StaffUser,
  fiscalYearStart: string,
): Promise<GivingPreview> {
  const refusal = await transact(db, async (db) => {
    await lockGiving(db)
    const locked = await lockPreview(db, preview_id, user)
    if (locked.committed_at !== null) return null
    const { evaluation, replaced } = await evaluateImport(db, locked, fiscalYearStart)
    const laterImport = await findLaterImport(db, locked.after_batch_id)
    if (laterImport || !isDeepStrictEqual(evaluation, locked.evaluation)) {
      await saveEvaluation(db, preview_id, fiscalYearStart)
      return describeChange(laterImport)
    }
    if (!replaced)
      throw new HttpError(
        422,
        'The window does not cover any full fiscal year, so there is nothing to replace. Export the file again from the date shown in the preview.',
      )
    refuseUnconfirmed(evaluation, confirmed)
    const batchId = await logImport(db, locked, evaluation, user)
    await replaceGifts(db, { ...locked, batchId }, evaluation, replaced)
    return null
  })
  const preview = await getPreview(db, preview_id, user)
  if (refusal !== null) throw new HttpError(409, refusal, { body: { preview } })
  return preview
}

/** The end of the transaction releases the lock. */
export async function lockGiving(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('giving import'))`.execute(db)
}

type LockedPreview = {
  id: number
  coverage_start: string
  coverage_end: string
  uploaded_on: string
  content_digest: string
  evaluation: GivingEvaluation
  after_batch_id: number
  committed_at: string | null
}

async function lockPreview(db: Db, id: number, user: StaffUser): Promise<LockedPreview> {
  const preview = await db
    .selectFrom('giving_imports')
    .select(['id', 'coverage_start', 'coverage_end', 'uploaded_on', 'content_digest'])
    .select(['evaluation', 'after_batch_id', 'committed_at'])
    .where('id', '=', id)
    .where('uploaded_by_id', '=', user.id)
    .where('evaluation', 'is not', null)
    .where(({ or, eb }) => or([eb('committed_at', 'is not', null), eb('expires_at', '>', sql<string>`now()`)]))
    .forUpdate()
    .$narrowType<{ coverage_start: NotNull; coverage_end: NotNull; content_digest: NotNull; evaluation: NotNull }>()
    .executeTakeFirst()
  if (!preview) throw previewNotFound()
  return preview
}

async function findLaterImport(db: Db, batchId: number): Promise<{ name: string; years: number[] } | undefined> {
  const found = await db
    .selectFrom('giving_imports as later')
    .innerJoin('staff_users as importer', 'importer.id', 'later.uploaded_by_id')
    .select(['importer.name', 'later.evaluation'])
    .where('later.committed_at', 'is not', null)
    .where('later.engagement_batch_id', '>', batchId)
    .orderBy('later.engagement_batch_id', 'desc')
    .$narrowType<{ evaluation: NotNull }>()
    .executeTakeFirst()
  return found && { name: found.name, years: listReplacedYears(found.evaluation) }
}

function describeChange(laterImport: { name: string; years: number[] } | undefined): string {
  if (!laterImport)
    return 'The gifts on file, or the date, changed after this preview was made. Nothing was imported. Review the new numbers first.'
  const [last, first] = [laterImport.years[0], laterImport.years.at(-1)]
  const years = first === last ? `fiscal year ${last}` : `fiscal years ${first} to ${last}`
  return `${laterImport.name} has imported giving for ${years} since this preview was made. Your file was not imported; review the new figures first.`
}

function refuseUnconfirmed(
  { confirm_gap, confirm_loss }: GivingEvaluation,
  confirmed: Omit<CommitGivingRequest, 'preview_id'>,
): void {
  const fields: Record<string, string> = {}
  if (confirm_gap !== null && !confirmed.confirm_gap)
    fields.confirm_gap = `The window ends ${confirm_gap} days ago. Confirm that you will import later gifts another time.`
  if (confirm_loss !== null && !confirmed.confirm_loss)
    fields.confirm_loss = `${confirm_loss.toLocaleString('en-US')} donors would be lost, more than a fifth of the donors of a year. Confirm that this is right.`
  const messages = Object.values(fields)
  if (messages.length > 0) throw new HttpError(422, messages.join(' '), { fields })
}

const insertedGifts = z.object({
  count: z.number(),
  first_engagement_id: z.number().nullable(),
  last_engagement_id: z.number().nullable(),
})

async function replaceGifts(
  db: Db,
  preview: LockedPreview & { batchId: number },
  evaluation: GivingEvaluation,
  replaced: Days,
): Promise<void> {
  const deleted = await sql`
    with deleted as (
      delete from engagements
      where activity_code = ${sql.lit(giftCode)}
        and engagement_date between ${replaced.from} and ${replaced.to}
      returning *
    )
    insert into giving_before_images (import_id, engagement_id, engagement)
    select ${preview.id}, id, to_jsonb(deleted)
    from deleted
  `.execute(db)
  const [inserted] = await selectRaw(db, insertedGifts)`
    with inserted as (
      insert into engagements (buid, activity_code, engagement_date, engagement_batch_id)
      select buid, ${sql.lit(giftCode)}, gift_date, ${preview.batchId}
      from ${selectGivingRows(preview, replaced)} file_row
      where outcome = 'gift'
      returning id
    )
    select count(*) as count, min(id) as first_engagement_id, max(id) as last_engagement_id
    from inserted
  `
  const { count, ...range } = inserted!
  if (Number(deleted.numAffectedRows) !== evaluation.deletes || count !== evaluation.inserts)
    throw new HttpError(409, 'Gifts were added or removed at the same moment. Nothing was imported. Try again.')
  await db.update('engagement_batches', { id: preview.batchId }, range)
  await db
    .deleteFrom('giving_import_rows')
    .where('import_id', '=', preview.id)
    .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '=', 'duplicate')]))
    .execute()
}

async function logImport(
  db: Db,
  preview: LockedPreview,
  evaluation: GivingEvaluation,
  user: StaffUser,
): Promise<number> {
  const { rows, inserts: inserted, deletes } = evaluation
  const { coverage_start, coverage_end } = preview
  const years = listReplacedYears(evaluation)
  const batch = {
    batch_id: `giving-import-${preview.id}`,
    received: rows.rows,
    inserted,
    failed: rows.rows - inserted - rows.duplicate,
  }
  const id = await db.add('engagement_batches', {
    ...batch,
    staff_user_id: user.id,
    source: 'Giving import',
    payload_digest: preview.content_digest,
    deleted_count: deletes,
    metadata: JSON.stringify({ coverage_start, coverage_end, years, rows }),
    answer: JSON.stringify({ ...batch, errors: [] }),
  })
  await db.update(
    'giving_imports',
    { id: preview.id },
    {
      engagement_batch_id: id,
      has_before_images: true,
      committed_at: sql<string>`now()`,
      expires_at: sql<string>`now() + make_interval(days => ${undoDays})`,
    },
  )
  await audit(db, user, 'giving.imported', `giving-imports/${preview.id}`, {
    coverage_start,
    coverage_end,
    years,
    inserted,
    deleted: deletes,
  })
  return id
}
