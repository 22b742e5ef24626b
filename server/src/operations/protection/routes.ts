import { transact } from '../../foundations/database/db.ts'
import { liftReply, protectionPage, protectionQuery } from '@alumni/shared/operations/protection'
import type { ProtectionPage, ProtectionQuery } from '@alumni/shared/operations/protection'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions } from '../../staff/index.ts'
import { readPage } from '../../foundations/database/read-page.ts'
import type { Guard } from '../../foundations/protection/index.ts'
import { notifyAdminsOfBans } from './letters.ts'
import { requestLift, liftBans } from './lift-bans.ts'

const url = '/settings/protection'
const addressParams = z.object({ address: z.string().trim().min(1).max(50) })

export function protectionRoutes(app: App, { db }: Context): void {
  liftBans(app, db)
  notifyAdminsOfBans(app, db)
  actions(app, { url, needs: 'admin' }).page('', { query: protectionQuery, reply: protectionPage }, ({ query }) =>
    readProtectionPage(app.guard, query),
  )

  const banActions = actions(app, { url: `${url}/bans/:address`, needs: 'admin', params: addressParams })
  banActions.delete('', { reply: liftReply }, async ({ db, me, params: { address } }) => {
    await transact(db, async (db) => {
      await requestLift(db, me, address)
      if (!(await app.guard.liftBan(address))) throw new HttpError(404, 'This address is not locked out anymore.')
    })
    return { lifted: address }
  })
}

export async function readProtectionPage(
  guard: Pick<Guard, 'listBans' | 'banRule' | 'limits' | 'listViolations' | 'isShared'>,
  { q, limit, page }: ProtectionQuery,
): Promise<ProtectionPage> {
  const [bans, violations] = await Promise.all([guard.listBans(), guard.listViolations()])
  const prefix = q?.toLowerCase() ?? ''
  const found = violations.filter(
    (violation) => (limit === undefined || violation.limit === limit) && violation.address.startsWith(prefix),
  )
  const { rows, ...members } = await readPage(page, {
    matching: found.length,
    read: ({ limit, offset }) => found.slice(offset, offset + limit),
  })
  return {
    limits: guard.limits.map(({ windowMs, counts: _, ...limit }) => ({ ...limit, window_seconds: windowMs / 1000 })),
    banning: {
      violations: guard.banRule.max,
      window_seconds: guard.banRule.windowMs / 1000,
      ban_seconds: guard.banRule.banMs / 1000,
    },
    shared: guard.isShared,
    bans: bans.map(({ since, until, ...ban }) => ({
      ...ban,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
    })),
    violations: rows.map(({ at, ...violation }) => ({ ...violation, at: new Date(at).toISOString() })),
    ...members,
    total: violations.length,
  }
}
