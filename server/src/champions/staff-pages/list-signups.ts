import type { SignupsPage } from '@alumni/shared/champions/staff-list'
import type { SignupsQuery } from '@alumni/shared/champions/list-filters'
import { placeIn, type ListPlace } from '@alumni/shared/page'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { sortSignups, matchingSignups } from './list-filters.ts'
import type { LocatedFilters } from './list-near.ts'
import { readSignups } from './list-rows.ts'

export async function listSignups(
  db: Db,
  config: Config,
  { page, sort, status, ...filters }: LocatedFilters<SignupsQuery>,
): Promise<SignupsPage> {
  const statuses = await countStatuses(db, config, filters)
  const { rows, ...pageMembers } = await readPage(page, {
    matching: status ? statuses[status] : statuses.started + statuses.completed + statuses.linked,
    read: async ({ limit, offset }) => {
      const ids = await sortSignups(matchingSignups(db, config, { ...filters, status }), sort)
        .limit(limit)
        .offset(offset)
        .execute()
      return readSignups(
        db,
        ids.map(({ id }) => id),
      )
    },
  })
  return { signups: rows, ...pageMembers, statuses }
}

/** Returns a signup's position from 1 and its neighbors. `lastPosition` is for a signup that has left the list. */
export async function findPlaceInList(
  db: Db,
  config: Config,
  { sort, ...filters }: LocatedFilters & Pick<SignupsQuery, 'sort'>,
  id: number,
  lastPosition: number | undefined,
): Promise<ListPlace> {
  const rows = await sortSignups(matchingSignups(db, config, filters), sort).execute()
  return placeIn(
    rows.map((row) => String(row.id)),
    String(id),
    lastPosition,
  )
}

export async function countSignups(db: Db, config: Config, filters: LocatedFilters): Promise<number> {
  return countRows(matchingSignups(db, config, filters).select('c.id'))
}

export async function countSignupsToLink(db: Db, config: Config): Promise<number> {
  return countSignups(db, config, { status: 'completed' })
}

async function countStatuses(
  db: Db,
  config: Config,
  filters: Omit<LocatedFilters<SignupsQuery>, 'page' | 'sort' | 'status'>,
): Promise<SignupsPage['statuses']> {
  const counts = await matchingSignups(db, config, filters)
    .select(['c.status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('c.status')
    .execute()
  const countOf = (status: string) => counts.find((row) => row.status === status)?.count ?? 0
  return { started: countOf('started'), completed: countOf('completed'), linked: countOf('linked') }
}
