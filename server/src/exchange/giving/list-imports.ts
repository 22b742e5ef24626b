import { is, isNotNull } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import type { GivingEvaluation, GivingPage, GivingQuery } from '@alumni/shared/exchange/giving'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage, type PageRows } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { StaffUser } from '../../staff/index.ts'
import { findPreview, replacedYears, selfOf } from './previews.ts'
import { utcToday } from '../../foundations/days.ts'

/**
 * The page: the preview that was asked for, one's own that wait, and a page of past imports. Throws `HttpError` 404.
 */
export async function showGiving(
  db: Db,
  { preview_id, page }: GivingQuery,
  by: StaffUser,
  config: Config,
): Promise<GivingPage> {
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(importsFound(db)),
    read: (of) => readImports(db, of),
  })
  return {
    preview: preview_id === undefined ? null : await findPreview(db, preview_id, by),
    waiting: await waitingFor(db, by),
    imports: rows,
    ...shown,
    today: utcToday(),
    fiscal_year_start: config.FISCAL_YEAR_START,
    max_upload_mb: config.MAX_UPLOAD_MB,
    has_crm_ids: await hasCrmIds(db),
  }
}

function importsFound(db: Db) {
  return db
    .selectFrom('giving_imports')
    .select(['id', 'engagement_batch_id'])
    .where('committed_at', 'is not', null)
    .orderBy('engagement_batch_id', 'desc')
}

async function readImports(db: Db, { limit, offset }: PageRows): Promise<GivingPage['imports']> {
  const imports = await db
    // The page is found in the index alone: evaluations are large, and those before it are not read.
    .selectFrom(importsFound(db).limit(limit).offset(offset).as('p'))
    .innerJoin('giving_imports as i', 'i.id', 'p.id')
    .innerJoin('staff_users as u', 'u.id', 'i.uploaded_by_id')
    .innerJoin('engagement_batches as b', 'b.id', 'i.engagement_batch_id')
    .leftJoin('staff_users as undoer', 'undoer.id', 'b.undone_by_id')
    .select(['i.id', 'u.name as imported_by', 'i.coverage_start', 'i.coverage_end', 'i.evaluation'])
    .select([utc('i.committed_at').as('imported_at'), 'undoer.name as undone_by'])
    .orderBy('p.engagement_batch_id', 'desc')
    .execute()
  return imports.map(({ evaluation: stored, coverage_start, coverage_end, ...rest }) => {
    const evaluation = stored as GivingEvaluation
    return {
      ...rest,
      coverage_start: coverage_start!,
      coverage_end: coverage_end!,
      years: replacedYears(evaluation),
      deleted: evaluation.deletes,
      inserted: evaluation.inserts,
      unmatched: evaluation.rows.unmatched,
      links: { self: selfOf(rest.id) },
    }
  })
}

async function waitingFor(db: Db, by: StaffUser): Promise<GivingPage['waiting']> {
  const waiting = await db.findAll(
    'giving_imports',
    ['id', 'coverage_start', 'coverage_end', utc('uploaded_at').as('uploaded_at')],
    { uploaded_by_id: by.id, committed_at: null, evaluation: isNotNull, expires_at: is('>', sql<string>`now()`) },
    { by: '-id', limit: 5 },
  )
  return waiting.map((preview) => ({
    ...preview,
    coverage_start: preview.coverage_start!,
    coverage_end: preview.coverage_end!,
  }))
}

async function hasCrmIds(db: Db): Promise<boolean> {
  const found = await db.find('alumni', ['buid'], { crm_id: isNotNull })
  return found !== undefined
}
