import type { FastifyReply, FastifyRequest } from 'fastify'
import { foldEmail } from '@alumni/shared/email-address'
import { localPath, loginReply, loginRequest, sessionReply, signedOutPage } from '@alumni/shared/staff/accounts'
import { secondFactorRequired } from '@alumni/shared/staff/second-factor'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { registerPage } from '../../foundations/pages/page.ts'
import { hasStaffGoogle } from './google-routes.ts'
import { allowRole, toStaffUserReply } from './identify.ts'
import { isPassword } from './password-rules.ts'
import { secondFactorUrl, signIn } from './second-factor-routes.ts'
import { closeSession, sessionCookie } from './sessions.ts'
import { StaffUser } from './staff-user.ts'

export function signInRoutes(app: App, { config }: Context): void {
  const { institution } = config
  const cookie = sessionCookie(config)

  registerPage(
    app,
    { url: '/login', config: { idempotent: 'form' }, schema: { response: { 200: signedOutPage } } },
    async (request) => {
      const user = await request.identifyStaff()
      return { institution, user: user && toStaffUserReply(user), has_google: hasStaffGoogle(config) }
    },
  )

  app.post(
    '/login',
    {
      constraints: onInternal,
      schema: { body: loginRequest, response: { 200: z.union([loginReply, secondFactorRequired]) } },
    },
    async (request, reply) => {
      const { email, password, return_to, token: wantsToken } = request.body
      const user = await request.db.entities.findOne(StaffUser, { email: foldEmail(email), is_active: true })
      const isRight = await isPassword(password, user?.password_hash)
      if (!user || !isRight) throw new HttpError(401, 'The e-mail address or password is not correct.')
      const answer = await signIn(request, reply, config, user, { wantsToken })
      if (wantsToken || !isForm(request)) return answer
      return seeOther(reply, 'second_factor' in answer ? secondFactorUrl(return_to) : localPath(return_to))
    },
  )

  app.post('/logout', { constraints: onInternal }, async (request, reply) => {
    const token = request.staffToken()
    if (token) await closeSession(request.db, config, token)
    cookie.clear(reply)
    return isForm(request) ? seeOther(reply, '/login') : reply.code(204).send()
  })

  app.get(
    '/session',
    { constraints: onInternal, onRequest: allowRole('viewer'), schema: { response: { 200: sessionReply } } },
    async (request) => (await request.sessionReply())!,
  )
}

export function isForm({ mediaType }: FastifyRequest): boolean {
  return mediaType === 'application/x-www-form-urlencoded'
}

export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(path, 303)
}
