import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { oneAtATime } from '../../foundations/process/one-at-a-time.ts'
import type { Guard } from '../../foundations/protection/index.ts'
import { audit, type StaffUser } from '../../staff/index.ts'

const everyMs = 5000

/** Every server lifts the ban of `address` within some seconds: the entry of the audit log is what it looks for. */
export async function askToLift(db: Db, who: StaffUser | null, address: string): Promise<void> {
  await audit(db, who, 'ban.lifted', `addresses/${address}`, { address })
}

export function liftBans(app: App, db: Db): void {
  // A database that is slow is not asked again meanwhile.
  const lift = oneAtATime(() =>
    liftAsAsked(db, app.guard).catch((error: unknown) => app.log.warn(error, 'bans could not be lifted')),
  )
  const lifting = setInterval(lift, everyMs).unref()
  app.addHook('onClose', () => clearInterval(lifting))
}

/** Ages are compared, not times: this clock and the database's may differ. */
export async function liftAsAsked(db: Db, guard: Pick<Guard, 'bans' | 'lift'>): Promise<void> {
  const bans = await guard.bans()
  if (bans.length === 0) return
  const subjects = bans.map(({ address }) => `addresses/${address}`)
  const asked = await db
    .selectFrom('audit_entries')
    .select(['subject', sql<number>`min(extract(epoch from clock_timestamp() - at) * 1000)::float`.as('age')])
    .where('subject', 'in', subjects)
    .where('action', '=', 'ban.lifted')
    .groupBy('subject')
    .execute()
  const ages = new Map(asked.map(({ subject, age }) => [subject, age]))
  for (const { address, since } of bans)
    if ((ages.get(`addresses/${address}`) ?? Infinity) < Date.now() - since) await guard.lift(address)
}
