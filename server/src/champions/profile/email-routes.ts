import type { FastifyReply } from 'fastify'
import { confirmEmailPage, emailForm, emailPage } from '@alumni/shared/champions/profile'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import { z } from 'zod'
import { ipHashOf } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import { getChampion, verifiedOnly } from '../sign-in/visitor.ts'
import {
  requestEmailChange,
  confirmEmailChange,
  cancelChanges,
  findChangeByToken,
  findPendingEmail,
} from './change-email.ts'
import { anyBody } from './edit-routes.ts'

const refusals = {
  same: 'This is already your e-mail address.',
  'too often': 'We have sent several e-mails in the last hour. Wait an hour, then try again.',
}
const problems = {
  spent: 'This link has been used or has expired. To change your address, start again on your profile.',
  taken: 'This address cannot be used for your signup, so your address has not changed. Try another one.',
}

/** Adds the pages that change the e-mail address. The confirmation link works in any browser, without signing in. */
export function emailRoutes(app: App, { config }: Context): void {
  app.get('/profile/email', verifiedOnly, async (request, reply) =>
    show(request.db, reply, await getChampion(request), emptyForm),
  )

  app.post('/profile/email', { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
    const signup = await getChampion(request)
    const { data, form } = readForm(emailForm, request.body)
    if (form) return show(request.db, reply, signup, form)
    const outcome = await requestEmailChange(request.db, signup, data.email)
    if (outcome === 'requested') return reply.redirect('/profile/email', 303)
    return show(request.db, reply, signup, toRefusedForm(request.body, { email: refusals[outcome] }))
  })

  app.post('/profile/email/cancel', verifiedOnly, async (request, reply) => {
    await cancelChanges(request.db, (await getChampion(request)).id)
    return reply.redirect('/profile/email', 303)
  })

  const byToken = {
    constraints: onExternal,
    onRequest: async (_request: unknown, reply: FastifyReply) => void reply.header('referrer-policy', 'no-referrer'),
    schema: { params: z.object({ token: z.string().max(100) }) },
  }

  app.get(
    '/profile/email/:token',
    { ...byToken, config: { idempotent: 'form' } },
    async ({ db, params: { token } }, reply) => {
      const change = await findChangeByToken(db, config, token)
      if (!change)
        return reply.code(410).portalPage(confirmEmailPage, { email: null, token: '', problem: problems.spent })
      return reply.portalPage(confirmEmailPage, { email: change.new_email, token, problem: null })
    },
  )

  app.post('/profile/email/:token', { ...byToken, config: { idempotent: 'submission' } }, async (request, reply) => {
    const { db, params } = request
    const outcome = await confirmEmailChange(db, config, params.token, ipHashOf(config, request))
    if (typeof outcome === 'string')
      return reply
        .code(outcome === 'spent' ? 410 : 409)
        .portalPage(confirmEmailPage, { email: null, token: '', problem: problems[outcome] })
    const { state, signup } = await request.visitor()
    if (state === 'verified' && signup.id === outcome.id) return reply.redirect('/profile?saved=email', 303)
    return reply.portalPage(confirmEmailPage, { email: outcome.email, token: '', problem: null })
  })
}

async function show(db: Db, reply: FastifyReply, signup: Signup, form: FormState): Promise<FastifyReply> {
  return reply.portalPage(emailPage, { form, email: signup.email, sent_to: await findPendingEmail(db, signup) })
}
