import { morning, type Morning } from '@alumni/shared/morning'
import type { App, Context } from '../foundations/context.ts'
import { signedIn, staffRoute, type StaffUser } from '../staff/index.ts'
import { hasRole } from '@alumni/shared/staff/accounts'
import { readReunions, type PeopleIndex } from '../alumni/index.ts'
import { countSignups } from '../champions/index.ts'
import type { Config } from '../foundations/process/config.ts'
import type { Db } from '../foundations/database/db.ts'
import { institutionDays } from '../foundations/days.ts'
import { tasksFor } from './tasks.ts'

/** Serves the page with which staff begin the day. */
export function morningRoutes(app: App, context: Context): void {
  staffRoute(
    app,
    { method: 'GET', url: '/morning', needs: 'viewer', schema: { response: { 200: morning } } },
    (request) => readMorning(request.db, context, app.peopleIndex, signedIn(request)),
  )
}

/** Returns this person's tasks, the news since Monday and the reunion classes. */
async function readMorning(
  db: Db,
  context: Context,
  index: PeopleIndex,
  me: Pick<StaffUser, 'id' | 'role'>,
): Promise<Morning> {
  const [tasks, news, reunions] = await Promise.all([
    tasksFor(db, context, me),
    newsFor(db, context.config, index, me),
    readReunions({ index, fiscalYearStart: context.config.FISCAL_YEAR_START }),
  ])
  return { tasks, news, reunions }
}

/** Counts the news since Monday. */
async function newsFor(
  db: Db,
  config: Config,
  index: PeopleIndex,
  me: Pick<StaffUser, 'role'>,
): Promise<Morning['news']> {
  const { monday } = await institutionDays(db, config.INSTITUTION_TIME_ZONE)
  const [{ matching: engaged }, signed_up] = await Promise.all([
    index.search({ engaged_from: monday }, 0, 0),
    hasRole(me.role, 'staff') ? countSignups(db, config, { signed_up_from: monday }) : null,
  ])
  return { monday, engaged, signed_up }
}
