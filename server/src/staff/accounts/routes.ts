import {
  newPasswordRequest,
  passwordResetPage,
  passwordResetReply,
  passwordResetRequest,
  signedOutPage,
  welcomePath,
} from '@alumni/shared/staff/accounts'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { registerPage } from '../../foundations/pages/page.ts'
import { accountRoutes } from './account-routes.ts'
import { appSignInRoutes } from './app-sign-in-routes.ts'
import { googleRoutes } from './google-routes.ts'
import { requestReset, findReset, isInvited, resetPassword } from './password-resets.ts'
import { secondFactorRoutes, signIn } from './second-factor-routes.ts'
import { signInRoutes, isForm, seeOther } from './sign-in-routes.ts'
import { usersRoutes } from './users-routes.ts'

export function staffRoutes(app: App, context: Context): void {
  signInRoutes(app, context)
  passwordResetRoutes(app, context)
  googleRoutes(app, context)
  appSignInRoutes(app, context)
  secondFactorRoutes(app, context)
  accountRoutes(app, context)
  usersRoutes(app)
}

const params = z.object({ token: z.string().max(100) })

function passwordResetRoutes(app: App, { config }: Context): void {
  const { institution } = config

  registerPage(app, { url: '/password-resets', schema: { response: { 200: signedOutPage } } }, () => ({ institution }))

  app.post(
    '/password-resets',
    { constraints: onInternal, schema: { body: passwordResetRequest, response: { 200: passwordResetReply } } },
    async (request, reply) => {
      await requestReset(request.db, request.body.email)
      if (isForm(request)) return seeOther(reply, '/login')
      return { message: 'If this address belongs to a staff account, an e-mail with a link is on its way to it.' }
    },
  )

  registerPage(
    app,
    {
      url: '/password-resets/:token',
      config: { idempotent: 'form' },
      onRequest: hideReferrer,
      schema: { params, response: { 200: passwordResetPage } },
    },
    async (request) => {
      const reset = await findReset(request.db, config, request.params.token)
      return { institution, valid: Boolean(reset), ...(reset && isInvited(reset.user) ? { invited: reset.user } : {}) }
    },
  )

  app.post(
    '/password-resets/:token',
    {
      constraints: onInternal,
      config: { idempotent: 'submission' },
      onRequest: hideReferrer,
      schema: { params, body: newPasswordRequest, response: { 200: passwordResetReply } },
    },
    async (request, reply) => {
      const { user, isFirst } = await resetPassword(request.db, config, request.params.token, request.body.password)
      if (isFirst) {
        await signIn(request, reply, config, user)
        return isForm(request) ? seeOther(reply, welcomePath) : { message: 'You are signed in.', user }
      }
      if (isForm(request)) return seeOther(reply, '/login')
      return { message: 'Your password is changed. Sign in with it.' }
    },
  )
}

/** Prevents the Referer header from revealing the token in the URL. */
async function hideReferrer(_request: unknown, reply: FastifyReply): Promise<void> {
  reply.header('referrer-policy', 'no-referrer')
}
