import { z } from 'zod'
import { foldsAlike } from '../email-address.ts'
import { withoutFormatCharacters } from '../format-characters.ts'
import { helpRoles, type HelpRole } from './record.ts'
import { countryCodes } from '../countries.ts'
import { affinityCategories } from '../alumni/internal-api.ts'
import { formState, option, portalPage } from '../portal.ts'
import { privacyPolicyVersion } from './privacy-policy.ts'

/**
 * The steps of the wizard in their order, the first on the home page; each is `GET /?step=…`, and a part of what `POST
 * /signups` takes.
 */
export const signupSteps = ['who', 'where', 'help', 'check', 'consent'] as const
export type SignupStep = (typeof signupSteps)[number]

/**
 * One line as a person meant it: composed letters, single spaces, without characters that steer the text around it.
 * `what` begins the sentence.
 */
const line = (what: string, max: number) =>
  z
    .string(`${what} is one line of text.`)
    .default('')
    .refine((typed) => !hiddenStart.test(typed.replace(steering, '').trimStart()), {
      message: `${what} begins with a character that cannot be seen. Delete it, and type it again.`,
      abort: true,
    })
    .transform(asOneLine)
    .refine((typed) => typed.isWellFormed(), `${what} contains a character that cannot be stored.`)
    .refine((typed) => [...typed].length <= max, `${what} can have at most ${max} characters.`)
const required = (what: string, max: number, missing: string) =>
  line(what, max).refine((typed) => typed !== '', missing)
/** The same; blank is null. */
export const optionalLine = (what: string, max: number) => line(what, max).transform((typed) => typed || null)

// A spreadsheet runs a formula behind it, where a person sees none.
const hiddenStart = /^[\p{Cc}\p{Cf}]/u
const steering = /[\u202a-\u202e\u2066-\u2069]/g

function asOneLine(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(steering, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/**
 * An address as it is stored: as typed, without what surrounds it; letters beyond ASCII small, since not every
 * PostgreSQL knows their small forms.
 */
export const emailField = z
  .string('Enter your e-mail address.')
  .default('')
  .transform((typed) => withoutFormatCharacters(typed.normalize('NFKC')).trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter your e-mail address.')
      .max(254, 'An e-mail address can have at most 254 characters.')
      .regex(
        /^[^\s\p{Cc}@<>(),;:"]+@[^\s\p{Cc}@<>(),;:"]+\.[^\s\p{Cc}@<>(),;:".]{2,}$/u,
        'Enter an e-mail address such as name@example.com.',
      )
      .refine(
        foldsAlike,
        'This address has a letter that not all mail programs read alike, such as İ. Type it in small letters, as your mail program shows it.',
      )
      .transform((address) => address.replace(/[^\0-\x7f]/gu, (letter) => letter.toLowerCase())),
  )

/** The step `who`. Names may have any script, from one character on. */
export const whoForm = z.object({
  first_name: required('A first name', 200, 'Enter your first name.'),
  last_name: required('A last name', 200, 'Enter your last name.'),
  former_last_name: optionalLine('A former last name', 200),
  email: emailField,
})

export const countryOfZips = 'US'
const zip = /^(\d{5})[\s-]*(\d{4})?$/

/** The step `where`. The country decides which fields count: text typed into the others is left out. */
export const whereForm = z
  .object({
    country: z
      .string('Choose your country from the list.')
      .default('')
      .transform((typed) => typed.trim().toUpperCase())
      .refine((code) => code === '' || countryCodes.includes(code), 'Choose your country from the list.'),
    zip_code: line('A ZIP code', 200),
    city: line('A city', 200),
    postal_code: line('A postal code', 200),
  })
  .transform(({ country, zip_code, city, postal_code }, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (country === '' || country === countryOfZips) {
      const [, five, four] = zip.exec(zip_code.normalize('NFKC').trim()) ?? []
      if (zip_code === '') wrong('zip_code', 'Enter your ZIP code.')
      else if (!five)
        wrong(
          'zip_code',
          'A U.S. ZIP code has five digits, such as 02118. If you live elsewhere, choose your country above.',
        )
      return { country: null, zip_code: `${five}${four ? `-${four}` : ''}`, city: null, postal_code: null }
    }
    if (city === '') wrong('city', 'Enter the city or town that you live in.')
    if ([...postal_code].length > 20) wrong('postal_code', 'A postal code can have at most 20 characters.')
    return { country, zip_code: null, city, postal_code: postal_code.toUpperCase() || null }
  })

/** Nothing, one or several of a group of checkboxes. */
const several = z.preprocess(
  (checked) => (checked === undefined || checked === '' ? [] : [...new Set([checked].flat())]),
  z.array(z.string()).max(500, 'Choose fewer.'),
)

/** The step `help`. Nothing of it is required; values that are in no list are left out. */
export const helpForm = z.object({
  help_roles: several.transform((roles) => roles.filter((role): role is HelpRole => Object.hasOwn(helpRoles, role))),
  affinity_codes: several,
  degree_year: line('A year', 200)
    .transform((typed) => typed.normalize('NFKC'))
    .refine(
      (typed) => typed === '' || isDegreeYear(typed),
      'Enter the year of your degree with four digits, such as 2009.',
    )
    .transform((typed) => (typed === '' ? null : Number(typed))),
  college_code: optionalLine('A college', 50),
})

function isDegreeYear(typed: string): boolean {
  return /^\d{4}$/.test(typed) && Number(typed) >= 1900 && Number(typed) <= new Date().getFullYear() + 10
}

/** The agreement to the policy of the version that the page named. */
const consentForm = z
  .object({
    privacy_policy_version: z.string('Load the page again.').default(privacyPolicyVersion),
    consent: z
      .string('Tick the box if you agree.')
      .default('')
      .refine((ticked) => ticked !== '', 'Tick the box if you agree to how we use your data.'),
  })
  .refine(({ privacy_policy_version }) => privacy_policy_version === privacyPolicyVersion, {
    path: ['consent'],
    message: 'Our privacy policy has changed since you opened this page. Read it, then agree again.',
  })

/** The form of each step; `POST /` takes all of them at once, under the same names. */
export const stepForms = { who: whoForm, where: whereForm, help: helpForm, check: z.object({}), consent: consentForm }

/** A signup's data, checked. */
export type SignupData = z.output<typeof whoForm> & z.output<typeof whereForm> & z.output<typeof helpForm>

/** `POST /sign-up/email-check`: whether a person has signed up with this address. `website` is a trap for programs. */
export const emailCheck = z.object({
  email: z.string().overwrite(withoutFormatCharacters).default(''),
  website: z.string().default(''),
})
export const emailCheckReply = z.object({ known: z.boolean() })

const choices = {
  colleges: z.array(option),
  /** Affinities by category; a category without any is left out. */
  affinities: z.array(z.object({ category: z.enum(affinityCategories), options: z.array(option) })),
}
const wizard = { form: formState, is_change: z.boolean() }

/** The first step again, to change an answer; it begins on the home page. */
export const signupWhoPage = portalPage('signup/who', { form: formState })
export const signupWherePage = portalPage('signup/where', { ...wizard, countries: z.array(option) })
export const signupHelpPage = portalPage('signup/help', { ...wizard, ...choices })
/** Check your answers: each row with the step that changes it. */
export const signupCheckPage = portalPage('signup/check', {
  rows: z.array(
    z.object({
      key: z.string(),
      value: z.array(z.string()),
      step: z.enum(['who', 'where', 'help']),
      field: z.string(),
    }),
  ),
})
export const signupConsentPage = portalPage('signup/consent', { form: formState })
/** `/sign-up`: all of it on one page. */
export const signUpPage = portalPage('sign-up', {
  form: formState,
  has_google: z.boolean(),
  countries: z.array(option),
  ...choices,
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
      place: z.string(),
      phone: z.string().nullable(),
      street: z.string().nullable(),
    })
    .nullable(),
})

/** `POST /signups/:id/again`, in the browser that typed a wrong address: its answers are there to be changed. */
export const againForm = z.object({ email: z.string().max(254).optional().catch(undefined) })

export const privacyPage = portalPage('privacy', {})
