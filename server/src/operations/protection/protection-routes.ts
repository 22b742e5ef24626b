import { transact } from '../../foundations/database/db.ts'
import { liftReply, protectionPage, protectionQuery } from '@alumni/shared/operations/protection'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { showProtection } from './show-protection.ts'

const url = '/settings/protection'
const byAddress = z.object({ address: z.string().trim().min(1).max(50) })

/** What the guard does, for administrators, and the way out of a ban. */
export function protectionRoutes(app: App): void {
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
        await audit(db, signedIn(request), 'ban.lifted', `addresses/${address}`, { address })
        if (!(await app.guard.lift(address))) throw new HttpError(404, 'This address is not locked out any more.')
      })
      return { lifted: address }
    },
  )
}
