import { googleForm, signInPage } from '@alumni/shared/champions/sign-in'
import { localPath } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import { createDraft, draftLifetimeSeconds } from '../record/signup-drafts.ts'
import { ipHashOf } from '../record/activity-events.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import { createGoogleSignin } from '../../foundations/google/google-signin.ts'
import { completeSignin } from './complete-signin.ts'
import { championCookies } from './cookies.ts'
import { findOrLinkGoogle, linkGoogle, unlinkGoogle } from './google-identities.ts'
import { urlAfterSignin } from './complete-signin.ts'
import { getChampion, verifiedOnly } from './visitor.ts'

const passedState = z.object({
  returnTo: z.string().optional(),
  keepMeSignedIn: z.boolean(),
  /** The verified champion who is linking the account. */
  link: z.number().optional(),
})

const failed = 'Signing in with Google did not work. Try again, or sign in by e-mail.'
const noAddress = 'Google has not verified an e-mail address for this account. Sign in by e-mail instead.'
const linkedElsewhere =
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
    carried: passedState,
  })
  const configured = () => {
    if (!google) throw new HttpError(404, notFoundSentence)
    return google
  }

  app.post(
    '/auth/signup_google',
    { constraints: onExternal, config: { idempotent: 'form' }, schema: { body: z.unknown() } },
    async (request, reply) => {
      const { return_to, keep_me_signed_in = false } = googleForm.safeParse(request.body ?? {}).data ?? {}
      const visitor = await request.visitor()
      return configured().start(reply, {
        returnTo: return_to && localPath(return_to),
        keepMeSignedIn: keep_me_signed_in,
        ...(visitor.state === 'verified' ? { link: visitor.signup.id } : {}),
      })
    },
  )

  const callback = { constraints: onExternal, config: { idempotent: 'submission' } } as const
  app.get('/auth/signup_google/callback', callback, async (request, reply) => {
    const { identity, carried: passedState } = await configured().finish(request, reply)
    const refuse = (status: number, sentence: string) =>
      reply.code(status).portalPage(signInPage, {
        form: { values: {}, errors: { form: sentence } },
        returnTo: passedState?.returnTo ?? null,
        hasGoogle: true,
      })
    if (!identity || !passedState) return refuse(400, failed)
    const arrived = { identity, ipHash: ipHashOf(config, request) }
    if (passedState.link !== undefined) {
      // The same champion must return.
      const { state, signup } = await request.visitor()
      if (state !== 'verified' || signup.id !== passedState.link) return refuse(403, failed)
      const linked = await linkGoogle(request.db, signup.id, arrived)
      if (linked.state === 'other') throw new HttpError(409, isTaken)
      return reply.redirect(urlAfterSignin(passedState.returnTo), 303)
    }
    const found = await completeSignin(request.db, config, request, reply, {
      method: 'google',
      prove: async (db) => ({ ...(await findOrLinkGoogle(db, arrived)), keepMeSignedIn: passedState.keepMeSignedIn }),
    })
    if (found.signup) return reply.redirect(urlAfterSignin(passedState.returnTo), 303)
    if (found.state === 'other') return refuse(409, linkedElsewhere)
    if (!identity.email) return refuse(403, noAddress)
    // Nothing but these fields is saved of a Google account without a signup.
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

const isTaken =
  'That Google account is linked to another signup, or your signup already has a Google account. Unlink that one first.'
