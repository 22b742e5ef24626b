import { transact } from '../../foundations/database/db.ts'
import { loginReply, localPath, type LoginReply } from '@alumni/shared/staff/accounts'
import { passkeyOptions, secondFactorPage, secondFactorRequest } from '@alumni/shared/staff/second-factor'
import type { SecondFactorRequired } from '@alumni/shared/staff/second-factor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { registerPage } from '../../foundations/pages/page.ts'
import { toStaffUserReply } from './identify.ts'
import { lockVerified } from './lock-user.ts'
import { createAuthenticationOptions } from './passkeys.ts'
import {
  closePendingSignIn,
  findPendingSignIn,
  savePendingChallenge,
  openPendingSignIn,
  pendingCookie,
  consumePendingChallenge,
} from './pending-sign-ins.ts'
import { listFactorMethods, consumeFactor, createWrongFactorError } from './second-factor.ts'
import { browserOf, closeSession, openSession, sessionCookie } from './sessions.ts'
import { StaffUser } from './staff-user.ts'

const secondFactorPath = '/login/second-factor'

export function secondFactorRoutes(app: App, { config }: Context): void {
  const cookie = pendingCookie(config)

  registerPage(
    app,
    { url: secondFactorPath, config: { idempotent: 'form' }, schema: { response: { 200: secondFactorPage } } },
    async (request) => {
      const userId = await findPendingSignIn(request.db, config, cookie.read(request))
      return {
        institution: config.institution,
        second_factor: userId === undefined ? null : await listFactorMethods(request.db, userId),
      }
    },
  )

  app.post(
    secondFactorPath,
    {
      constraints: onInternal,
      config: { idempotent: 'submission' },
      schema: { body: secondFactorRequest, response: { 200: loginReply } },
    },
    async (request, reply) => {
      const { db, body } = request
      const pendingToken = body.second_factor_token ?? cookie.read(request)
      const userId = await findPendingSignIn(db, config, pendingToken)
      if (!pendingToken || userId === undefined) throw createExpiredError()
      if (!(await consumeFactor(db, config, userId, body, consumePendingChallenge(db, config, pendingToken))))
        throw createWrongFactorError(401)
      const user = await db.entities.findOneOrFail(StaffUser, { id: userId })
      const signedIn = await signIn(request, reply, config, user, {
        pendingToken,
        wantsToken: body.second_factor_token !== undefined,
      })
      cookie.clear(reply)
      return signedIn as LoginReply
    },
  )

  app.post(
    `${secondFactorPath}/passkey`,
    {
      constraints: onInternal,
      schema: {
        body: z.object({ second_factor_token: z.string().max(100).optional() }).nullish(),
        response: { 200: passkeyOptions },
      },
    },
    async (request) => {
      const pendingToken = request.body?.second_factor_token ?? cookie.read(request)
      const userId = await findPendingSignIn(request.db, config, pendingToken)
      if (!pendingToken || userId === undefined) throw createExpiredError()
      const options = await createAuthenticationOptions(request.db, config, userId, 'preferred')
      await savePendingChallenge(request.db, config, pendingToken, options.challenge)
      return { ...options }
    },
  )
}

/** Opens a session, or a pending sign-in if a second factor is needed. Sets a cookie unless `wantsToken`. */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  user: StaffUser,
  {
    wantsToken = false,
    pendingToken,
    isComplete = pendingToken !== undefined,
  }: { wantsToken?: boolean | undefined; pendingToken?: string; isComplete?: boolean } = {},
): Promise<LoginReply | SecondFactorRequired> {
  const cookie = sessionCookie(config)
  const { second_factor, token } = await transact(request.db, async (db) => {
    await lockVerified(db, user)
    if (pendingToken !== undefined && !(await closePendingSignIn(db, config, pendingToken))) throw createExpiredError()
    const second_factor = isComplete ? [] : await listFactorMethods(db, user.id)
    if (second_factor.length > 0) return { second_factor, token: await openPendingSignIn(db, config, user.id) }
    const before = cookie.read(request)
    if (before) await closeSession(db, config, before)
    return { token: await openSession(db, config, user, browserOf(request)) }
  })
  if (second_factor) {
    if (wantsToken) return { second_factor, second_factor_token: token }
    pendingCookie(config).set(reply, token)
    return { second_factor }
  }
  request.staffUser = user
  if (!wantsToken) cookie.set(reply, token)
  return { user: toStaffUserReply(user), ...(wantsToken ? { token } : {}) }
}

export function secondFactorUrl(returnTo: string | undefined): string {
  return `${secondFactorPath}?return_to=${encodeURIComponent(localPath(returnTo))}`
}

function createExpiredError(): HttpError {
  return new HttpError(410, 'The sign-in took too long. Start again with your password.')
}
