import { sql } from 'kysely'
import {
  givingUrl,
  type GivingEvaluation,
  type GivingPreview,
  giftColumns,
  giftRowReasons,
} from '@alumni/shared/exchange/giving'
import { coveredTo } from '@alumni/shared/exchange/giving-coverage'
import { type Db, transact } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { type StaffUser, audit } from '../../staff/index.ts'

/**
 * A preview of this person's, or an import of anybody's; without `id` the newest file of this person's that is kept.
 * Throws `HttpError` 404 where it is none, or forgotten.
 */
export async function findPreview(db: Db, id: number | undefined, by: StaffUser): Promise<GivingPreview> {
  const found = await db
    .selectFrom('giving_imports as i')
    .innerJoin('staff_users as u', 'u.id', 'i.uploaded_by_id')
    .select(['i.id', 'i.coverage_start', 'i.coverage_end', 'i.uploaded_on', 'i.evaluation', 'u.name as uploaded_by'])
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
  const { evaluation, coverage_start, coverage_end, uploaded_on, has_rows, committed_at, ...rest } = found
  const stated = { coverage_start: coverage_start!, coverage_end: coverage_end! }
  return {
    ...(evaluation as GivingEvaluation),
    ...rest,
    ...stated,
    covered_to: coveredTo({ end: stated.coverage_end, uploadedOn: uploaded_on }),
    committed_at: committed_at as string | null,
    links: {
      self: selfOf(rest.id),
      issues: has_rows ? `${givingUrl}/issues?preview_id=${rest.id}` : null,
    },
  }
}

export function selfOf(id: number): string {
  return `${givingUrl}?preview_id=${id}`
}

export function noSuchPreview(): HttpError {
  return new HttpError(
    404,
    'There is no such preview of yours, or it has expired: previews are forgotten after a day. Upload the file again.',
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
 * Forgets previews that have expired, uploads that broke off, and the rows of imports whose issues are no longer
 * offered.
 */
export async function sweepGivingPreviews(db: Db): Promise<void> {
  await db
    .deleteFrom('giving_imports')
    .where('committed_at', 'is', null)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .deleteFrom('giving_import_rows')
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
    const rows = await db
      .selectFrom('giving_import_rows')
      .select(['line', 'crm_id', 'gift_date', 'problem', 'outcome'])
      .where('import_id', '=', id)
      .where('line', '>', line)
      .where('outcome', 'in', Object.keys(giftRowReasons))
      .orderBy('line')
      .limit(rowsAtOnce)
      .execute()
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
