import { z } from 'zod'
import { card } from '../publications/cards.ts'
import { rsvpStatuses } from '../publications/content.ts'
import { responseStatuses } from '../publications/opportunities.ts'
import { formState, portalPage } from '../portal.ts'
import { letterTopics } from '../publications/list-letters.ts'
import { answersOfGroup, formShape } from './answers.ts'
import { ownAnswer, toStoredPlace, formChoices } from './sign-up.ts'
import { emailField } from './form-fields.ts'

const text = z.string().nullable()

/** `seen` of a form is a digest of the values that it showed: who saves after another person gets to see what is there now. */
export const seenForm = z.object({ seen: z.string().default('') })

/**
 * The groups of answers that are edited together: `POST /profile/contact`, `…/location`, `…/interests`. What is in no
 * list is left out.
 */
export const groupForms = {
  contact: z.object(formShape(answersOfGroup('contact'))),
  location: z
    .object(formShape(answersOfGroup('location')))
    .transform((form, context) => ({ ...form, ...toStoredPlace(form, context) })),
  interests: z.object(formShape(answersOfGroup('interests'))),
}
export const editedGroups = ['contact', 'location', 'interests'] as const
export type EditedGroup = (typeof editedGroups)[number]

/** `POST /profile/email`. */
export const emailForm = z.object({ email: emailField })

/** `POST /profile/letters`: the topics that stay checked; none of them is no letter to a list at all. */
const checked = (value: unknown) => (value === undefined ? [] : [value].flat())
export const lettersForm = z.object({
  topics: z.preprocess(checked, z.array(z.enum(letterTopics, 'Choose among these.'))),
  reminders: z.preprocess(checked, z.array(z.literal('on', 'Choose among these.'))),
})
export const lettersPage = portalPage('profile/letters', { form: formState })

/** `POST /profile/delete`. */
export const deleteForm = z.object({
  sure: z.literal('yes', 'Check the box if you want to delete your signup.'),
})

/** The notices at the top of the hub after an action. */
export const hubNotices = {
  contact: 'Your contact details are saved.',
  location: 'Your location is saved.',
  interests: 'Your interests are saved.',
  letters: 'Your choice of e-mails is saved.',
  email: 'Your new e-mail address is confirmed.',
  google: 'Google is no longer linked to your signup.',
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
        /** "Casa Majo, Dublin, Ireland", or "Online". */
        where: z.string(),
      }),
    ),
    opportunities: z.array(z.object({ ...place, status: z.enum(responseStatuses), asked_at: z.string() })),
    communities: z.array(z.object(place)),
  }),
  details: z.array(ownAnswer),
  devices: z.number().int(),
  /** The topics of letters that they get, and whether they are reminded of events, in words. */
  letters: z.object({ topics: z.string(), reminders: z.string() }),
  /** Null where sign-in with Google is not offered. */
  google: z.object({ linked_at: text }).nullable(),
})

/** `changed`: what another person has saved meanwhile; the reply is a 409 then. */
export const editPage = portalPage('profile/edit', {
  group: z.enum(editedGroups),
  form: formState,
  seen: z.string(),
  changed: z.array(z.object({ key: z.string(), value: text })),
  choices: formChoices,
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
  has_google: z.boolean(),
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
