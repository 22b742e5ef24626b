import type { SignupFilters, SignupsPage, SignupsQuery } from '@alumni/shared/champions/staff-list'
import type { Config } from '../../foundations/process/config.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { inOrder, signupsFound } from './list-filters.ts'
import { readSignups } from './list-rows.ts'

/** A page of the signups that fit, and how many there are of each status. */
export async function listSignups(
  em: EntityManager,
  config: Config,
  { page, sort, status, ...asked }: SignupsQuery,
): Promise<SignupsPage> {
  const statuses = await countStatuses(em, config, asked)
  const { rows, ...shown } = await readPage(page, {
    matching: status ? statuses[status] : statuses.started + statuses.completed + statuses.linked,
    read: async ({ limit, offset }) => {
      const ids = await inOrder(signupsFound(em, config, { ...asked, status }), sort)
        .limit(limit)
        .offset(offset)
        .execute()
      return readSignups(
        em,
        ids.map(({ id }) => id),
      )
    },
  })
  return { signups: rows, ...shown, statuses }
}

/** How many signups a search finds. */
export async function countSignups(em: EntityManager, config: Config, asked: SignupFilters): Promise<number> {
  return countRows(signupsFound(em, config, asked).select('c.id'))
}

/** How many signups have all answers and are not linked to an alumnus yet. */
export async function countToLink(em: EntityManager, config: Config): Promise<number> {
  return countSignups(em, config, { status: 'completed' })
}

async function countStatuses(
  em: EntityManager,
  config: Config,
  asked: Omit<SignupsQuery, 'page' | 'sort' | 'status'>,
): Promise<SignupsPage['statuses']> {
  const counts = await signupsFound(em, config, asked)
    .select(['c.status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('c.status')
    .execute()
  const of = (status: string) => counts.find((row) => row.status === status)?.count ?? 0
  return { started: of('started'), completed: of('completed'), linked: of('linked') }
}
