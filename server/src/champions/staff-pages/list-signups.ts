import type { SignupsPage } from '@alumni/shared/champions/staff-list'
import type { SignupsQuery } from '@alumni/shared/champions/list-filters'
import { placeIn, type ListPlace } from '@alumni/shared/page'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { inOrder, matchingSignups } from './list-filters.ts'
import type { LocatedFilters } from './list-near.ts'
import { readSignups } from './list-rows.ts'

/** A page of the signups that fit, and how many there are of each status. */
export async function listSignups(
  db: Db,
  config: Config,
  { page, sort, status, ...asked }: LocatedFilters<SignupsQuery>,
): Promise<SignupsPage> {
  const statuses = await countStatuses(db, config, asked)
  const { rows, ...shown } = await readPage(page, {
    matching: status ? statuses[status] : statuses.started + statuses.completed + statuses.linked,
    read: async ({ limit, offset }) => {
      const ids = await inOrder(matchingSignups(db, config, { ...asked, status }), sort)
        .limit(limit)
        .offset(offset)
        .execute()
      return readSignups(
        db,
        ids.map(({ id }) => id),
      )
    },
  })
  return { signups: rows, ...shown, statuses }
}

/** The place of a signup in a list, from 1, and the ones beside it; `stood` is where it was. */
export async function findPlace(
  db: Db,
  config: Config,
  { sort, ...asked }: LocatedFilters & Pick<SignupsQuery, 'sort'>,
  id: number,
  stood: number | undefined,
): Promise<ListPlace> {
  const rows = await inOrder(matchingSignups(db, config, asked), sort).execute()
  return placeIn(
    rows.map((row) => String(row.id)),
    String(id),
    stood,
  )
}

/** How many signups a search finds. */
export async function countSignups(db: Db, config: Config, asked: LocatedFilters): Promise<number> {
  return countRows(matchingSignups(db, config, asked).select('c.id'))
}

/** How many signups have all answers and are not linked to an alumnus yet. */
export async function countSignupsToLink(db: Db, config: Config): Promise<number> {
  return countSignups(db, config, { status: 'completed' })
}

async function countStatuses(
  db: Db,
  config: Config,
  asked: Omit<LocatedFilters<SignupsQuery>, 'page' | 'sort' | 'status'>,
): Promise<SignupsPage['statuses']> {
  const counts = await matchingSignups(db, config, asked)
    .select(['c.status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('c.status')
    .execute()
  const of = (status: string) => counts.find((row) => row.status === status)?.count ?? 0
  return { started: of('started'), completed: of('completed'), linked: of('linked') }
}
