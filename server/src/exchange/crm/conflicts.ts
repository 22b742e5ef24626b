import { sql } from 'kysely'
import type { ConflictsQuery, ConflictsPage, CrmConflict } from '@alumni/shared/exchange/crm'
import { displayName, nameParts } from '../../alumni/index.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { importOf, searchedNames } from './find-changes.ts'

type Filter = Omit<ConflictsQuery, 'page'>

/** A page of conflicts, newest first. */
export async function listConflicts(db: Db, { page, ...filter }: ConflictsQuery): Promise<ConflictsPage> {
  const found = conflictsFound(db, filter)
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(found),
    // The ids first: what else a row shows would be worked out for all that are skipped.
    async read({ limit, offset }) {
      const ids = await found.select('c.id').orderBy('c.id', 'desc').limit(limit).offset(offset).execute()
      const shown = ids.map(({ id }) => id)
      return readConflicts(conflicts(db).where('c.id', 'in', shown).orderBy('c.id', 'desc'))
    },
  })
  return {
    conflicts: rows,
    ...shown,
    total: filter.q ? await countRows(conflictsFound(db, { ...filter, q: undefined })) : shown.matching,
    import: await importOf(db, filter.batch_id),
  }
}

export async function findConflict(db: Db, id: number): Promise<CrmConflict> {
  const [conflict] = await conflictsWithIds(db, [id])
  if (!conflict) throw new HttpError(404, 'There is no such conflict.')
  return conflict
}

/** Reads these conflicts, by their id. */
export async function conflictsWithIds(db: Db, ids: readonly number[]): Promise<CrmConflict[]> {
  return ids.length === 0 ? [] : readConflicts(conflicts(db).where('c.id', 'in', ids).orderBy('c.id'))
}

/** Counts the open conflicts. */
export async function openConflicts(db: Db): Promise<number> {
  return countRows(conflictsFound(db, { state: 'open' }))
}

/** Counts a filter's open conflicts with greater ids than `after`. */
export async function countOpen(db: Db, filter: Omit<Filter, 'state'>, after: number): Promise<number> {
  return countRows(conflictsFound(db, { ...filter, state: 'open' }).where('c.id', '>', after))
}

/** The open conflicts of a filter, oldest first, of greater ids than `after`. */
export async function openConflictIds(
  db: Db,
  filter: Omit<Filter, 'state'>,
  after: number,
  maxRows: number,
): Promise<number[]> {
  const open = conflictsFound(db, { ...filter, state: 'open' }).where('c.id', '>', after)
  const rows = await open.select('c.id').orderBy('c.id').limit(maxRows).execute()
  return rows.map(({ id }) => id)
}

function conflicts(db: Db) {
  return db
    .selectFrom('crm_conflicts as c')
    .innerJoin('alumni as a', 'a.buid', 'c.buid')
    .leftJoin('crm_data_changes as d', 'd.id', 'c.change_id')
    .leftJoin('staff_users as s', 's.id', 'c.resolved_by_id')
}

function conflictsFound(db: Db, { batch_id, state, q }: Filter) {
  return conflicts(db)
    .where(hasWords(q, [...searchedNames, 'c.ours', 'c.theirs']))
    .$if(batch_id !== undefined, (found) => found.where('c.batch_id', '=', batch_id!))
    .$if(state === 'open', (found) => found.where('c.resolved_at', 'is', null))
    .$if(state === 'resolved', (found) => found.where('c.resolved_at', 'is not', null))
}

async function readConflicts(found: ReturnType<typeof conflicts>): Promise<CrmConflict[]> {
  const rows = await found
    .innerJoin('contact_import_batches as b', 'b.id', 'c.batch_id')
    .select(['b.file_name', utc('b.started_at').as('read_at'), utc('d.created_at').as('made_at')])
    .select(['c.id', 'c.buid', 'c.field', 'c.ours', 'c.theirs', 'd.made_by', 'c.batch_id', 'c.resolution'])
    .select(nameParts)
    .select(sql<boolean>`c.settlement is not null`.as('can_be_undone'))
    .select(['s.name as resolved_by', sql<string | null>`to_jsonb(a) ->> c.field`.as('current')])
    .select([utc('c.created_at').as('created_at'), utc('c.resolved_at').as('resolved_at')])
    .execute()
  return rows.map(({ can_be_undone, ...row }) => ({
    ...row,
    name: displayName(row),
    links: { undo: can_be_undone ? `/settings/crm/conflicts/${row.id}/undo` : null },
  }))
}
