import { transact } from '../../foundations/database/db.ts'
import {
  liftReply,
  protectionPage,
  protectionQuery,
  type ProtectionPage,
  type ProtectionQuery,
} from '@alumni/shared/operations/protection'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { readPage } from '../../foundations/database/read-page.ts'
import type { Guard, Violation } from '../../foundations/protection/index.ts'
import { writeOfBans } from './letters.ts'
import { askToLift, liftBans } from './lift-bans.ts'

const url = '/settings/protection'
const byAddress = z.object({ address: z.string().trim().min(1).max(50) })

/** Shows administrators what the guard does, and lifts bans. */
export function protectionRoutes(app: App, { db }: Context): void {
  liftBans(app, db)
  writeOfBans(app, db)
  staffPage(
    app,
    { url, needs: 'admin', schema: { querystring: protectionQuery, response: { 200: protectionPage } } },
    ({ query }) => showProtection(app.guard, query),
  )

  staffRoute(
    app,
    {
      method: 'DELETE',
      url: `${url}/bans/:address`,
      needs: 'admin',
      schema: { params: byAddress, response: { 200: liftReply } },
    },
    async (request) => {
      const { address } = request.params
      await transact(request.db, async (db) => {
        await askToLift(db, signedIn(request), address)
        if (!(await app.guard.lift(address))) throw new HttpError(404, 'This address is not locked out anymore.')
      })
      return { lifted: address }
    },
  )
}

/** The limits, who is locked out, and a page of the recent violations. */
export async function showProtection(
  guard: Pick<Guard, 'bans' | 'banning' | 'limits' | 'violations' | 'isShared'>,
  { q, limit, page }: ProtectionQuery,
): Promise<ProtectionPage> {
  const [bans, violations] = await Promise.all([guard.bans(), guard.violations()])
  const found = violations.filter(
    (violation) => (limit === undefined || violation.limit === limit) && isOf(violation, q),
  )
  const { rows, ...shown } = await readPage(page, {
    matching: found.length,
    read: ({ limit, offset }) => found.slice(offset, offset + limit),
  })
  return {
    limits: guard.limits.map(({ name, max, windowMs, whom, what }) => ({
      name,
      max,
      window_seconds: windowMs / 1000,
      whom,
      what,
    })),
    banning: {
      violations: guard.banning.max,
      window_seconds: guard.banning.windowMs / 1000,
      ban_seconds: guard.banning.banMs / 1000,
    },
    shared: guard.isShared,
    bans: bans.map(({ since, until, ...ban }) => ({
      ...ban,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
    })),
    violations: rows.map(({ at, ...violation }) => ({ ...violation, at: new Date(at).toISOString() })),
    ...shown,
    total: violations.length,
  }
}

function isOf({ address }: Violation, q: string | undefined): boolean {
  return q === undefined || address.startsWith(q.toLowerCase())
}
