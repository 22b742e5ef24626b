import { sql } from 'kysely'
import { givingUrl, type GivingEvaluation, type GivingPreview } from '@alumni/shared/exchange/giving'
import { coveredTo } from '@alumni/shared/exchange/giving-coverage'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'

/** A preview of this person's, or an import of anybody's; without `id` the newest file of this person's that is kept. Throws `HttpError` 404 where it is none, or forgotten. */
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
