import { is } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import {
  givingUrl,
  type GivingEvaluation,
  type GivingPreview,
  giftColumns,
  giftRowReasons,
} from '@alumni/shared/exchange/giving'
import { undoDays, type UndoOffer } from '@alumni/shared/exchange/imports'
import { coveredTo } from '@alumni/shared/exchange/giving-coverage'
import { type Db, transact } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { type StaffUser, audit } from '../../staff/index.ts'

/**
 * Finds a preview of this person's, or an import of anybody's; without `id` this person's newest stored file. Throws
 * `HttpError` 404 where it is none, or forgotten.
 */
export async function findPreview(db: Db, id: number | undefined, by: StaffUser): Promise<GivingPreview> {
  const found = await db
    .selectFrom('giving_imports as i')
    .innerJoin('staff_users as u', 'u.id', 'i.uploaded_by_id')
    .leftJoin('engagement_batches as b', 'b.id', 'i.engagement_batch_id')
    .leftJoin('staff_users as undoer', 'undoer.id', 'b.undone_by_id')
    .select(['i.id', 'i.coverage_start', 'i.coverage_end', 'i.uploaded_on', 'i.evaluation', 'u.name as uploaded_by'])
    .select(['b.id as batch_id', 'undoer.name as undone_by', utc('b.undone_at').as('undone_at'), 'i.has_before_images'])
    .select([utc('i.uploaded_at').as('uploaded_at'), utc('i.expires_at').as('expires_at')])
    .select([utc('i.committed_at').as('committed_at'), sql<boolean>`i.expires_at > now()`.as('has_rows')])
    .$if(id !== undefined, (imports) => imports.where('i.id', '=', id!))
    .$if(id === undefined, (imports) =>
      imports.where('i.uploaded_by_id', '=', by.id).where('i.expires_at', '>', sql<string>`now()`),
    )
    .where('i.evaluation', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('i.committed_at', 'is not', null),
        and([eb('i.uploaded_by_id', '=', by.id), eb('i.expires_at', '>', sql<string>`now()`)]),
      ]),
    )
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw noSuchPreview()
  const { evaluation: stored, coverage_start, coverage_end, uploaded_on, has_rows, committed_at, ...rest } = found
  const { batch_id, has_before_images, undone_by, undone_at, ...shown } = rest
  const stated = { coverage_start: coverage_start!, coverage_end: coverage_end! }
  const evaluation = stored as GivingEvaluation
  return {
    ...evaluation,
    ...shown,
    ...stated,
    covered_to: coveredTo({ end: stated.coverage_end, uploadedOn: uploaded_on }),
    committed_at,
    undone_by,
    undone_at,
    undo:
      batch_id === null || undone_at !== null
        ? null
        : has_before_images && has_rows
          ? await undoOffer(db, { batch_id, evaluation, until: shown.expires_at })
          : { until: null, refusal: has_before_images ? tooLate : tooEarly },
    links: {
      self: selfOf(shown.id),
      issues: has_rows ? `${givingUrl}/issues?preview_id=${shown.id}` : null,
    },
  }
}

const tooLate = `This import can no longer be undone: previous values are stored for ${undoDays} days.`
const tooEarly =
  'This import cannot be undone: it ran before v0.10.0, which began to keep the gifts that were replaced.'

type Committed = { batch_id: number; evaluation: GivingEvaluation; until: string }

/** Refuses an undo where a later import replaced the same days, until that one is undone. */
async function undoOffer(db: Db, { batch_id, evaluation, until }: Committed): Promise<UndoOffer> {
  const later = await db
    .selectFrom('giving_imports as i')
    .innerJoin('engagement_batches as b', 'b.id', 'i.engagement_batch_id')
    .innerJoin('staff_users as u', 'u.id', 'i.uploaded_by_id')
    .select(['i.id', 'i.evaluation', 'u.name'])
    .where('b.id', '>', batch_id)
    .where('b.undone_at', 'is', null)
    .orderBy('b.id', 'desc')
    .execute()
  const years = evaluation.years.filter(({ is_replaced }) => is_replaced)
  const over = later.find((other) =>
    (other.evaluation as GivingEvaluation).years.some(
      ({ is_replaced, from, last }) => is_replaced && years.some((year) => from <= year.last && last >= year.from),
    ),
  )
  if (!over) return { until, refusal: null }
  const refusal = `${over.name} has since imported giving for the same days. To undo this import, first undo giving import ${over.id}.`
  return { until: null, refusal }
}

/** The newest first. */
export function replacedYears({ years }: GivingEvaluation): number[] {
  return years.filter(({ is_replaced }) => is_replaced).map(({ year }) => year)
}

export function selfOf(id: number): string {
  return `${givingUrl}?preview_id=${id}`
}

export function noSuchPreview(): HttpError {
  return new HttpError(
    404,
    'You have no such preview, or it has expired: previews are deleted after one day. Upload the file again.',
  )
}

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

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'sweep-giving-previews': Record<string, never>
  }
}

/**
 * Forgets previews that have expired, uploads that broke off, and of imports that are a month old the rows and
 * what they replaced.
 */
export async function sweepGivingPreviews(db: Db): Promise<void> {
  await db.remove('giving_imports', { committed_at: null, expires_at: is('<', sql<string>`now()`) })
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

/**
 * The rows that are not imported, each with its reason, in the order of the file; without `asked` those of this
 * person's newest file. Throws `HttpError` 404.
 */
export async function issuesOf(
  db: Db,
  asked: number | undefined,
  by: StaffUser,
): Promise<{ id: number; rows: AsyncGenerator<(string | number)[][]> }> {
  const { id, links } = await findPreview(db, asked, by)
  if (!links.issues) throw new HttpError(404, 'The lines of this import are no longer kept.')
  return { id, rows: readIssues(db, id) }
}

async function* readIssues(db: Db, id: number): AsyncGenerator<(string | number)[][]> {
  for (let line = 0; ;) {
    const rows = await db.findAll(
      'giving_import_rows',
      ['line', 'crm_id', 'gift_date', 'problem', 'outcome'],
      { import_id: id, line: is('>', line), outcome: Object.keys(giftRowReasons) },
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
