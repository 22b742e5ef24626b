import { z } from 'zod'
import { signupAnswerNames } from '@alumni/shared/champions/answers'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import { zipCountry, emailCheck, emailCheckReply, signupSteps, signUpPage } from '@alumni/shared/champions/sign-up'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasGoogle } from '../sign-in/google-routes.ts'
import { createDraft } from '../record/signup-drafts.ts'
import { survivorWithEmail } from '../record/find-signup.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { championCookies } from '../sign-in/cookies.ts'
import { choicesOfForm, readChoices, dropUnknownChoices } from './choices.ts'
import { parseDraftAnswers, findDraft } from './drafts.ts'
import { readWholeForm } from './parse-signup.ts'
import { submitSignup } from './submit-signup.ts'

const body = z.record(z.string(), z.unknown()).default({})

/** Adds the sign-up form that has all steps on one page. Other hosts can submit this form too. */
export function wholeFormRoutes(app: App, { config }: Context): void {
  app.get('/sign-up', { constraints: onExternal, config: { idempotent: 'form' } }, async (request, reply) => {
    if ((await request.visitor()).state === 'verified') return reply.redirect('/profile')
    const draft = await findDraft(request.db, config, request)
    const values = draft && !draft.isSubmitted ? draft.answers : {}
    return show(request, reply, { ...emptyForm, values })
  })

  app.post('/', { config: { idempotent: 'submission' }, schema: { body } }, async (request, reply) => {
    const parsed = readWholeForm(request.body)
    if (parsed.form) return refuse(request, reply, parsed.form)
    const data = dropUnknownChoices(parsed.data, await readChoices(request.db))
    const answers = Object.assign({}, ...signupSteps.map((step) => parseDraftAnswers(step, request.body)))
    // A sign-in with Google may have filled in the form.
    const previousDraft = await findDraft(request.db, config, request)
    const source = previousDraft?.source === 'google' ? 'google' : 'one_page'
    const { draft } = await createDraft(request.db, config, answers, source)
    await submitSignup(request.db, config, request, reply, { draft, data, isTrapped: Boolean(answers.website) })
    championCookies(config).draft.clear(reply)
    return reply.redirect(`${config.CHAMPIONS_URL}/signups/${draft.public_id}`, 303)
  })

  app.post(
    '/sign-up/email-check',
    {
      constraints: onExternal,
      schema: { body: emailCheck.catch({ email: '', website: '' }), response: { 200: emailCheckReply } },
    },
    async ({ db, body: { email, website } }) => {
      const findSignup = () => db.find('champion_signups', ['id'], { id: survivorWithEmail(email) })
      return { known: website === '' && (await findSignup()) !== undefined }
    },
  )

  /** Other hosts get a 422 instead of the rendered form. */
  function refuse(request: FastifyRequest, reply: FastifyReply, form: FormState) {
    if (request.site === 'external') return show(request, reply, form)
    throw new HttpError(422, Object.values(form.errors).join(' '), { fields: form.errors })
  }

  async function show({ db }: FastifyRequest, reply: FastifyReply, form: FormState) {
    const values = { country: zipCountry, ...form.values }
    return reply.portalPage(signUpPage, {
      form: { ...form, values },
      has_google: hasGoogle(config),
      choices: await choicesOfForm(db, signupAnswerNames),
    })
  }
}
