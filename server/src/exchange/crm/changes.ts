import { sql } from 'kysely'
import type { CrmChange, CrmChangesPage, CrmChangesQuery, ShownChanges } from '@alumni/shared/exchange/crm'
import { displayName, nameParts } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { selectChanges, type ChangeFilter, findImportRef, countChanges } from './find-changes.ts'
import { listExports } from './export-batches.ts'
import { buildDigest } from './moves.ts'

export async function listChanges(db: Db, { page, ...query }: CrmChangesQuery): Promise<CrmChangesPage> {
  const filter: ChangeFilter = {
    ...query,
    state: query.state ?? (query.batch_id === undefined ? 'pending' : 'verified'),
    as_of: new Date().toISOString(),
  }
  const { state } = filter
  const selection = selectChanges(db, filter)
  const { counts, waiting } = await countChanges(db)
  const export_batches = await listExports(db)
  const shownChanges = state === 'pending' ? await readShownChanges(db, filter, export_batches[0]?.id ?? 0) : null
  const isUnfiltered = state !== 'all' && !query.batch_id && !query.q && !query.age && !query.crm_id
  const { rows, ...members } = await readPage(page, {
    matching: isUnfiltered ? counts[state] : countRows(selection),
    // Paginates ids first; otherwise PostgreSQL computes the other columns for skipped rows too.
    async read({ limit, offset }) {
      const ids = await selection.select('change.id').orderBy('change.id', 'desc').limit(limit).offset(offset).execute()
      return readChanges(
        db,
        ids.map(({ id }) => id),
      )
    },
  })
  return {
    changes: rows,
    ...members,
    state,
    counts,
    waiting,
    shown: shownChanges,
    import: await findImportRef(db, query.batch_id),
    export_batches,
  }
}

/** The digests let an export check that it includes exactly the changes that the user saw. */
async function readShownChanges(db: Db, filter: ChangeFilter, last_export: number): Promise<ShownChanges> {
  const row = await selectChanges(db, filter)
    .select([({ fn }) => fn.coalesce(fn.max('change.id'), sql<number>`0`).as('up_to')])
    .select([({ fn }) => fn.countAll<number>().as('all'), buildDigest('change').as('digest')])
    .select(({ fn }) => fn.countAll<number>().filterWhere('a.crm_id', 'is not', null).as('loadable'))
    .select(buildDigest('change', sql`a.crm_id is not null`).as('loadable_digest'))
    .executeTakeFirstOrThrow()
  return {
    up_to: row.up_to,
    as_of: filter.as_of,
    last_export,
    all: { count: row.all, digest: row.digest },
    loadable: { count: row.loadable, digest: row.loadable_digest },
  }
}

async function readChanges(db: Db, ids: readonly number[]): Promise<CrmChange[]> {
  const rows = await db
    .selectFrom('crm_data_changes as change')
    .innerJoin('alumni as a', 'a.buid', 'change.buid')
    .where('change.id', 'in', ids)
    .orderBy('change.id', 'desc')
    .select(['change.id', 'change.buid', 'change.field', 'change.before', 'change.after', 'change.status'])
    .select(['change.made_by', utc('change.created_at').as('created_at'), ...nameParts])
    .select(['change.export_batch_id', utc('change.exported_at').as('exported_at')])
    .select(['change.verified_by_batch_id', utc('change.verified_at').as('verified_at')])
    .select(({ exists, selectFrom }) => [
      sql<boolean>`a.crm_id is not null`.as('has_crm_id'),
      exists(
        selectFrom('crm_conflicts as conflict')
          .select('conflict.id')
          .whereRef('conflict.change_id', '=', 'change.id')
          .where('conflict.resolved_at', 'is', null),
      )
        .$castTo<boolean>()
        .as('is_contradicted'),
    ])
    .execute()
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}
