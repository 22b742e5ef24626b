import { transact } from '../../foundations/database/db.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { devicesPage, devicesQuery } from '@alumni/shared/champions/profile'
import { idsStandingFor } from '../record/find-signup.ts'
import { ipHashOf } from '../record/activity-events.ts'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { champion, verifiedOnly } from '../sign-in/visitor.ts'
import { championCookies, forgetVisitor } from '../sign-in/cookies.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'
import { forgetDevices } from './forget-devices.ts'

/** The browsers that are remembered for a champion. */
export function deviceRoutes(app: App, { config }: Context): void {
  const cookies = championCookies(config)

  app.get('/profile/devices', { ...verifiedOnly, schema: { querystring: devicesQuery } }, async (request, reply) => {
    const signups = await idsStandingFor(request.db, (await champion(request)).id)
    const devices = await listDevices(request.db, signups, cookies.device.read(request))
    return reply.portalPage(devicesPage, { devices, notice: request.query.done ?? null })
  })

  app.post('/profile/devices/:id/revoke', { ...verifiedOnly, schema: { params: byId } }, async (request, reply) => {
    const { db, params } = request
    const signups = await idsStandingFor(db, (await champion(request)).id)
    const device = (await listDevices(db, signups)).find(({ id }) => id === params.id)
    if (!device) throw new HttpError(404, 'This device is not remembered any more.')
    const ipHash = ipHashOf(config, request)
    await revokeDevice(db, { signup: device.signup, device: device.id, reason: 'by the champion', ipHash })
    return reply.redirect('/profile/devices?done=revoked', 303)
  })

  app.post('/profile/devices/revoke', verifiedOnly, async (request, reply) => {
    const ipHash = ipHashOf(config, request)
    const { id } = await champion(request)
    await transact(request.db, async (db) => {
      const signups = await idsStandingFor(db, id)
      await forgetDevices(db, signups, { reason: 'by the champion', ipHash })
      for (const signup of signups) await closeAllSessions(db, signup)
    })
    forgetVisitor(config, reply)
    return reply.redirect('/sign-in', 303)
  })
}
