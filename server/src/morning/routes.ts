import { morning, type Morning } from '@alumni/shared/morning'
import type { App, Context } from '../foundations/context.ts'
import { getStaffUser, staffRoute, type StaffUser } from '../staff/index.ts'
import { hasRole } from '@alumni/shared/staff/accounts'
import { readReunions, type PeopleIndex } from '../alumni/index.ts'
import { countSignups } from '../champions/index.ts'
import type { Config } from '../foundations/process/config.ts'
import type { Db } from '../foundations/database/db.ts'
import { institutionDays } from '../foundations/days.ts'
import { listTasks } from './tasks.ts'

export function morningRoutes(app: App, context: Context): void {
  staffRoute(
    app,
    { method: 'GET', url: '/morning', needs: 'viewer', schema: { response: { 200: morning } } },
    (request) => readMorning(request.db, context, app.peopleIndex, getStaffUser(request)),
  )
}

async function readMorning(
  db: Db,
  context: Context,
  index: PeopleIndex,
  user: Pick<StaffUser, 'id' | 'role'>,
): Promise<Morning> {
  const [tasks, news, reunions] = await Promise.all([
    listTasks(db, context, user),
    countNews(db, context.config, index, user),
    readReunions({ index, fiscalYearStart: context.config.FISCAL_YEAR_START }),
  ])
  return { tasks, news, reunions }
}

async function countNews(
  db: Db,
  config: Config,
  index: PeopleIndex,
  user: Pick<StaffUser, 'role'>,
): Promise<Morning['news']> {
  const { monday } = await institutionDays(db, config.INSTITUTION_TIME_ZONE)
  const [{ matching: engaged }, signed_up] = await Promise.all([
    index.search({ engaged_from: monday }, 0, 0),
    hasRole(user.role, 'staff') ? countSignups(db, config, { signed_up_from: monday }) : null,
  ])
  return { monday, engaged, signed_up }
}
