import type { LeavingNotice } from '@alumni/shared/home'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import { transact } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { ipHashOf, writeActivityEvent } from '../record/activity-events.ts'
import { championCookies, forgetVisitor } from './cookies.ts'
import { revokeDevice, useDevice, type Revocation } from './devices.ts'
import { googleRoutes } from './google-routes.ts'
import { closeSession, signupOfSession } from './sessions.ts'
import { signInRoutes, type ShowSignup } from './sign-in-routes.ts'

export function identityRoutes(app: App, context: Context, showSignup: ShowSignup): void {
  signInRoutes(app, context, showSignup)
  signOutRoutes(app, context)
  googleRoutes(app, context)
}

function signOutRoutes(app: App, { config }: Context): void {
  const cookies = championCookies(config)

  app.post('/sign-out', { constraints: onExternal }, (request, reply) =>
    signOut(request, reply, 'signed out', 'signed-out'),
  )
  app.post('/not-you', { constraints: onExternal }, (request, reply) => signOut(request, reply, 'not me', 'forgotten'))

  async function signOut(
    request: FastifyRequest,
    reply: FastifyReply,
    reason: Revocation['reason'],
    notice: LeavingNotice,
  ) {
    const ipHash = ipHashOf(config, request)
    await transact(request.db, async (db) => {
      const session = cookies.session.read(request)
      const signup = session && (await signupOfSession(db, config, session))
      const token = cookies.device.read(request)
      const device = token && (await useDevice(db, config, token, ipHash))
      if (device) await revokeDevice(db, { signup: device.signup.id, device: device.device, reason, ipHash })
      if (session) await closeSession(db, config, session)
      if (signup) await writeActivityEvent(db, { type: 'signed_out', signup: signup.id, ipHash })
    })
    forgetVisitor(config, reply)
    return reply.redirect(`/?done=${notice}`, 303)
  }
}
