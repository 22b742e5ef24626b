import { z } from 'zod'
import { card } from '../publications/cards.ts'
import { rsvpStatuses } from '../publications/content.ts'
import { countryCodes } from '../countries.ts'
import { responseStatuses } from '../publications/opportunities.ts'
import { formState, option, portalPage } from '../portal.ts'
import { countryOfZips, emailField, helpForm, optionalLine, signupHelpPage, whoForm } from './sign-up.ts'
import { phoneProblem } from './typed-contact.ts'

const text = z.string().nullable()

/** The value of a field that the hub edits; null is not given. */
export type SignupValue = string | number | null | string[]

/**
 * `seen` is a digest of the values that the form showed: who saves after another person gets to see what is there now.
 */
const seen = { seen: z.string().default('') }

/** `POST /profile/contact`. A phone number is one of any country. */
export const contactForm = whoForm.omit({ email: true }).extend({
  phone: optionalLine('Your phone number', 50).refine(
    (phone) => phone === null || phoneProblem(phone, undefined) === undefined,
    'Enter a phone number, such as +1 617 555 0123.',
  ),
  ...seen,
})

const zipForm = /^(\d{5})(?:[- ]?(\d{4}))?$/

/**
 * `POST /profile/location`. The United States are stored as no country and a ZIP code, others with a city and perhaps a
 * postal code.
 */
export const locationForm = z
  .object({
    country: z
      .string('Choose your country from the list.')
      .default('')
      .refine((code) => code === '' || countryCodes.includes(code), 'Choose your country from the list.'),
    street: optionalLine('Your street', 200),
    city: optionalLine('Your city', 200),
    state: optionalLine('Your state or region', 100),
    zip_code: optionalLine('Your ZIP code', 20),
    postal_code: optionalLine('Your postal code', 20),
    ...seen,
  })
  .transform(({ country, zip_code, postal_code, ...others }, context) => {
    if (country !== '' && country !== countryOfZips) {
      if (!others.city) context.addIssue({ code: 'custom', path: ['city'], message: 'Enter your city or town.' })
      return { ...others, country, zip_code: null, postal_code: postal_code?.toUpperCase() ?? null }
    }
    const [, five, four] = zipForm.exec(zip_code ?? '') ?? []
    if (!five)
      context.addIssue({
        code: 'custom',
        path: ['zip_code'],
        message: zip_code
          ? 'A ZIP code has five digits, such as 02118. If you live outside of the United States, choose your country.'
          : 'Enter your ZIP code. If you live outside of the United States, choose your country.',
      })
    return { ...others, country: null, zip_code: five ? five + (four ? `-${four}` : '') : null, postal_code: null }
  })

/** `POST /profile/interests`. What is in no list is left out. */
export const interestsForm = helpForm.extend(seen)

/** `POST /profile/email`. */
export const emailForm = z.object({ email: emailField })

/** `POST /profile/delete`. */
export const deleteForm = z.object({
  sure: z.literal('yes', 'Check the box if you want to delete your signup.'),
})

/** The notices at the top of the hub after an action. */
export const hubNotices = {
  contact: 'Your contact details are saved.',
  location: 'Your location is saved.',
  interests: 'Your interests are saved.',
  email: 'Your new e-mail address is confirmed.',
  google: 'Google is not linked to your signup any more.',
} as const
export const hubQuery = z.object({
  saved: z
    .enum(Object.keys(hubNotices) as [keyof typeof hubNotices])
    .optional()
    .catch(undefined),
})

const place = { slug: z.string(), title: z.string() }

/** `GET /profile`: what to do next, what they said yes to, and their data. Times are ISO 8601 in UTC. */
export const hubPage = portalPage('profile/hub', {
  name: text,
  notice: z.enum(Object.keys(hubNotices) as [keyof typeof hubNotices]).nullable(),
  is_location_missing: z.boolean(),
  next: z.array(card),
  answers: z.object({
    events: z.array(
      z.object({
        ...place,
        starts_at: z.string(),
        time_zone: z.string(),
        is_cancelled: z.boolean(),
        status: z.enum(rsvpStatuses),
        guests: z.number().int(),
      }),
    ),
    opportunities: z.array(z.object({ ...place, status: z.enum(responseStatuses), asked_at: z.string() })),
    communities: z.array(z.object(place)),
  }),
  details: z.object({
    first_name: text,
    last_name: text,
    former_last_name: text,
    email: z.string(),
    /** The address that waits for its confirmation. */
    new_email: text,
    phone: text,
    address: z.array(z.string()),
    help_roles: z.array(z.string()),
    affinities: z.array(z.string()),
    degree_year: z.number().int().nullable(),
    college: text,
    devices: z.number().int(),
  }),
  /** Null where sign-in with Google is not offered. */
  google: z.object({ linked_at: text }).nullable(),
})

/** `changed`: what another person has saved meanwhile; the reply is a 409 then. */
const editPage = { form: formState, seen: z.string(), changed: z.array(z.object({ key: z.string(), value: text })) }
export const contactPage = portalPage('profile/contact', editPage)
export const locationPage = portalPage('profile/location', { ...editPage, countries: z.array(option) })
export const interestsPage = portalPage('profile/interests', {
  ...editPage,
  ...signupHelpPage.props.pick({ affinities: true, colleges: true }).shape,
})

/** `sent_to` is the address that a letter is under way to. */
export const emailPage = portalPage('profile/email', { form: formState, email: z.string(), sent_to: text })
/** The page of a confirmation link. Without `email` the link is spent, and `problem` says why. */
export const confirmEmailPage = portalPage('profile/confirm-email', { email: text, token: z.string(), problem: text })

export const devicesQuery = z.object({ done: z.literal('revoked').optional().catch(undefined) })
export const devicesPage = portalPage('profile/devices', {
  devices: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      is_this: z.boolean(),
      created_at: z.string(),
      used_at: z.string(),
    }),
  ),
  notice: z.literal('revoked').nullable(),
})

export const deletePage = portalPage('profile/delete', {
  form: formState,
  email: z.string(),
  events: z.number().int(),
  responses: z.number().int(),
  communities: z.number().int(),
  /** Whether the university has found them in its alumni records. */
  is_linked: z.boolean(),
})
export const deletedPage = portalPage('profile/deleted', {})

/** Everything that is known of a signup, to read; the same as a file is `/profile/data.json`. */
export const dataPage = portalPage('profile/data', {
  sections: z.array(
    z.object({
      title: z.string(),
      records: z.array(z.array(z.object({ key: z.string(), value: z.string() }))),
    }),
  ),
})
