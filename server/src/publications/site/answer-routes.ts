import { confirmAnswerForm, confirmAnswerPage } from '@alumni/shared/publications/answers'
import { rsvpForm } from '@alumni/shared/publications/content'
import type { ResponseForm } from '@alumni/shared/publications/opportunities'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import {
  completeSignin,
  findPendingAnswer,
  ipHashOf,
  renewPendingAnswer,
  findOrCreateSignup,
  type PendingAnswer,
} from '../../champions/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { refuse } from '../../foundations/http/refusal.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Config } from '../../foundations/process/config.ts'
import { describePendingAnswer } from '../engine/answer-letters.ts'
import { acceptInvitation } from '../events/answer-event.ts'
import { offerHelp } from '../opportunities/respond.ts'

const url = '/answers/confirm'
const unknown = 'This link is not complete, or it is too old. Open the page where you answered, and answer again.'
const late = 'The ten minutes to confirm are over. We kept what you entered, so a new e-mail is all you need.'

/** Thrown with the reason if a confirmed answer is refused, to roll back the transaction. */
class AnswerRefusal extends Error {}

/** Adds the page that confirms an answer. A GET changes nothing. */
export function confirmAnswerRoutes(app: App, { config }: Context): void {
  const options = {
    constraints: onExternal,
    // Keeps the token in the URL out of the Referer header.
    onRequest: async (_request: unknown, reply: FastifyReply) => void reply.header('referrer-policy', 'no-referrer'),
  }
  const show = async (
    db: Db,
    reply: FastifyReply,
    answer: PendingAnswer | undefined,
    token: string,
    refusal?: string,
  ) => {
    const isLate = answer !== undefined && !answer.is_live && answer.confirmed_at === null
    const problem = refusal ?? (answer ? (isLate ? late : null) : unknown)
    return reply.code(problem ? 410 : 200).portalPage(confirmAnswerPage, {
      token: answer ? token : '',
      about: answer ? await describePendingAnswer(db, answer) : null,
      problem,
      is_confirmed: answer !== undefined && answer.confirmed_at !== null,
      is_late: isLate,
    })
  }

  app.get(
    url,
    { ...options, config: { idempotent: 'form' }, schema: { querystring: confirmAnswerForm } },
    async ({ db, query: { token } }, reply) => show(db, reply, await findPendingAnswer(db, config, token), token),
  )

  app.post(
    url,
    { ...options, config: { idempotent: 'submission' }, schema: { body: confirmAnswerForm.catch({ token: '' }) } },
    async (request, reply) => {
      const { db, body } = request
      const { token, again } = body
      if (again) {
        const answer = await findPendingAnswer(db, config, token)
        if (!answer || answer.confirmed_at !== null) return show(db, reply, answer, token)
        const refusal = await app.guard.checkAs(request.raw, '/', answer.email)
        if (refusal) return refuse(refusal, config.institution, request, reply)
        await transact(db, async (db) => {
          await renewPendingAnswer(db, answer.id)
          await enqueueLetter(db, 'answer-confirmation', { pending: answer.id })
        })
        return reply.redirect(`${(await describePendingAnswer(db, answer)).href}?done=yes#answer`, 303)
      }
      const verifyCredential = (db: Db) => confirmAnswer(db, config, { token, ipHash: ipHashOf(config, request) })
      const outcome = await completeSignin(db, config, request, reply, { method: 'link', verifyCredential }).catch(
        (error) => {
          if (error instanceof AnswerRefusal) return error
          throw error
        },
      )
      if (outcome && !(outcome instanceof AnswerRefusal)) return reply.redirect(`${outcome.href}#answer`, 303)
      return show(db, reply, await findPendingAnswer(db, config, token), token, outcome?.message)
    },
  )
}

/**
 * Creates a signup for the address if necessary. Returns undefined for a used, expired or invalid link. Throws
 * `AnswerRefusal` if the answer is no longer accepted.
 */
async function confirmAnswer(db: Db, config: Config, { token, ipHash }: { token: string; ipHash: string }) {
  const answer = await findPendingAnswer(db, config, token, { lock: true })
  if (!answer?.is_live || answer.confirmed_at !== null) return undefined
  const { id, event_id, opportunity_id, recipient_id } = answer
  const proven = await findOrCreateSignup(db, answer, ipHash)
  const signup = proven.signup.id
  const refusal =
    event_id === null
      ? await offerHelp(db, { opportunity: opportunity_id!, signup, ipHash }, answer.answer as ResponseForm)
      : await acceptInvitation(db, { event: event_id, signup, guests: rsvpForm.parse(answer.answer).guests })
  if (refusal) throw new AnswerRefusal(typeof refusal === 'string' ? refusal : Object.values(refusal).join(' '))
  await db.update('pending_answers', { id }, { confirmed_at: sql<string>`now()`, signup_id: signup })
  if (recipient_id) await db.update('list_letter_recipients', { id: recipient_id }, { declined_at: null })
  return { ...proven, keepMeSignedIn: false, href: (await describePendingAnswer(db, answer)).href }
}
