import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  codeForm,
  codePage,
  linkPage,
  mailboxOf,
  otherBrowserMessage,
  profileLinkForm,
  recognizedLinkForm,
  signInPage,
  spentCodeMessage,
  spentLinkMessage,
} from '@alumni/shared/champions/sign-in'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import { localPath } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import { ipHashOf } from '../record/activity-events.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { maskEmail } from '../../foundations/mail/mask-email.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import type { Config } from '../../foundations/process/config.ts'
import { completeSignin, urlAfterSignin } from './complete-signin.ts'
import { hasGoogle } from './google-routes.ts'
import { readPendingSignin, type PendingSignin } from './cookies.ts'
import { requestSignin, isLinkLive, consumeCode, consumeLink } from './signin-requests.ts'

const pauseMs = 60_000

const form = z.unknown()
const signInQuery = z.object({
  return_to: z.string().max(2000).optional().catch(undefined),
  /** Set by links in letters of v0.16.0 and earlier, where `return_to` is a page with its own sign-in form. */
  as: z.unknown().optional(),
})
const tokenQuery = z.object({ token: z.string().max(100).catch('') })

/** Returns the seconds until another letter can be requested. Tolerates clock differences between servers. */
function secondsToWait({ askedAt }: PendingSignin): number {
  const remainingMs = pauseMs - Math.max(0, new Date().getTime() - askedAt)
  return Math.max(0, Math.ceil(remainingMs / 1000))
}

/** Renders the confirmation page with a refused code. Returns false if the page has no code field. */
export type ShowSignup = (
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  id: string,
  form: FormState,
) => Promise<boolean>

const onceForm = { constraints: onExternal, config: { idempotent: 'form' } } as const
const oncePress = { constraints: onExternal, config: { idempotent: 'submission' } } as const

export function signInRoutes(app: App, { config }: Context, showSignup: ShowSignup): void {
  const showStart = (reply: FastifyReply, form: FormState, returnTo: string | undefined, pending?: PendingSignin) =>
    reply.portalPage(signInPage, {
      form,
      askedFor: pending ? shownAddress(pending) : null,
      returnTo: returnTo ?? null,
      hasGoogle: hasGoogle(config),
    })
  const showCode = (reply: FastifyReply, form: FormState, pending: PendingSignin) =>
    reply.portalPage(codePage, {
      form,
      email: shownAddress(pending),
      isMasked: pending.isMasked,
      keepMeSignedIn: pending.keepMeSignedIn,
      returnTo: pending.returnTo ?? null,
      mailbox: pending.isMasked ? null : mailboxOf(pending.email),
      secondsToWait: secondsToWait(pending),
    })

  app.get('/sign-in', { ...onceForm, schema: { querystring: signInQuery } }, async (request, reply) => {
    const { return_to: returnTo, as } = request.query
    if (as || (await request.visitor()).state === 'verified') return reply.redirect(urlAfterSignin(returnTo), 302)
    const pending = await readPendingSignin(config, request)
    return showStart(reply, { ...emptyForm, values: typedValues(pending) }, returnTo && localPath(returnTo), pending)
  })

  // A browser that restarts reloads the URL of a refused form with a GET.
  app.get('/profile-link', { constraints: onExternal }, (_request, reply) => reply.redirect('/sign-in', 302))

  app.post('/profile-link', { ...onceForm, schema: { body: form } }, async (request, reply) => {
    const linkRequest = (await readRecognizedLink(request)) ?? readForm(profileLinkForm, request.body)
    if (linkRequest.form)
      return showStart(reply, linkRequest.form, returnToOf(linkRequest.form), await readPendingSignin(config, request))
    const { keep_me_signed_in, return_to, ...address } = linkRequest.data
    const returnTo = return_to && localPath(return_to)
    await requestSignin(request.db, config, request, reply, {
      ...address,
      keepMeSignedIn: keep_me_signed_in,
      kind: 'sign-in',
      returnTo,
    })
    return reply.redirect('/sign-in/code', 303)
  })

  app.get('/sign-in/code', onceForm, async (request, reply) => {
    const pending = await readPendingSignin(config, request)
    return pending ? showCode(reply, emptyForm, pending) : reply.redirect('/sign-in', 302)
  })

  app.post('/sign-in/code', { ...oncePress, schema: { body: form } }, async (request, reply) => {
    const pending = await readPendingSignin(config, request)
    const { data, form } = readForm(codeForm, request.body)
    if (!pending) {
      const refusedForm = form ?? toRefusedForm(request.body, { code: otherBrowserMessage })
      // The visitor has already signed in and submitted the form again.
      if ((await request.visitor()).state === 'verified')
        return reply.redirect(urlAfterSignin(returnToOf(refusedForm)), 303)
      return showStart(reply, refusedForm, returnToOf(refusedForm))
    }
    const email = data?.email ?? pending.email
    const pendingWithEmail = { ...pending, email }
    const refuse = async (form: FormState, pending: PendingSignin) => {
      const signup = codeForm.shape.signup.parse(form.values.signup)
      const isShown = signup && (await showSignup(request, reply, config, signup, form))
      return isShown ? reply : showCode(reply, form, pending)
    }
    if (form) return refuse(form, pending)
    const { browser } = pending
    const attempt = { email, browser, code: data.code, ipHash: ipHashOf(config, request) }
    const used = await completeSignin(request.db, config, request, reply, {
      method: 'code',
      verifyCredential: (db) => consumeCode(db, config, attempt),
    })
    if (!used) return refuse(toRefusedForm(request.body, { code: spentCodeMessage }), pendingWithEmail)
    return reply.redirect(urlAfterSignin(data.return_to || pending.returnTo), 303)
  })

  linkRoutes(app, config)
}

function linkRoutes(app: App, config: Config): void {
  app.get(
    '/sign-in/link',
    { ...onceForm, onRequest: hideToken, schema: { querystring: tokenQuery } },
    async (request, reply) => {
      const { token } = request.query
      const isLive = await isLinkLive(request.db, config, token)
      return reply
        .code(isLive ? 200 : 410)
        .portalPage(linkPage, { token: isLive ? token : '', problem: isLive ? null : spentLinkMessage })
    },
  )

  app.post('/sign-in/link', { ...oncePress, onRequest: hideToken, schema: { body: form } }, async (request, reply) => {
    const token = tokenQuery.safeParse(request.body ?? {}).data?.token ?? ''
    const used = await completeSignin(request.db, config, request, reply, {
      method: 'link',
      verifyCredential: (db) => consumeLink(db, config, token),
    })
    if (!used) return reply.code(410).portalPage(linkPage, { token: '', problem: spentLinkMessage })
    const pending = await readPendingSignin(config, request)
    return reply.redirect(urlAfterSignin(pending?.returnTo), 303)
  })
}

/** A recognized visitor’s request for a letter does not contain their e-mail address. */
async function readRecognizedLink(request: FastifyRequest) {
  const { data } = recognizedLinkForm.safeParse(request.body ?? {})
  const visitor = await request.visitor()
  if (!data || visitor.state !== 'recognized') return undefined
  const { email } = visitor.signup
  return {
    data: { email, isMasked: true, keep_me_signed_in: false, return_to: data.return_to },
    form: undefined,
  }
}

function shownAddress({ email, isMasked }: PendingSignin): string {
  return isMasked ? maskEmail(email) : email
}

function typedValues(pending: PendingSignin | undefined): FormState['values'] {
  return pending && !pending.isMasked
    ? { email: pending.email, ...(pending.keepMeSignedIn ? { keep_me_signed_in: 'yes' } : {}) }
    : {}
}

function returnToOf({ values: { return_to } }: FormState): string | undefined {
  return typeof return_to === 'string' && return_to !== '' ? localPath(return_to) : undefined
}

/** Keeps the token in the URL out of the Referer header. */
async function hideToken(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('referrer-policy', 'no-referrer')
}
