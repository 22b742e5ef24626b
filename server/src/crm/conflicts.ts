import { sql, type RawBuilder } from 'kysely'
import type { ConflictsQuery, ConflictsPage, CrmConflict } from '@alumni/shared/crm'
import { displayName, nameColumns, type NameParts } from '../alumni/index.ts'
import { hasWords } from '../database/has-words.ts'
import type { EntityManager } from '../database/orm.ts'
import { countRows, readPage } from '../database/read-page.ts'
import { utc } from '../database/utc.ts'
import { HttpError } from '../http/errors.ts'
import { importOf } from './import-of.ts'

type Filter = Omit<ConflictsQuery, 'page'>

/** A page of conflicts, newest first. */
export async function listConflicts(em: EntityManager, { page, ...filter }: ConflictsQuery): Promise<ConflictsPage> {
  const { rows, ...shown } = await readPage(page, {
    matching: countConflicts(em, filter),
    read: ({ limit, offset }) =>
      readConflicts(em, sql`${conflictsWith(filter)} order by c.id desc limit ${limit} offset ${offset}`),
  })
  const isAllOpen = filter.state === 'open' && !filter.q && !filter.batch_id
  return {
    conflicts: rows,
    ...shown,
    open: isAllOpen ? shown.matching : await countConflicts(em, { state: 'open' }),
    import: await importOf(em, filter.batch_id),
  }
}

export async function findConflict(em: EntityManager, id: number): Promise<CrmConflict> {
  const [conflict] = await readConflicts(em, sql`${conflicts} where c.id = ${id}`)
  if (!conflict) throw new HttpError(404, 'There is no such conflict.')
  return conflict
}

const conflicts = sql`
  from crm_conflicts c join alumni a on a.buid = c.buid left join crm_data_changes d on d.id = c.change_id left join staff_users s on s.id = c.resolved_by_id
`

async function readConflicts(em: EntityManager, from: RawBuilder<unknown>): Promise<CrmConflict[]> {
  const { rows } = await sql<Omit<CrmConflict, 'name'> & NameParts>`
    select c.id, c.buid, c.field, c.ours, c.theirs, to_jsonb(a) ->> c.field as current, d.made_by, c.batch_id, ${utc('c.created_at')} as created_at,
      c.resolution, ${utc('c.resolved_at')} as resolved_at, s.name as resolved_by, ${nameColumns}
    ${from}
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, id: Number(row.id), batch_id: Number(row.batch_id), name: displayName(row) }))
}

function conflictsWith({ batch_id, state, q }: Filter): RawBuilder<unknown> {
  const conditions = [
    hasWords(q, [
      'a.buid',
      'a.first_name',
      'a.preferred_name',
      'a.middle_name',
      'a.last_name',
      'a.former_last_name',
      'c.ours',
      'c.theirs',
    ]),
    batch_id === undefined ? sql`true` : sql`c.batch_id = ${batch_id}`,
    state === 'all' ? sql`true` : state === 'open' ? sql`c.resolved_at is null` : sql`c.resolved_at is not null`,
  ]
  return sql`${conflicts} where ${sql.join(conditions, sql` and `)}`
}

/** How many conflicts a filter finds; with `after`, only those of greater ids. */
export async function countConflicts(em: EntityManager, filter: Filter, after = 0): Promise<number> {
  return countRows(em, sql`${conflictsWith(filter)} and c.id > ${after}`)
}

/** The open conflicts of a filter, oldest first, from after an id on. */
export async function openConflictIds(
  em: EntityManager,
  filter: Omit<Filter, 'state'>,
  after: number,
  maxRows: number,
): Promise<number[]> {
  const { rows } = await sql<{
    id: string
  }>`select c.id ${conflictsWith({ ...filter, state: 'open' })} and c.id > ${after} order by c.id limit ${maxRows}`.execute(
    em.getKysely(),
  )
  return rows.map(({ id }) => Number(id))
}

/** Whom and what these conflicts are about. */
export async function conflictsOf(em: EntityManager, ids: readonly number[]): Promise<CrmConflict[]> {
  return ids.length === 0 ? [] : readConflicts(em, sql`${conflicts} where c.id = any(${ids}::bigint[]) order by c.id`)
}
