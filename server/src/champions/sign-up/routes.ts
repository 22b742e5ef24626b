import { z } from 'zod'
import { answersOfStep, fieldOf, signupAnswerNames, type SignupAnswer } from '@alumni/shared/champions/answers'
import { homePage } from '@alumni/shared/home'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import {
  zipCountry,
  privacyPage,
  signupCheckPage,
  signupStepPage,
  signupSteps,
  stepForms,
  type SignupStep,
} from '@alumni/shared/champions/sign-up'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatOwnAnswers } from '../record/own-answers.ts'
import type { Draft, DraftAnswers } from '../record/signup-drafts.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { refuse } from '../../foundations/http/refusal.ts'
import { readForm } from '../../foundations/http/read-form.ts'
import { choicesOfForm, readChoices, dropUnknownChoices } from './choices.ts'
import { confirmationRoutes } from './confirmation.ts'
import { findDraft, saveAnswers } from './drafts.ts'
import { hasGoogle } from '../sign-in/google-routes.ts'
import type { Visitor } from '../sign-in/visitor.ts'
import { wholeFormRoutes } from './sign-up-routes.ts'
import { parseSignup } from './parse-signup.ts'
import { submitSignup } from './submit-signup.ts'

/** A step of earlier releases, which old links and forms may contain. */
const formerStep = 'consent'
const step = z
  .enum([...signupSteps, formerStep])
  .optional()
  .catch(undefined)
const query = z.looseObject({ step, change: z.string().optional().catch(undefined) })
const noticeQuery = z.object({ done: homePage.props.shape.notice.catch(null) })
const body = z.looseObject({ step, change: z.unknown().optional() }).default({})

export type ReadHome = (
  db: Db,
  visitor: Visitor,
) => Promise<Omit<z.input<(typeof homePage)['props']>, 'form' | 'has_google' | 'notice'>>

export function signupRoutes(app: App, context: Context, readHome: ReadHome): void {
  wizardRoutes(app, context, readHome)
  wholeFormRoutes(app, context)
  confirmationRoutes(app, context)
  app.get('/privacy', { constraints: onExternal }, (_request, reply) => reply.portalPage(privacyPage, {}))
}

function wizardRoutes(app: App, { config }: Context, readHome: ReadHome): void {
  app.get('/', { constraints: onExternal, schema: { querystring: query } }, async (request, reply) => {
    const { step = 'who', change } = request.query
    if (step === formerStep) return reply.redirect('/?step=check', 301)
    if (request.query.step && (await request.visitor()).state === 'verified') return reply.redirect('/profile')
    const draft = await findDraft(request.db, config, request)
    if (draft?.isSubmitted && step !== 'who') return reply.redirect(`/signups/${draft.public_id}`)
    const openDraft = draft?.isSubmitted ? undefined : draft
    const missing = findMissingStep(step, openDraft)
    if (missing) return reply.redirect(`/?step=${missing}`)
    const view = { step, answers: openDraft?.answers ?? {}, isChange: change !== undefined }
    return showStep(request, reply, view, { ...emptyForm, values: view.answers })
  })

  app.post('/signups', { constraints: onExternal, schema: { body } }, async (request, reply) => {
    const { step: postedStep = 'who', change } = request.body
    const step = postedStep === formerStep ? 'check' : postedStep
    const isChange = change !== undefined && change !== ''
    const draft = await saveAnswers(request.db, config, request, reply, step, request.body)
    if (draft.isSubmitted) return reply.redirect(`/signups/${draft.public_id}`, 303)
    const missing = findMissingStep(step, draft)
    if (missing) return reply.redirect(`/?step=${missing}`, 303)
    const { answers } = draft
    const { form } = readForm(stepForms[step], request.body)
    if (form) return showStep(request, reply, { step, answers, isChange }, form)
    const next = isChange ? 'check' : signupSteps[signupSteps.indexOf(step) + 1]
    if (next) return reply.redirect(`/?step=${findMissingStep(next, draft) ?? next}`, 303)
    const data = dropUnknownChoices(parseSignup(answers).data!, await readChoices(request.db))
    // Shares its rate limit with the one-page form.
    const refusal = await app.guard.checkAs(request.raw, '/', data.email)
    if (refusal) return refuse(refusal, config.institution, request, reply)
    await submitSignup(request.db, config, request, reply, { draft, data, isTrapped: Boolean(answers.website) })
    return reply.redirect(`/signups/${draft.public_id}`, 303)
  })

  async function showStep(
    request: FastifyRequest,
    reply: FastifyReply,
    { step, answers, isChange }: { step: SignupStep; answers: DraftAnswers; isChange: boolean },
    form: FormState,
  ) {
    if (step === 'check') {
      const choices = await readChoices(request.db)
      const data = dropUnknownChoices(parseSignup(answers).data!, choices)
      return reply.portalPage(signupCheckPage, { form, rows: formatOwnAnswers(stepAnswers, data, choices, fieldUrl) })
    }
    if (step === 'who' && !isChange) {
      const home = await readHome(request.db, await request.visitor())
      const { done: notice } = noticeQuery.parse(request.query)
      return reply.portalPage(homePage, { ...home, notice, form, has_google: hasGoogle(config) })
    }
    const values = step === 'where' ? { country: zipCountry, ...form.values } : form.values
    const choices = await choicesOfForm(request.db, answersOfStep(step))
    return reply.portalPage(signupStepPage, { step, form: { ...form, values }, is_change: isChange, choices })
  }
}

const stepAnswers = signupAnswerNames.filter((name) => fieldOf(name).step)

function fieldUrl(name: SignupAnswer): string {
  return `/?step=${fieldOf(name).step}&change=1#${name}`
}

function findMissingStep(step: SignupStep, draft: Draft | undefined): SignupStep | undefined {
  const { missing } = parseSignup(draft?.answers ?? {})
  return missing && signupSteps.indexOf(missing) < signupSteps.indexOf(step) ? missing : undefined
}
