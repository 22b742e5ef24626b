import { sql } from 'kysely'
import { z } from 'zod'
import type { Morning } from '@alumni/shared/morning'
import { hasRole } from '@alumni/shared/staff'
import type { SearchIndex } from '../alumni/index.ts'
import { countSignups } from '../champion-signups/index.ts'
import type { Context } from '../context.ts'
import type { EntityManager } from '../database/orm.ts'
import { selectRaw } from '../database/select-raw.ts'
import type { StaffUser } from '../staff/index.ts'
import { colleaguesOf } from './colleagues.ts'
import { tasksFor } from './tasks.ts'

/** What waits for this person, what is new since Monday, and what colleagues did. */
export async function readMorning(
  em: EntityManager,
  context: Context,
  index: SearchIndex,
  me: Pick<StaffUser, 'id' | 'role'>,
): Promise<Morning> {
  const zone = context.config.INSTITUTION_TIME_ZONE
  const [tasks, news, colleagues] = await Promise.all([
    tasksFor(em, context, me.role),
    newsFor(em, index, me, zone),
    colleaguesOf(em, me, zone),
  ])
  return { tasks, news, colleagues }
}

/** What has come in since Monday. */
async function newsFor(
  em: EntityManager,
  index: SearchIndex,
  me: Pick<StaffUser, 'role'>,
  zone: string,
): Promise<Morning['news']> {
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
