import { loginReply, localPath } from '@alumni/shared/staff'
import { passkeyOptions, secondFactorPage, secondFactorRequest } from '@alumni/shared/second-factor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { App, Context } from '../context.ts'
import { onInternal } from '../hosts/site.ts'
import { HttpError } from '../http/errors.ts'
import { page } from '../pages/page.ts'
import { authenticationOptions } from './passkeys.ts'
import {
  closePendingSignIn,
  findPendingSignIn,
  keepPendingChallenge,
  openPendingSignIn,
  pendingCookie,
  takePendingChallenge,
} from './pending-sign-ins.ts'
import { factorMethodsOf, takeFactor, wrongFactor } from './second-factor.ts'
import { browserOf, closeSession, openSession, sessionCookie } from './sessions.ts'
import { StaffUser } from './staff-user.ts'

const secondFactorPath = '/login/second-factor'

/** The second half of a sign-in, for people who have a second factor. */
export function secondFactorRoutes(app: App, { config }: Context): void {
  const cookie = pendingCookie(config)

  page(app, { url: secondFactorPath, schema: { response: { 200: secondFactorPage } } }, async (request) => {
    const userId = await findPendingSignIn(request.em, config, cookie.read(request))
    return {
      institution: config.institution,
      second_factor: userId === undefined ? null : await factorMethodsOf(request.em, userId),
    }
  })

  app.post(
    secondFactorPath,
    { constraints: onInternal, schema: { body: secondFactorRequest, response: { 200: loginReply } } },
    async (request, reply) => {
      const { em, body } = request
      const pending = body.second_factor_token ?? cookie.read(request)
      const userId = await findPendingSignIn(em, config, pending)
      if (!pending || userId === undefined) throw tooLate()
      if (!(await takeFactor(em, config, userId, body, takePendingChallenge(em, config, pending))))
        throw wrongFactor(401)
      if (!(await closePendingSignIn(em, config, pending))) throw tooLate()
      const user = await em.findOneOrFail(StaffUser, { id: userId })
      const token = await signIn(request, reply, config, user, { wantsToken: body.second_factor_token !== undefined })
      cookie.clear(reply)
      const { id, email, name, role } = user
      return { user: { id, email, name, role }, ...(token ? { token } : {}) }
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
      const pending = request.body?.second_factor_token ?? cookie.read(request)
      const userId = await findPendingSignIn(request.em, config, pending)
      if (!pending || userId === undefined) throw tooLate()
      const options = await authenticationOptions(request.em, config, userId)
      await keepPendingChallenge(request.em, config, pending, options.challenge)
      return { ...options }
    },
  )
}

/** Opens a session for whoever has shown all that is asked of them. Returns its token where no cookie is wanted. */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  user: StaffUser,
  { wantsToken = false }: { wantsToken?: boolean | undefined } = {},
): Promise<string | undefined> {
  const cookie = sessionCookie(config)
  const before = cookie.read(request)
  if (before) await closeSession(request.em, config, before)
  const token = await openSession(request.em, config, user, browserOf(request))
  request.staffUser = user
  if (wantsToken) return token
  cookie.set(reply, token)
  return undefined
}

/** Where there is a second factor, the sign-in waits for it. Undefined: there is none. */
export async function askForSecondFactor(
  { em }: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  user: StaffUser,
  { wantsToken = false }: { wantsToken?: boolean | undefined } = {},
) {
  const second_factor = await factorMethodsOf(em, user.id)
  if (second_factor.length === 0) return undefined
  const token = await openPendingSignIn(em, config, user.id)
  if (wantsToken) return { second_factor, second_factor_token: token }
  pendingCookie(config).set(reply, token)
  return { second_factor }
}

/** Where a browser shows the second factor, and what it goes on to. */
export function secondFactorUrl(returnTo: string | undefined): string {
  return `${secondFactorPath}?return_to=${encodeURIComponent(localPath(returnTo))}`
}

function tooLate(): HttpError {
  return new HttpError(410, 'The sign-in took too long. Begin again with your password.')
}
