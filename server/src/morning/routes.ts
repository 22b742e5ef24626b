import { sql } from 'kysely'
import { z } from 'zod'
import { morning, type Morning } from '@alumni/shared/morning'
import { hasRole } from '@alumni/shared/staff'
import type { SearchIndex } from '../alumni/index.ts'
import { countSignups } from '../champion-signups/index.ts'
import type { App, Context } from '../context.ts'
import type { EntityManager } from '../database/orm.ts'
import { selectRaw } from '../database/select-raw.ts'
import { signedIn, staffRoute, type StaffUser } from '../staff/index.ts'
import { colleaguesOf } from './colleagues.ts'
import { tasksFor } from './tasks.ts'

/** What each person of the staff begins the day with. */
export function morningRoutes(app: App, context: Context): void {
  const zone = context.config.INSTITUTION_TIME_ZONE
  staffRoute(
    app,
    { method: 'GET', url: '/morning', needs: 'viewer', schema: { response: { 200: morning } } },
    async (request) => {
      const { em } = request
      const me = signedIn(request)
      const [tasks, news, colleagues] = await Promise.all([
        tasksFor(em, context, me.role),
        newsFor(em, app.searchIndex, me, zone),
        colleaguesOf(em, me, zone),
      ])
      return { tasks, news, colleagues }
    },
  )
}

/** What has come in since Monday. */
async function newsFor(em: EntityManager, index: SearchIndex, me: StaffUser, zone: string): Promise<Morning['news']> {
  const monday = await mondayIn(em, zone)
  const [{ matching: engaged }, signed_up] = await Promise.all([
    index.search({ engaged_from: monday }, 0, 0),
    hasRole(me.role, 'staff') ? countSignups(em, { signed_up_from: monday }) : null,
  ])
  return { monday, engaged, signed_up }
}

async function mondayIn(em: EntityManager, zone: string): Promise<string> {
  const row = z.object({ monday: z.string() })
  const [found] = await selectRaw(
    em,
    row,
    sql`select date_trunc('week', now() at time zone ${zone})::date::text as monday`,
  )
  return found!.monday
}
