import { sql, type RawBuilder } from 'kysely'
import type { CrmChange, CrmChangesPage, CrmChangesQuery, WaitingAge, ImportRef } from '@alumni/shared/exchange/crm'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows } from '../../foundations/database/read-page.ts'

/** `as_of` is the time at which the ages of changes are measured. */
export type ChangeFilter = Omit<CrmChangesQuery, 'page' | 'state'> & { state: CrmChangesPage['state']; as_of: string }

/** Selects no columns yet. The alumni are `a`. */
export function selectChanges(db: Db, { state, batch_id, age, crm_id, q, as_of }: ChangeFilter) {
  return db
    .selectFrom('crm_data_changes as change')
    .innerJoin('alumni as a', 'a.buid', 'change.buid')
    .$if(state !== 'all', (changes) => changes.where('change.status', '=', state as CrmChange['status']))
    .$if(batch_id !== undefined, (changes) =>
      changes.where(({ eb, or, selectFrom }) =>
        or([
          eb('change.verified_by_batch_id', '=', batch_id!),
          eb('change.id', 'in', selectFrom('crm_conflicts').select('change_id').where('batch_id', '=', batch_id!)),
        ]),
      ),
    )
    .$if(age !== undefined, (changes) => changes.where(hasAge(age!, as_of)))
    .$if(crm_id === 'missing', (changes) => changes.where('a.crm_id', 'is', null))
    .where(matchesSearch(q, [...searchedNames, 'change.before', 'change.after', 'change.made_by']))
}

export const searchedNames = [
  'a.buid',
  'a.first_name',
  'a.preferred_name',
  'a.middle_name',
  'a.last_name',
  'a.former_last_name',
]

function hasAge(age: WaitingAge, asOf: string): RawBuilder<boolean> {
  const [week, month] = [sql`${asOf}::timestamptz - interval '7 days'`, sql`${asOf}::timestamptz - interval '30 days'`]
  if (age === 'week') return sql<boolean>`${waitingSince} > ${week}`
  return age === 'month'
    ? sql<boolean>`${waitingSince} <= ${week} and ${waitingSince} > ${month}`
    : sql<boolean>`${waitingSince} <= ${month}`
}

const waitingSince = sql<string>`case change.status when 'pending' then change.created_at when 'exported' then coalesce(change.exported_at, change.created_at) end`

/** Returns null without `id` or if there is no such import. */
export async function findImportRef(db: Db, id: number | undefined): Promise<ImportRef | null> {
  if (id === undefined) return null
  const batch = await db
    .selectFrom('contact_import_batches as batch')
    .innerJoin('staff_users as importer', 'importer.id', 'batch.imported_by_id')
    .select(['batch.id', 'batch.file_name', 'importer.name as imported_by'])
    .where('batch.id', '=', id)
    .executeTakeFirst()
  return batch ?? null
}

export async function countChanges(db: Db): Promise<Pick<CrmChangesPage, 'counts' | 'waiting'>> {
  const rows = await db
    .selectFrom('crm_data_changes as change')
    .select(({ fn }) => [
      'change.status',
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere(waitingSince, '>', daysAgo(7)).as('week'),
      fn.countAll<number>().filterWhere(waitingSince, '<=', daysAgo(30)).as('older'),
      fn.min(waitingSince).as('first'),
    ])
    .where('change.status', 'in', ['pending', 'exported'])
    .groupBy('change.status')
    .execute()
  const countsOf = (status: 'pending' | 'exported') => {
    const { count = 0, week = 0, older = 0, first = null } = rows.find((row) => row.status === status) ?? {}
    return {
      count,
      waiting: { week, month: count - week - older, older, since: first && new Date(first).toISOString() },
    }
  }
  const [pending, exported] = [countsOf('pending'), countsOf('exported')]
  const verified = await countRows(db.selectFrom('crm_data_changes').where('status', '=', 'verified'))
  return {
    counts: { pending: pending.count, exported: exported.count, verified },
    waiting: { pending: pending.waiting, exported: exported.waiting },
  }
}

export async function countCrmTasks(db: Db) {
  const count = (status: CrmChange['status']) =>
    countRows(db.selectFrom('crm_data_changes').where('status', '=', status))
  const [conflicts, pending_changes, exported_changes] = await Promise.all([
    countRows(db.selectFrom('crm_conflicts').where('resolved_at', 'is', null)),
    count('pending'),
    count('exported'),
  ])
  return { conflicts, pending_changes, exported_changes }
}

const daysAgo = (days: number) => sql<string>`now() - make_interval(days => ${days})`
