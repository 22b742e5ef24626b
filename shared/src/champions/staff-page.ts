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

/** The time in which a deleted signup can be restored, before its personal data is erased. */
export const restorableDays = 30

/** Another signup, as a page names it. */
const otherSignup = z.object({ id, name: z.string(), email: z.string() })
export type OtherSignup = z.infer<typeof otherSignup>

/**
 * Why no one may write to this person, by what is on file of the alumnus; `do_not_email` can be passed over knowingly.
 */
export const contactRefusals = ['deceased', 'do_not_contact', 'do_not_email'] as const
export type ContactRefusal = (typeof contactRefusals)[number]

/** An `active` signup can be changed, the others cannot. An `erased` one has nothing personal left. */
const signupConditions = ['active', 'deleted', 'erased', 'merged'] as const
const signup = signupAnswers.extend({
  id,
  name: z.string(),
  status: z.enum(signupStatuses),
  standing: z.enum(signupConditions),
  created_at: z.string(),
  completed_at: text,
  updated_at: z.string(),
  privacy_policy_version: text,
  consented_at: text,
  wants_reminders: z.boolean(),
  google_linked_at: text,
  deleted_at: text,
  /** Null: the champion; else the words for an unknown person. */
  deleted_by: text,
  erased_from: text,
  merged_into: otherSignup.nullable(),
})
export type SignupRecord = z.infer<typeof signup>

/**
 * An event of a signup. `by` is the staff member who caused it; null is the champion, or an unknown person. `before`
 * and `after` are for edits by staff.
 */
export const timelineEvent = z.object({
  id,
  type: z.enum(activityEventTypes),
  at: z.string(),
  by: text,
  /** Ids and words of ours. */
  payload: z.record(z.string(), z.unknown()),
  /** The name of the device, alumnus, opportunity or letter that it is about. */
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

/** A letter to a list at `/letters/:id`; or, with `body`, one to this person alone by an earlier release. */
export const staffLetter = z.object({
  id,
  subject: z.string(),
  body: text,
  state: z.enum(recipientStates).nullable(),
  /** Name of the sender. */
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
  silence: z.enum(contactRefusals).nullable(),
  /** The letters to lists that they said no to. */
  opted_out: z.array(z.enum(optOutTopics)),
  /** Signups that were merged into this one. */
  merged: z.array(otherSignup),
  /** Other active signups of the same alumnus. */
  same_alumnus: z.array(otherSignup),
  devices: z.array(z.object({ id, name: z.string(), created_at: z.string(), used_at: z.string() })),
  /** Browsers that are signed in now. */
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
  /** Every letter to them of the last 30 days, the newest first, at most 20. */
  sent_letters: z.array(sentToSignup),
  timeline: timelinePage,
  choices: formChoices.omit({ countries: true }),
})
export type SignupPage = z.infer<typeof signupPage>

/** Someone on file who may be this champion, and why. `linked` is another signup that is linked to them. */
const linkSuggestion = z.object({ person: foundAlumnus, reasons: z.array(z.string()), linked: otherSignup.nullable() })
export type LinkSuggestion = z.infer<typeof linkSuggestion>
/**
 * `GET /champion_signups/:id/suggestions`, the likeliest first. `preselected` is the BUID of the first one, unless it
 * has another signup, something on file contradicts it, or another is as likely.
 */
export const linkSuggestions = z.object({
  suggestions: z.array(linkSuggestion),
  preselected: z.string().nullable().default(null),
})
export type LinkSuggestions = z.infer<typeof linkSuggestions>

const buid = z.string('Choose an alumnus.').regex(/^B\d{8}$/, 'Choose an alumnus.')
/** `POST …/link`, and `POST …/unlink` with the alumnus that was shown. */
export const linkRequest = z.object({ buid })

/**
 * `PATCH /champion_signups/:id`: the groups that were changed, whole, as their portal pages take them; `seen` is what
 * the form was shown with.
 */
export const signupEdit = z.object({
  contact: groupForms.contact.optional(),
  location: groupForms.location.optional(),
  interests: groupForms.interests.optional(),
  signin: emailForm.optional(),
  seen: signupAnswers,
})
export type SignupEdit = z.output<typeof signupEdit>
/** A 409: the answers that another person has changed meanwhile, as they are now. */
export const signupRefusal = z.object({ current: signupAnswers.partial() })
