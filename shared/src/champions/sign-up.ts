import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { affinityCategories } from '../alumni/internal-api.ts'
import { formState, option, portalPage } from '../portal.ts'
import { answersOfStep, formShape } from './answers.ts'
import { privacyPolicyVersion } from './privacy-policy.ts'

/**
 * The steps of the wizard in their order, the first on the home page; each is `GET /?step=…`, and a part of what `POST
 * /signups` takes.
 */
export const signupSteps = ['who', 'where', 'help', 'check'] as const
export type SignupStep = (typeof signupSteps)[number]

/** The step `who`. Names may have any script, from one character on. */
export const whoForm = z.object(formShape(answersOfStep('who')))

export const zipCountry = 'US'
const zip = /^(\d{5})[\s-]*(\d{4})?$/

type Place = { country: string; zip_code: string; postal_code: string; city: string | null }

/**
 * A place as it is stored: the United States as no country and a ZIP code, others with a city and perhaps a postal
 * code. The country decides which fields count: text typed into the others is left out.
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

/** The step `where`: in the United States the ZIP code says the city. */
export const whereForm = z.object(formShape(answersOfStep('where'))).transform((form, context) => {
  const place = toStoredPlace(form, context)
  return { ...place, city: place.country && form.city }
})

/** The step `help`. Nothing of it is required; values that are in no list are left out. */
export const helpForm = z.object(formShape(answersOfStep('help')))

/** The agreement to the policy of the version that the page named. */
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

/** The form of each step; `POST /` takes all of them at once, under the same names. */
export const stepForms = { who: whoForm, where: whereForm, help: helpForm, check: consentForm }

/** A signup's data, checked. */
export type SignupData = z.output<typeof whoForm> & z.output<typeof whereForm> & z.output<typeof helpForm>

/** `POST /sign-up/email-check`: whether a person has signed up with this address. `website` is a trap for programs. */
export const emailCheck = z.object({
  email: z.string().overwrite(withoutFormatCharacters).default(''),
  website: z.string().default(''),
})
export const emailCheckReply = z.object({ known: z.boolean() })

/** The options that forms offer; those of a form that asks for none of a list are empty. */
export const formChoices = z.object({
  countries: z.array(option),
  colleges: z.array(option),
  /** Affinities by category; a category without any is left out. */
  affinities: z.array(z.object({ category: z.enum(affinityCategories), options: z.array(option) })),
})
export type FormChoices = z.infer<typeof formChoices>

/** An answer to read on the champion's own pages, with the address of the field that changes it. */
export const ownAnswer = z.object({ key: z.string(), value: z.array(z.string()), href: z.string() })
export type OwnAnswer = z.infer<typeof ownAnswer>

/** The steps of the wizard with fields; `who` begins on the home page, and is here only to change an answer. */
export const formSteps = ['who', 'where', 'help'] as const
export type FormStep = (typeof formSteps)[number]
export const signupStepPage = portalPage('signup/step', {
  step: z.enum(formSteps),
  form: formState,
  is_change: z.boolean(),
  choices: formChoices,
})
/** All answers to read, and the consent, which is part of this step. */
export const signupCheckPage = portalPage('signup/check', { rows: z.array(ownAnswer), form: formState })
/** `/sign-up`: all of it on one page. */
export const signUpPage = portalPage('sign-up', {
  form: formState,
  has_google: z.boolean(),
  choices: formChoices,
})

/**
 * `/signups/:id`. Its verified champion sees the signup as it is now. Others see what was submitted there, the e-mail
 * address masked, until a person is verified; after that `signup` is null. `typed_email` is for the browser that typed
 * it: there the code of its letter works.
 */
export const confirmationPage = portalPage('signup/confirmation', {
  is_verified: z.boolean(),
  typed_email: z.string().optional(),
  /** The error of a refused code that was typed here; `id` is the signup whose page this is. */
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

/** `POST /signups/:id/again`, in the browser that typed a wrong address: its answers are there to be changed. */
export const againForm = z.object({ email: z.string().max(254).optional().catch(undefined) })

export const privacyPage = portalPage('privacy', {})
