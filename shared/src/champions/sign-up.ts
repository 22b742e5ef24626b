import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { affinityCategories } from '../alumni/internal-api.ts'
import { formState, option, portalPage } from '../portal.ts'
import { answersOfStep, formShape } from './answers.ts'
import { privacyPolicyVersion } from './privacy-policy.ts'

/** The steps of the wizard in order; each is `GET /?step=…` and one part of `POST /signups`. */
export const signupSteps = ['who', 'where', 'help', 'check'] as const
export type SignupStep = (typeof signupSteps)[number]

export const whoForm = z.object(formShape(answersOfStep('who')))

export const zipCountry = 'US'
const zip = /^(\d{5})[\s-]*(\d{4})?$/

type Place = { country: string; zip_code: string; postal_code: string; city: string | null }

/**
 * Converts a location to its stored form: no country and a ZIP code in the United States, otherwise a city and an
 * optional postal code. Drops fields that do not apply to the country.
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

/** The step `where`: a ZIP code replaces the city. */
export const whereForm = z.object(formShape(answersOfStep('where'))).transform((form, context) => {
  const place = toStoredPlace(form, context)
  return { ...place, city: place.country && form.city }
})

export const helpForm = z.object(formShape(answersOfStep('help')))

/** The consent to the version of the policy that the page showed. */
const consentForm = z
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

export const stepForms = { who: whoForm, where: whereForm, help: helpForm, check: consentForm }

export type SignupData = z.output<typeof whoForm> & z.output<typeof whereForm> & z.output<typeof helpForm>

/** `POST /sign-up/email-check`: whether an address has signed up. `website` is a hidden field that bots fill in. */
export const emailCheck = z.object({
  email: z.string().overwrite(withoutFormatCharacters).default(''),
  website: z.string().default(''),
})
export const emailCheckReply = z.object({ known: z.boolean() })

/** The options of a form; lists that the form does not use are empty. */
export const formChoices = z.object({
  countries: z.array(option),
  colleges: z.array(option),
  /** Affinities by nonempty category. */
  affinities: z.array(z.object({ category: z.enum(affinityCategories), options: z.array(option) })),
})
export type FormChoices = z.infer<typeof formChoices>

/** An answer on the champion's own pages, with a link to edit it. */
export const ownAnswer = z.object({ key: z.string(), value: z.array(z.string()), href: z.string() })
export type OwnAnswer = z.infer<typeof ownAnswer>

/** The steps with fields; `who` is on the home page, and here only for changes. */
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
 * `/signups/:id`. The verified champion sees the current signup. Others see the submitted answers with a masked address
 * until someone signs in; then `signup` is null. `typed_email` is set in the browser that typed it, where the code
 * works.
 */
export const confirmationPage = portalPage('signup/confirmation', {
  is_verified: z.boolean(),
  typed_email: z.string().optional(),
  /** A refused code, and the id of its signup. */
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

/** `POST /signups/:id/again`: returns to the form in the browser that typed a wrong address. */
export const againForm = z.object({ email: z.string().max(254).optional().catch(undefined) })

export const privacyPage = portalPage('privacy', {})
