import { z } from 'zod'
import { note } from '../alumni/notes.ts'
import { foundAlumnus } from '../alumni/search.ts'
import { activityEventTypes, signupStatuses } from './record.ts'
import { rsvpStatuses } from '../publications/content.ts'
import { optOutTopics, recipientStates } from '../publications/list-letters.ts'
import { responseStatuses } from '../publications/opportunities.ts'
import { letterStates } from '../letters.ts'
import { pageMembers, pageNumber } from '../page.ts'
import { signupAnswers } from './answers.ts'
import { emailForm, groupForms } from './profile.ts'
import { formChoices } from './sign-up.ts'

const text = z.string().nullable()
const id = z.number().int()

/** Days until a deleted signup is erased. */
export const restorableDays = 30

const otherSignup = z.object({ id, name: z.string(), email: z.string() })
export type OtherSignup = z.infer<typeof otherSignup>

export const contactRefusals = ['deceased', 'do_not_contact', 'do_not_email'] as const
export type ContactRefusal = (typeof contactRefusals)[number]

/** Only `active` signups can be changed; `erased` ones have no personal data. */
const signupConditions = ['active', 'deleted', 'erased', 'merged'] as const
const signup = signupAnswers.extend({
  id,
  name: z.string(),
  status: z.enum(signupStatuses),
  condition: z.enum(signupConditions),
  created_at: z.string(),
  completed_at: text,
  updated_at: z.string(),
  privacy_policy_version: text,
  consented_at: text,
  wants_reminders: z.boolean(),
  google_linked_at: text,
  deleted_at: text,
  /** A name or “The champion”; null unless the signup was deleted or erased. */
  deleted_by: text,
  erased_from: text,
  merged_into: otherSignup.nullable(),
})
export type SignupRecord = z.infer<typeof signup>

/** `by` is null for events caused by the champion. `before` and `after` have the answers that staff changed. */
export const timelineEvent = z.object({
  id,
  type: z.enum(activityEventTypes),
  at: z.string(),
  by: text,
  /** Does not contain personal data. */
  payload: z.record(z.string(), z.unknown()),
  about: text,
  before: signupAnswers.partial().nullable(),
  after: signupAnswers.partial().nullable(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
export const eventsPerPage = 20
export const timelineQuery = z.object({ page: pageNumber })
export const timelinePage = z.object({ events: z.array(timelineEvent), ...pageMembers })
export type TimelinePage = z.infer<typeof timelinePage>

/** A letter to a list, or, if `body` is set, a letter to one person that was sent by an earlier release. */
export const staffLetter = z.object({
  id,
  subject: z.string(),
  body: text,
  state: z.enum(recipientStates).nullable(),
  by: text,
  at: z.string(),
})
export type StaffLetter = z.infer<typeof staffLetter>

const sentToSignup = z.object({
  id,
  about: z.string(),
  state: z.enum(letterStates),
  failure: text,
  at: z.string(),
})
export type SentToSignup = z.infer<typeof sentToSignup>

export const signupPage = z.object({
  signup,
  alumnus: foundAlumnus.nullable(),
  do_not_write_reason: z.enum(contactRefusals).nullable(),
  opted_out: z.array(z.enum(optOutTopics)),
  merged: z.array(otherSignup),
  same_alumnus: z.array(otherSignup),
  devices: z.array(z.object({ id, name: z.string(), created_at: z.string(), used_at: z.string() })),
  sessions: z.number().int(),
  rsvps: z.array(
    z.object({
      id,
      event_id: id,
      title: z.string(),
      starts_at: z.string(),
      time_zone: z.string(),
      is_cancelled: z.boolean(),
      status: z.enum(rsvpStatuses),
      guests: z.number().int(),
    }),
  ),
  responses: z.array(
    z.object({
      id,
      opportunity_id: id,
      title: z.string(),
      status: z.enum(responseStatuses),
      message: z.string(),
      question: text,
      answer: text,
      asked_at: z.string(),
    }),
  ),
  communities: z.array(z.object({ name: z.string(), joined_at: z.string() })),
  notes: z.array(note),
  letters: z.array(staffLetter),
  /** Letters from the last 30 days, newest first, at most 20. */
  sent_letters: z.array(sentToSignup),
  timeline: timelinePage,
  choices: formChoices.omit({ countries: true }),
})
export type SignupPage = z.infer<typeof signupPage>

const linkSuggestion = z.object({ person: foundAlumnus, reasons: z.array(z.string()), linked: otherSignup.nullable() })
export type LinkSuggestion = z.infer<typeof linkSuggestion>
/** `preselected` is the BUID of the first suggestion, or null if it is not certain enough. */
export const linkSuggestions = z.object({
  suggestions: z.array(linkSuggestion),
  preselected: z.string().nullable().default(null),
})
export type LinkSuggestions = z.infer<typeof linkSuggestions>

const buid = z.string('Choose an alumnus.').regex(/^B\d{8}$/, 'Choose an alumnus.')
/** A request to unlink is refused unless the signup is linked to `buid`. */
export const linkRequest = z.object({ buid })

export const signupEdit = z.object({
  contact: groupForms.contact.optional(),
  location: groupForms.location.optional(),
  interests: groupForms.interests.optional(),
  signin: emailForm.optional(),
  seen: signupAnswers,
})
export type SignupEdit = z.output<typeof signupEdit>
/** The body of a 409 after a concurrent change, with the current values of the changed answers. */
export const signupRefusal = z.object({ current: signupAnswers.partial() })
