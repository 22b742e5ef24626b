import { sql } from 'kysely'
import type { ConflictsQuery, ConflictsPage, CrmConflict } from '@alumni/shared/exchange/crm'
import { displayName, nameParts } from '../../alumni/index.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { findImportRef, searchedNames } from './find-changes.ts'

type Filter = Omit<ConflictsQuery, 'page'>

export async function listConflicts(db: Db, { page, ...filter }: ConflictsQuery): Promise<ConflictsPage> {
  const selection = selectMatching(db, filter)
  const { rows, ...members } = await readPage(page, {
    matching: countRows(selection),
    // Paginates ids first; otherwise PostgreSQL computes the other columns for skipped rows too.
    async read({ limit, offset }) {
      const rows = await selection
        .select('conflict.id')
        .orderBy('conflict.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const ids = rows.map(({ id }) => id)
      return readConflicts(selectConflicts(db).where('conflict.id', 'in', ids).orderBy('conflict.id', 'desc'))
    },
  })
  return {
    conflicts: rows,
    ...members,
    total: filter.q ? await countRows(selectMatching(db, { ...filter, q: undefined })) : members.matching,
    import: await findImportRef(db, filter.batch_id),
  }
}

export async function getConflict(db: Db, id: number): Promise<CrmConflict> {
  const [conflict] = await listConflictsById(db, [id])
  if (!conflict) throw new HttpError(404, 'There is no such conflict.')
  return conflict
}

export async function listConflictsById(db: Db, ids: readonly number[]): Promise<CrmConflict[]> {
  return ids.length === 0
    ? []
    : readConflicts(selectConflicts(db).where('conflict.id', 'in', ids).orderBy('conflict.id'))
}

export async function countOpenConflicts(db: Db, filter: Omit<Filter, 'state'> = {}, after = 0): Promise<number> {
  return countRows(selectMatching(db, { ...filter, state: 'open' }).where('conflict.id', '>', after))
}

export async function listOpenConflictIds(
  db: Db,
  filter: Omit<Filter, 'state'>,
  after: number,
  maxRows: number,
): Promise<number[]> {
  const open = selectMatching(db, { ...filter, state: 'open' }).where('conflict.id', '>', after)
  const rows = await open.select('conflict.id').orderBy('conflict.id').limit(maxRows).execute()
  return rows.map(({ id }) => id)
}

function selectConflicts(db: Db) {
  return db
    .selectFrom('crm_conflicts as conflict')
    .innerJoin('alumni as a', 'a.buid', 'conflict.buid')
    .leftJoin('crm_data_changes as change', 'change.id', 'conflict.change_id')
    .leftJoin('staff_users as resolver', 'resolver.id', 'conflict.resolved_by_id')
}

function selectMatching(db: Db, { batch_id, state, q }: Filter) {
  return selectConflicts(db)
    .where(matchesSearch(q, [...searchedNames, 'conflict.ours', 'conflict.theirs']))
    .$if(batch_id !== undefined, (found) => found.where('conflict.batch_id', '=', batch_id!))
    .$if(state === 'open', (found) => found.where('conflict.resolved_at', 'is', null))
    .$if(state === 'resolved', (found) => found.where('conflict.resolved_at', 'is not', null))
}

async function readConflicts(selection: ReturnType<typeof selectConflicts>): Promise<CrmConflict[]> {
  const rows = await selection
    .innerJoin('contact_import_batches as batch', 'batch.id', 'conflict.batch_id')
    .select(['conflict.batch_id', 'batch.file_name', utc('batch.started_at').as('read_at')])
    .select(['conflict.id', 'conflict.buid', 'conflict.field', 'conflict.ours', 'conflict.theirs', ...nameParts])
    .select(sql<string | null>`to_jsonb(a) ->> conflict.field`.as('current'))
    .select(['change.made_by', utc('change.created_at').as('made_at'), utc('conflict.created_at').as('created_at')])
    .select(['conflict.resolution', 'resolver.name as resolved_by', utc('conflict.resolved_at').as('resolved_at')])
    .select(sql<boolean>`conflict.settlement is not null`.as('can_be_undone'))
    .execute()
  return rows.map(({ can_be_undone, ...row }) => ({
    ...row,
    name: displayName(row),
    links: { undo: can_be_undone ? `/settings/crm/conflicts/${row.id}/undo` : null },
  }))
}
