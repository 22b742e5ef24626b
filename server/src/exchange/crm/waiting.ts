import { sql } from 'kysely'
import type { CrmChangesPage } from '@alumni/shared/exchange/crm'
import type { Db } from '../../foundations/database/db.ts'
import { waitsSince } from './changes-found.ts'

/** How many changes there are in each state, and how long those that are under way have waited. */
export async function countChanges(db: Db): Promise<Pick<CrmChangesPage, 'counts' | 'waiting'>> {
  const kysely = db
  const verified = await kysely
    .selectFrom('crm_data_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'verified')
    .executeTakeFirstOrThrow()
  const rows = await kysely
    .selectFrom(
      kysely
        .selectFrom('crm_data_changes as d')
        .select(['d.status', waitsSince.as('waits_since')])
        .where('d.status', 'in', ['pending', 'exported'])
        .as('w'),
    )
    .select(['w.status', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('w.waits_since', '>', ago(7)).as('week'),
      fn.countAll<number>().filterWhere('w.waits_since', '<=', ago(30)).as('older'),
      fn.min('w.waits_since').as('first'),
    ])
    .groupBy('w.status')
    .execute()
  const of = (status: 'pending' | 'exported') => {
    const { count = 0, week = 0, older = 0, first = null } = rows.find((row) => row.status === status) ?? {}
    return {
      count,
      waiting: { week, month: count - week - older, older, since: first && new Date(first).toISOString() },
    }
  }
  const [pending, exported] = [of('pending'), of('exported')]
  return {
    counts: { pending: pending.count, exported: exported.count, verified: verified.count },
    waiting: { pending: pending.waiting, exported: exported.waiting },
  }
}

/** How many conflicts are open, and how many changes are to be exported or confirmed. */
export async function countCrmTasks(db: Db) {
  const kysely = db
  const [conflicts, changes] = await Promise.all([
    kysely
      .selectFrom('crm_conflicts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom('crm_data_changes')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .where('status', 'in', ['pending', 'exported'])
      .groupBy('status')
      .execute(),
  ])
  const of = (status: 'pending' | 'exported') => changes.find((row) => row.status === status)?.count ?? 0
  return { conflicts: conflicts.count, pending_changes: of('pending'), exported_changes: of('exported') }
}

const ago = (days: number) => sql<string>`now() - make_interval(days => ${days})`
