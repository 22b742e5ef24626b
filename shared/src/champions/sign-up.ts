import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { affinityCategories } from '../alumni/internal-api.ts'
import { formState, option, portalPage } from '../portal.ts'
import { answersOfStep, formShape } from './answers.ts'
import { privacyPolicyVersion } from './privacy-policy.ts'

export const signupSteps = ['who', 'where', 'help', 'check'] as const
export type SignupStep = (typeof signupSteps)[number]

export const nameStepForm = z.object(formShape(answersOfStep('who')))

export const zipCountry = 'US'
const zip = /^(\d{5})[\s-]*(\d{4})?$/

type Place = { country: string; zip_code: string; postal_code: string; city: string | null }

/**
 * Converts a place from a form to stored columns: a ZIP code and a null country for the United States, otherwise the
 * country and an optional postal code, with a required city. Reports problems to `context`.
 */
export function toStoredPlace({ country, zip_code, postal_code, city }: Place, context: z.RefinementCtx) {
  const refuse = (field: keyof Place, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (country === '' || country === zipCountry) {
    const [, five, four] = zip.exec(zip_code.normalize('NFKC').trim()) ?? []
    if (zip_code === '') refuse('zip_code', 'Enter your ZIP code.')
    else if (!five)
      refuse(
        'zip_code',
        'A U.S. ZIP code has five digits, such as 02118. If you live elsewhere, choose your country above.',
      )
    return { country: null, zip_code: `${five}${four ? `-${four}` : ''}`, postal_code: null }
  }
  if (!city) refuse('city', 'Enter the city or town that you live in.')
  if ([...postal_code].length > 20) refuse('postal_code', 'A postal code can have at most 20 characters.')
  return { country, zip_code: null, postal_code: postal_code.toUpperCase() || null }
}

/** An address with a ZIP code needs no city. */
export const locationStepForm = z.object(formShape(answersOfStep('where'))).transform((form, context) => {
  const place = toStoredPlace(form, context)
  return { ...place, city: place.country && form.city }
})

export const helpStepForm = z.object(formShape(answersOfStep('help')))

const consentStepForm = z
  .object({
    privacy_policy_version: z.string('Reload the page.').default(privacyPolicyVersion),
    consent: z
      .string('Check the box if you agree.')
      .default('')
      .refine((value) => value !== '', 'Check the box if you agree to how we use your data.'),
  })
  .refine(({ privacy_policy_version }) => privacy_policy_version === privacyPolicyVersion, {
    path: ['consent'],
    message: 'Our privacy policy has changed since you opened this page. Read it, then agree again.',
  })

export const stepForms = { who: nameStepForm, where: locationStepForm, help: helpStepForm, check: consentStepForm }

export type SignupData = z.output<typeof nameStepForm> &
  z.output<typeof locationStepForm> &
  z.output<typeof helpStepForm>

/** `website` is a hidden field that only bots fill in. */
export const emailCheck = z.object({
  email: z.string().overwrite(withoutFormatCharacters).default(''),
  website: z.string().default(''),
})
export const emailCheckReply = z.object({ known: z.boolean() })

export const formChoices = z.object({
  countries: z.array(option),
  colleges: z.array(option),
  affinities: z.array(z.object({ category: z.enum(affinityCategories), options: z.array(option) })),
})
export type FormChoices = z.infer<typeof formChoices>

export const ownAnswer = z.object({ key: z.string(), value: z.array(z.string()), href: z.string() })
export type OwnAnswer = z.infer<typeof ownAnswer>

export const formSteps = ['who', 'where', 'help'] as const
export type FormStep = (typeof formSteps)[number]
export const signupStepPage = portalPage('signup/step', {
  step: z.enum(formSteps),
  form: formState,
  is_change: z.boolean(),
  choices: formChoices,
})
export const signupCheckPage = portalPage('signup/check', { rows: z.array(ownAnswer), form: formState })
export const signUpPage = portalPage('sign-up', {
  form: formState,
  has_google: z.boolean(),
  choices: formChoices,
})

/**
 * The verified champion sees the signup. Others see the submitted form with a masked e-mail address, or, after the
 * champion has signed in, a null `signup`. `typed_email` is set only in the browser that submitted the form, where the
 * code works.
 */
export const confirmationPage = portalPage('signup/confirmation', {
  is_verified: z.boolean(),
  typed_email: z.string().optional(),
  /** The form with a rejected code, and in `id` the public ID of the signup. */
  form: formState.optional(),
  id: z.string().optional(),
  signup: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      address: z.array(z.string()),
      phone: z.string().nullable(),
    })
    .nullable(),
})

export const resendForm = z.object({ email: z.string().max(254).optional().catch(undefined) })

export const privacyPage = portalPage('privacy', {})
