import { sql, type NotNull } from 'kysely'
import { givingUrl, giftColumns, giftRowReasons } from '@alumni/shared/exchange/giving'
import type { GivingEvaluation, GivingPage, GivingPreview, GivingQuery } from '@alumni/shared/exchange/giving'
import { undoDays, type UndoOffer } from '@alumni/shared/exchange/imports'
import { findLastCoveredDay } from '@alumni/shared/exchange/giving-coverage'
import { type Db, transact } from '../../foundations/database/db.ts'
import { countRows, readPage, type PageRows } from '../../foundations/database/read-page.ts'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { utc } from '../../foundations/database/utc.ts'
import { utcToday } from '../../foundations/days.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { type StaffUser, audit } from '../../staff/index.ts'

type CompleteColumns = { coverage_start: NotNull; coverage_end: NotNull; evaluation: NotNull }

export async function readGivingPage(
  db: Db,
  { preview_id, page }: GivingQuery,
  user: StaffUser,
  config: Config,
): Promise<GivingPage> {
  const { rows, ...pageMembers } = await readPage(page, {
    matching: countRows(selectImports(db)),
    read: (range) => readImports(db, range),
  })
  return {
    preview: preview_id === undefined ? null : await getPreview(db, preview_id, user),
    waiting: await listWaiting(db, user),
    imports: rows,
    ...pageMembers,
    today: utcToday(),
    fiscal_year_start: config.FISCAL_YEAR_START,
    max_upload_mb: config.MAX_UPLOAD_MB,
    has_crm_ids: (await db.find('alumni', ['buid'], { crm_id: isNotNull })) !== undefined,
  }
}

function selectImports(db: Db) {
  return db
    .selectFrom('giving_imports')
    .select(['id', 'engagement_batch_id'])
    .where('committed_at', 'is not', null)
    .orderBy('engagement_batch_id', 'desc')
}

async function readImports(db: Db, { limit, offset }: PageRows): Promise<GivingPage['imports']> {
  const imports = await db
    // Paginates ids first with an index-only scan, because evaluations are large.
    .selectFrom(selectImports(db).limit(limit).offset(offset).as('page'))
    .innerJoin('giving_imports as import', 'import.id', 'page.id')
    .innerJoin('staff_users as importer', 'importer.id', 'import.uploaded_by_id')
    .innerJoin('engagement_batches as batch', 'batch.id', 'import.engagement_batch_id')
    .leftJoin('staff_users as undoer', 'undoer.id', 'batch.undone_by_id')
    .select(['import.id', 'importer.name as imported_by', utc('import.committed_at').as('imported_at')])
    .select(['import.coverage_start', 'import.coverage_end', 'import.evaluation', 'undoer.name as undone_by'])
    .orderBy('page.engagement_batch_id', 'desc')
    .$narrowType<CompleteColumns>()
    .execute()
  return imports.map(({ evaluation, ...row }) => ({
    ...row,
    years: listReplacedYears(evaluation),
    deleted: evaluation.deletes,
    inserted: evaluation.inserts,
    unmatched: evaluation.rows.unmatched,
    links: { self: previewUrl(row.id) },
  }))
}

async function listWaiting(db: Db, user: StaffUser): Promise<GivingPage['waiting']> {
  const waiting = await db.findAll(
    'giving_imports',
    ['id', 'coverage_start', 'coverage_end', utc('uploaded_at').as('uploaded_at')],
    {
      uploaded_by_id: user.id,
      committed_at: null,
      evaluation: isNotNull,
      expires_at: compare('>', sql<string>`now()`),
    },
    { by: '-id', limit: 5 },
  )
  return waiting as GivingPage['waiting']
}

/** Reads anyone's import or this user's preview; without `id`, the user's newest upload. Throws `HttpError` 404. */
export async function getPreview(db: Db, id: number | undefined, user: StaffUser): Promise<GivingPreview> {
  const found = await db
    .selectFrom('giving_imports as import')
    .innerJoin('staff_users as uploader', 'uploader.id', 'import.uploaded_by_id')
    .leftJoin('engagement_batches as batch', 'batch.id', 'import.engagement_batch_id')
    .leftJoin('staff_users as undoer', 'undoer.id', 'batch.undone_by_id')
    .select(['import.id', 'import.coverage_start', 'import.coverage_end', 'import.evaluation'])
    .select(['uploader.name as uploaded_by', utc('import.uploaded_at').as('uploaded_at'), 'import.uploaded_on'])
    .select([utc('import.expires_at').as('expires_at'), sql<boolean>`import.expires_at > now()`.as('is_unexpired')])
    .select([utc('import.committed_at').as('committed_at'), 'batch.id as batch_id', 'import.has_before_images'])
    .select(['undoer.name as undone_by', utc('batch.undone_at').as('undone_at')])
    .where('import.evaluation', 'is not', null)
    .where(({ or, and, eb }) => {
      const isUnexpired = eb('import.expires_at', '>', sql<string>`now()`)
      const isOwnPreview = and([eb('import.uploaded_by_id', '=', user.id), isUnexpired])
      if (id === undefined) return isOwnPreview
      return and([eb('import.id', '=', id), or([eb('import.committed_at', 'is not', null), isOwnPreview])])
    })
    .orderBy('import.id', 'desc')
    .limit(1)
    .$narrowType<CompleteColumns>()
    .executeTakeFirst()
  if (!found) throw previewNotFound()
  const { evaluation, uploaded_on, is_unexpired, batch_id, has_before_images, ...preview } = found
  return {
    ...evaluation,
    ...preview,
    covered_to: findLastCoveredDay({ end: preview.coverage_end, uploadedOn: uploaded_on }),
    undo:
      batch_id === null || preview.undone_at !== null
        ? null
        : has_before_images && is_unexpired
          ? await buildUndoOffer(db, { batch_id, evaluation, until: preview.expires_at })
          : { until: null, refusal: has_before_images ? expiredRefusal : legacyRefusal },
    links: {
      self: previewUrl(preview.id),
      issues: is_unexpired ? `${givingUrl}/issues?preview_id=${preview.id}` : null,
    },
  }
}

const expiredRefusal = `This import can no longer be undone: previous values are stored for ${undoDays} days.`
const legacyRefusal =
  'This import cannot be undone: it ran before v0.10.0, which began to keep the gifts that were replaced.'

type CommittedImport = { batch_id: number; evaluation: GivingEvaluation; until: string }

async function buildUndoOffer(db: Db, { batch_id, evaluation, until }: CommittedImport): Promise<UndoOffer> {
  const later = await db
    .selectFrom('giving_imports as later')
    .innerJoin('engagement_batches as batch', 'batch.id', 'later.engagement_batch_id')
    .innerJoin('staff_users as importer', 'importer.id', 'later.uploaded_by_id')
    .select(['later.id', 'later.evaluation', 'importer.name'])
    .where('batch.id', '>', batch_id)
    .where('batch.undone_at', 'is', null)
    .orderBy('batch.id', 'desc')
    .$narrowType<CompleteColumns>()
    .execute()
  const years = evaluation.years.filter(({ is_replaced }) => is_replaced)
  const overlapping = later.find((other) =>
    other.evaluation.years.some(
      ({ is_replaced, from, last }) => is_replaced && years.some((year) => from <= year.last && last >= year.from),
    ),
  )
  if (!overlapping) return { until, refusal: null }
  const refusal = `${overlapping.name} has since imported giving for the same days. To undo this import, first undo giving import ${overlapping.id}.`
  return { until: null, refusal }
}

/** Lists the replaced fiscal years, newest first. */
export function listReplacedYears({ years }: GivingEvaluation): number[] {
  return years.filter(({ is_replaced }) => is_replaced).map(({ year }) => year)
}

function previewUrl(id: number): string {
  return `${givingUrl}?preview_id=${id}`
}

export function previewNotFound(): HttpError {
  return new HttpError(
    404,
    'You have no such preview, or it has expired: previews are deleted after one day. Upload the file again.',
  )
}

export async function discardPreview(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const deleted = await db.remove('giving_imports', { id, uploaded_by_id: user.id, committed_at: null })
    if (deleted === 0) throw previewNotFound()
    await audit(db, user, 'giving.discarded', `giving-imports/${id}`)
  })
}

/** Deletes expired previews, incomplete uploads, and the rows and before-images of imports that can no longer be undone. */
export async function sweepGivingPreviews(db: Db): Promise<void> {
  await db.remove('giving_imports', { committed_at: null, expires_at: compare('<', sql<string>`now()`) })
  for (const table of ['giving_import_rows', 'giving_before_images'] as const)
    await db
      .deleteFrom(table)
      .where('import_id', 'in', ({ selectFrom }) =>
        selectFrom('giving_imports')
          .select('id')
          .where('committed_at', 'is not', null)
          .where('expires_at', '<', sql<string>`now()`),
      )
      .execute()
}

const rowsAtOnce = 10_000

export const issueHeader = ['row', giftColumns.crm_id, giftColumns.gift_date, 'reason'] as const

/** Returns the lines that were not imported, in batches. Throws `HttpError` 404. */
export async function readGivingIssues(
  db: Db,
  previewId: number | undefined,
  user: StaffUser,
): Promise<{ id: number; rows: AsyncGenerator<(string | number)[][]> }> {
  const { id, links } = await getPreview(db, previewId, user)
  if (!links.issues) throw new HttpError(404, 'The lines of this import are no longer kept.')
  return { id, rows: readIssueRows(db, id) }
}

async function* readIssueRows(db: Db, id: number): AsyncGenerator<(string | number)[][]> {
  for (let line = 0; ;) {
    const rows = await db.findAll(
      'giving_import_rows',
      ['line', 'crm_id', 'gift_date', 'problem', 'outcome'],
      { import_id: id, line: compare('>', line), outcome: Object.keys(giftRowReasons) },
      { by: 'line', limit: rowsAtOnce },
    )
    yield rows.map((row) => [row.line, row.crm_id ?? '', row.gift_date ?? '', reasonOf(row)])
    if (rows.length < rowsAtOnce) return
    line = rows.at(-1)!.line
  }
}

type Issue = { crm_id: string | null; problem: string | null; outcome: string | null }

function reasonOf({ crm_id, problem, outcome }: Issue): string {
  if (problem !== null) return problem
  const reason = giftRowReasons[outcome as keyof typeof giftRowReasons]
  return outcome === 'unmatched' && crm_id === null
    ? `${reason}: it is blank, or not a CRM id of 15 or 18 characters`
    : reason
}
