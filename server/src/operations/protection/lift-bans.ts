import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { shareRunning } from '../../foundations/process/share-running.ts'
import type { Guard } from '../../foundations/protection/index.ts'
import { audit, type StaffUser } from '../../staff/index.ts'

const pollIntervalMs = 5000

/** Records the request in the audit log. Every server reads it there within seconds and lifts the ban. */
export async function requestLift(db: Db, user: StaffUser | null, address: string): Promise<void> {
  await audit(db, user, 'ban.lifted', `addresses/${address}`, { address })
}

export function liftBans(app: App, db: Db): void {
  const lift = shareRunning(() =>
    liftRequestedBans(db, app.guard).catch((error: unknown) => app.log.warn(error, 'bans could not be lifted')),
  )
  const timer = setInterval(lift, pollIntervalMs).unref()
  app.addHook('onClose', () => clearInterval(timer))
}

/** Lifts bans older than a request to lift them. Compares ages, because server and database clocks may differ. */
export async function liftRequestedBans(db: Db, guard: Pick<Guard, 'listBans' | 'liftBan'>): Promise<void> {
  const bans = await guard.listBans()
  if (bans.length === 0) return
  const subjects = bans.map(({ address }) => `addresses/${address}`)
  const requests = await db
    .selectFrom('audit_entries')
    .select(['subject', sql<number>`min(extract(epoch from clock_timestamp() - at) * 1000)::float`.as('age')])
    .where('subject', 'in', subjects)
    .where('action', '=', 'ban.lifted')
    .groupBy('subject')
    .execute()
  const ages = new Map(requests.map(({ subject, age }) => [subject, age]))
  for (const { address, since } of bans)
    if ((ages.get(`addresses/${address}`) ?? Infinity) < Date.now() - since) await guard.liftBan(address)
}
