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

/** A digest of the values that the form was rendered with, used to detect concurrent changes. */
export const seenValuesForm = z.object({ seen: z.string().default('') })

export const groupForms = {
  contact: z.object(formShape(answersOfGroup('contact'))),
  location: z
    .object(formShape(answersOfGroup('location')))
    .transform((form, context) => ({ ...form, ...toStoredPlace(form, context) })),
  interests: z.object(formShape(answersOfGroup('interests'))),
}
export const editedGroups = ['contact', 'location', 'interests'] as const
export type EditedGroup = (typeof editedGroups)[number]

export const emailForm = z.object({ email: emailField })

const toList = (value: unknown) => (value === undefined ? [] : [value].flat())
/** If `topics` is empty, the champion opts out of all letters to lists. */
export const lettersForm = z.object({
  topics: z.preprocess(toList, z.array(z.enum(letterTopics, 'Choose among these.'))),
  reminders: z.preprocess(toList, z.array(z.literal('on', 'Choose among these.'))),
})
export const lettersPage = portalPage('profile/letters', { form: formState })

export const deleteForm = z.object({
  sure: z.literal('yes', 'Check the box if you want to delete your signup.'),
})

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
        where: z.string(),
      }),
    ),
    opportunities: z.array(z.object({ ...place, status: z.enum(responseStatuses), asked_at: z.string() })),
    communities: z.array(z.object(place)),
  }),
  details: z.array(ownAnswer),
  devices: z.number().int(),
  letters: z.object({ topics: z.string(), reminders: z.string() }),
  google: z.object({ linked_at: text }).nullable(),
})

/** If the details were changed after the form was loaded, replies 409, and `changed` has the saved values. */
export const editPage = portalPage('profile/edit', {
  group: z.enum(editedGroups),
  form: formState,
  seen: z.string(),
  changed: z.array(z.object({ key: z.string(), value: text })),
  choices: formChoices,
})

export const emailPage = portalPage('profile/email', { form: formState, email: z.string(), sent_to: text })
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
  is_linked: z.boolean(),
})
export const deletedPage = portalPage('profile/deleted', {})

export const dataPage = portalPage('profile/data', {
  sections: z.array(
    z.object({
      title: z.string(),
      records: z.array(z.array(z.object({ key: z.string(), value: z.string() }))),
    }),
  ),
})
