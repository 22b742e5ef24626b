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

/** Number of days until a deleted signup is erased. */
export const restorableDays = 30

const otherSignup = z.object({ id, name: z.string(), email: z.string() })
export type OtherSignup = z.infer<typeof otherSignup>

export const contactRefusals = ['deceased', 'do_not_contact', 'do_not_email'] as const
export type ContactRefusal = (typeof contactRefusals)[number]

/** Only `active` signups can be changed. `erased` ones have no personal data. */
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
  /** Null for the champion; else the text for an unknown person. */
  deleted_by: text,
  erased_from: text,
  merged_into: otherSignup.nullable(),
})
export type SignupRecord = z.infer<typeof signup>

/** An event of a signup. `by`: the staff member, null for the champion. `before` and `after`: edits by staff. */
export const timelineEvent = z.object({
  id,
  type: z.enum(activityEventTypes),
  at: z.string(),
  by: text,
  /** Never personal data. */
  payload: z.record(z.string(), z.unknown()),
  /** The name of the device, alumnus, opportunity or letter. */
  about: text,
  before: signupAnswers.partial().nullable(),
  after: signupAnswers.partial().nullable(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
export const eventsPerPage = 20
/** `GET /champion_signups/:id/timeline`, newest first. */
export const timelineQuery = z.object({ page: pageNumber })
export const timelinePage = z.object({ events: z.array(timelineEvent), ...pageMembers })
export type TimelinePage = z.infer<typeof timelinePage>

/** A letter to a list at `/letters/:id`, or one that an earlier release sent to this person alone, with `body`. */
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

/** `GET /champion_signups/:id`: everything about one signup, with the first page of its timeline. */
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
  /** Letters of the last 30 days, newest first, at most 20. */
  sent_letters: z.array(sentToSignup),
  timeline: timelinePage,
  choices: formChoices.omit({ countries: true }),
})
export type SignupPage = z.infer<typeof signupPage>

/** A possible alumnus with the reasons. `linked`: another signup linked to them. */
const linkSuggestion = z.object({ person: foundAlumnus, reasons: z.array(z.string()), linked: otherSignup.nullable() })
export type LinkSuggestion = z.infer<typeof linkSuggestion>
/** `preselected` is null if the first one has another signup, is contradicted by the file, or another is as likely. */
export const linkSuggestions = z.object({
  suggestions: z.array(linkSuggestion),
  preselected: z.string().nullable().default(null),
})
export type LinkSuggestions = z.infer<typeof linkSuggestions>

const buid = z.string('Choose an alumnus.').regex(/^B\d{8}$/, 'Choose an alumnus.')
/** `POST …/link`, and `POST …/unlink` with the alumnus shown. */
export const linkRequest = z.object({ buid })

/** `PATCH /champion_signups/:id`: the changed groups in full. `seen`: the answers that the form was rendered with. */
export const signupEdit = z.object({
  contact: groupForms.contact.optional(),
  location: groupForms.location.optional(),
  interests: groupForms.interests.optional(),
  signin: emailForm.optional(),
  seen: signupAnswers,
})
export type SignupEdit = z.output<typeof signupEdit>
/** The body of a 409: the current values of concurrently changed answers. */
export const signupRefusal = z.object({ current: signupAnswers.partial() })
