import { googleForm, signInPage } from '@alumni/shared/champions/sign-in'
import { localPath } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import { createDraft, draftLifetimeSeconds } from '../record/signup-drafts.ts'
import { ipHashOf } from '../record/activity-events.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundMessage } from '../../foundations/http/errors.ts'
import { createGoogleSignin } from '../../foundations/google/google-signin.ts'
import { completeSignin } from './complete-signin.ts'
import { championCookies } from './cookies.ts'
import { findOrLinkGoogle, linkGoogle, unlinkGoogle } from './google-identities.ts'
import { urlAfterSignin } from './complete-signin.ts'
import { getChampion, verifiedOnly } from './visitor.ts'

/** Data that the browser keeps while the visitor is at Google. */
const carriedSchema = z.object({
  returnTo: z.string().optional(),
  keepMeSignedIn: z.boolean(),
  /** The signup of the verified champion who is linking a Google account. */
  link: z.number().optional(),
})

const failedMessage = 'Signing in with Google did not work. Try again, or sign in by e-mail.'
const noAddressMessage = 'Google has not verified an e-mail address for this account. Sign in by e-mail instead.'
const linkedElsewhereMessage =
  'That Google account does not belong to this signup. Sign in by e-mail, or choose the Google account that you linked.'

export function hasGoogle(config: Config): boolean {
  return Boolean(config.GOOGLE_CLIENT_ID)
}

export function googleRoutes(app: App, { config, google: provider }: Context): void {
  const cookies = championCookies(config)
  const google = createGoogleSignin(config, {
    provider,
    callbackUrl: `${config.CHAMPIONS_URL}/auth/signup_google/callback`,
    cookies: cookies.google,
    carried: carriedSchema,
  })
  const getGoogle = () => {
    if (!google) throw new HttpError(404, notFoundMessage)
    return google
  }

  app.post(
    '/auth/signup_google',
    { constraints: onExternal, config: { idempotent: 'form' }, schema: { body: z.unknown() } },
    async (request, reply) => {
      const { return_to, keep_me_signed_in = false } = googleForm.safeParse(request.body ?? {}).data ?? {}
      const visitor = await request.visitor()
      return getGoogle().start(reply, {
        returnTo: return_to && localPath(return_to),
        keepMeSignedIn: keep_me_signed_in,
        ...(visitor.state === 'verified' ? { link: visitor.signup.id } : {}),
      })
    },
  )

  const callback = { constraints: onExternal, config: { idempotent: 'submission' } } as const
  app.get('/auth/signup_google/callback', callback, async (request, reply) => {
    const { identity, carried } = await getGoogle().finish(request, reply)
    const refuse = (status: number, message: string) =>
      reply.code(status).portalPage(signInPage, {
        form: { values: {}, errors: { form: message } },
        returnTo: carried?.returnTo ?? null,
        hasGoogle: true,
      })
    if (!identity || !carried) return refuse(400, failedMessage)
    const arrival = { identity, ipHash: ipHashOf(config, request) }
    if (carried.link !== undefined) {
      // By now, another champion may have signed in.
      const { state, signup } = await request.visitor()
      if (state !== 'verified' || signup.id !== carried.link) return refuse(403, failedMessage)
      const outcome = await linkGoogle(request.db, signup.id, arrival)
      if (outcome.state === 'other') throw new HttpError(409, takenMessage)
      return reply.redirect(urlAfterSignin(carried.returnTo), 303)
    }
    const outcome = await completeSignin(request.db, config, request, reply, {
      method: 'google',
      verifyCredential: async (db) => ({
        ...(await findOrLinkGoogle(db, arrival)),
        keepMeSignedIn: carried.keepMeSignedIn,
      }),
    })
    if (outcome.signup) return reply.redirect(urlAfterSignin(carried.returnTo), 303)
    if (outcome.state === 'other') return refuse(409, linkedElsewhereMessage)
    if (!identity.email) return refuse(403, noAddressMessage)
    // If the Google account has no signup, stores only these of its fields.
    const { email, firstName: first_name = '', lastName: last_name = '' } = identity
    const { token } = await createDraft(request.db, config, { email, first_name, last_name }, 'google')
    cookies.draft.set(reply, token, draftLifetimeSeconds)
    return reply.redirect('/sign-up', 303)
  })

  app.post('/profile/google/unlink', verifiedOnly, async (request, reply) => {
    await unlinkGoogle(request.db, (await getChampion(request)).id, { ipHash: ipHashOf(config, request) })
    return reply.redirect('/profile?saved=google', 303)
  })
}

const takenMessage =
  'That Google account is linked to another signup, or your signup already has a Google account. Unlink that one first.'
