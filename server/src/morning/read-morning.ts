import type { Morning } from '@alumni/shared/morning'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { SearchIndex } from '../alumni/index.ts'
import { countSignups } from '../champions/index.ts'
import type { Config } from '../foundations/process/config.ts'
import type { Context } from '../foundations/context.ts'
import type { Db } from '../foundations/database/db.ts'
import { institutionDays } from '../foundations/days.ts'
import type { StaffUser } from '../staff/index.ts'
import { colleaguesOf } from './colleagues.ts'
import { tasksFor } from './tasks.ts'

/** What waits for this person, what is new since Monday, and what colleagues did. */
export async function readMorning(
  db: Db,
  context: Context,
  index: SearchIndex,
  me: Pick<StaffUser, 'id' | 'role'>,
): Promise<Morning> {
  const [tasks, news, colleagues] = await Promise.all([
    tasksFor(db, context, me.role),
    newsFor(db, context.config, index, me),
    colleaguesOf(db, me, context.config.INSTITUTION_TIME_ZONE),
  ])
  return { tasks, news, colleagues }
}

/** What has come in since Monday. */
async function newsFor(
  db: Db,
  config: Config,
  index: SearchIndex,
  me: Pick<StaffUser, 'role'>,
): Promise<Morning['news']> {
  const { monday } = await institutionDays(db, config.INSTITUTION_TIME_ZONE)
  const [{ matching: engaged }, signed_up] = await Promise.all([
    index.search({ engaged_from: monday }, 0, 0),
    hasRole(me.role, 'staff') ? countSignups(db, config, { signed_up_from: monday }) : null,
  ])
  return { monday, engaged, signed_up }
}
