import { sql } from 'kysely'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import type { SignupAnswers } from '@alumni/shared/champions/answers'
import { resendForm, confirmationPage } from '@alumni/shared/champions/sign-up'
import { foldEmail } from '@alumni/shared/email-address'
import type { FormState, PropsOf } from '@alumni/shared/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { refuse } from '../../foundations/http/refusal.ts'
import { HttpError, notFoundMessage } from '../../foundations/http/errors.ts'
import { maskEmail } from '../../foundations/mail/mask-email.ts'
import { signupIdsOf, findSurvivingSignup, type Signup } from '../record/find-signup.ts'
import { formatAddress } from '../record/own-answers.ts'
import { createDraft, draftLifetimeSeconds, type DraftAnswers } from '../record/signup-drafts.ts'
import { championCookies, readPendingSignin } from '../sign-in/cookies.ts'
import { readChoices, dropUnknownChoices } from './choices.ts'
import { parseSignup } from './parse-signup.ts'
import { submitSignup } from './submit-signup.ts'

const params = z.object({ id: z.uuid() })

export function confirmationRoutes(app: App, { config }: Context): void {
  const page = { constraints: onExternal, config: { idempotent: 'form' }, schema: { params } } as const
  app.get('/signups/:id', page, async (request, reply) => {
    if (!(await showConfirmation(request, reply, config, request.params.id))) throw new HttpError(404, notFoundMessage)
    return reply
  })

  app.post(
    '/signups/:id/again',
    { constraints: onExternal, config: { idempotent: 'submission' }, schema: { params, body: resendForm.default({}) } },
    async (request, reply) => {
      const { db, params, body } = request
      const draft = await findSubmittedDraft(db, params.id)
      if (!draft || !(await typedEmail(config, request, draft.answers))) return reply.redirect('/sign-up', 303)
      const answers = { ...draft.answers, ...(body.email ? { email: body.email } : {}), replaced_id: params.id }
      const { data } = parseSignup(answers)
      const isComplete = Boolean(body.email && data)
      const refusal = isComplete && (await app.guard.checkAs(request.raw, '/', data!.email))
      if (refusal) return refuse(refusal, config.institution, request, reply)
      const { token, draft: newDraft } = await createDraft(db, config, answers, draft.source)
      if (isComplete) {
        const isTrapped = Boolean(draft.answers.website)
        const submission = { draft: newDraft, data: dropUnknownChoices(data!, await readChoices(db)), isTrapped }
        await submitSignup(db, config, request, reply, submission)
        return reply.redirect(`/signups/${newDraft.public_id}`, 303)
      }
      championCookies(config).draft.set(reply, token, draftLifetimeSeconds)
      return reply.redirect('/?step=who&change=1#email', 303)
    },
  )
}

/** Renders the page that confirms a signup, or returns false if `id` has none. `form` contains a refused code. */
export async function showConfirmation(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  id: string,
  form?: FormState,
): Promise<boolean> {
  const { db } = request
  const visitor = await request.visitor()
  const draft = await findSubmittedDraft(db, id)
  const found = await readConfirmation(db, id, draft, visitor.state === 'verified' ? visitor.signup : null)
  if (!found) return false
  const isOpen = draft && found.signup && !found.is_verified
  const typed_email = isOpen ? await typedEmail(config, request, draft.answers) : undefined
  if (form && !typed_email) return false
  await reply.portalPage(confirmationPage, { ...found, typed_email, ...(form && { form, id }) })
  return true
}

async function typedEmail(config: Config, request: FastifyRequest, answers: DraftAnswers): Promise<string | undefined> {
  const pending = await readPendingSignin(config, request)
  const isTyped = pending && !pending.isMasked && foldEmail(pending.email) === foldEmail(String(answers.email))
  return isTyped ? pending.email : undefined
}

type SubmittedDraft = NonNullable<Awaited<ReturnType<typeof findSubmittedDraft>>>

async function findSubmittedDraft(db: Db, id: string) {
  const draft = await db.find('signup_drafts', ['id', 'answers', 'signup_id', 'source'], {
    public_id: id,
    submitted_at: isNotNull,
  })
  return draft && { ...draft, answers: draft.answers as DraftAnswers }
}

/**
 * Only the verified champion sees the signup. Other visitors, who may not be its owner, see the submitted answers with
 * the e-mail address masked, or nothing if there is no draft or the champion has signed in since.
 */
async function readConfirmation(
  db: Db,
  id: string,
  draft: SubmittedDraft | undefined,
  viewer: Signup | null,
): Promise<Pick<PropsOf<typeof confirmationPage>, 'is_verified' | 'signup'> | undefined> {
  const signupRow = await db.find('champion_signups', ['id'], { public_id: id })
  const signupId = signupRow?.id ?? draft?.signup_id ?? undefined
  const signup = signupId === undefined ? undefined : await findSurvivingSignup(db, signupId)
  if (signupId === undefined ? !draft : !signup) return undefined
  if (signup && signup.id === viewer?.id) return { is_verified: true, signup: toConfirmation(signup) }
  if (!draft || (signup && (await hasSignedInSince(db, draft, signup)))) return { is_verified: false, signup: null }
  const { data } = parseSignup(draft.answers)
  return data && { is_verified: false, signup: toConfirmation({ ...data, email: maskEmail(data.email) }) }
}

async function hasSignedInSince(db: Db, draft: { id: number }, signup: Signup): Promise<boolean> {
  const submitted = sql`(select submitted_at from signup_drafts where id = ${draft.id})`
  const signin = await db.find('activity_events', ['id'], {
    type: 'signin_completed',
    signup_id: await signupIdsOf(db, signup.id),
    occurred_at: compare('>', submitted),
  })
  return signin !== undefined
}

function toConfirmation(
  answers: Partial<SignupAnswers> & { email: string },
): PropsOf<typeof confirmationPage>['signup'] {
  const { first_name, last_name, email, phone = null } = answers
  return { first_name: first_name ?? '', last_name: last_name ?? '', email, address: formatAddress(answers), phone }
}
