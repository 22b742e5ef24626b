import { z } from 'zod'
import { pageMembers, pageNumber } from '../page.ts'
import { portalPage } from '../portal.ts'
import { localTime, oneLine, publication, publicationText, visibleText } from './publications.ts'

/** `requested` waits for an administrator, `leaving` can still be taken back, `failed` was stopped by the service. */
const states = ['draft', 'requested', 'leaving', 'sending', 'sent', 'stopped', 'failed'] as const
export type ListLetterState = (typeof states)[number]

/** Returns whether a letter can still be edited: a draft, or one that an administrator was asked to send. */
export const isDraft = (state: ListLetterState): boolean => state === 'draft' || state === 'requested'

const moves = {
  send: { from: ['draft', 'requested'], to: 'leaving', meaning: 'Who gets it is fixed. It leaves in five minutes.' },
  schedule: { from: ['draft', 'requested'], to: 'leaving', meaning: 'Who gets it is fixed. It leaves at that time.' },
  take_back: { from: ['leaving'], to: 'draft', meaning: 'No one gets it. It is a draft again.' },
  stop: { from: ['sending'], to: 'stopped', meaning: 'The people who wait for it get no letter until you resume.' },
  resume: { from: ['stopped', 'failed'], to: 'sending', meaning: 'The people who wait for it get their letters.' },
} as const
export const plainMoves = ['take_back', 'stop', 'resume'] as const

export const letterTopics = ['events', 'volunteering', 'news'] as const
export type LetterTopic = (typeof letterTopics)[number]
export const optOutTopics = [...letterTopics, 'all'] as const
export const topicLabels: Record<LetterTopic, string> = { events: 'Events', volunteering: 'Volunteering', news: 'News' }
export type OptOutTopic = (typeof optOutTopics)[number]

export function listWantedTopics(stopped: readonly OptOutTopic[]): LetterTopic[] {
  return stopped.includes('all') ? [] : letterTopics.filter((topic) => !stopped.includes(topic))
}

export function describeTopics(topics: readonly LetterTopic[]): string {
  const [first, ...others] = topics
  return first ? [topicLabels[first], ...others].join(', ') : 'None'
}

/** Returns text such as "Wants none about events or news", or null without opt-outs. */
export function describeOptOuts(stopped: readonly OptOutTopic[]): string | null {
  if (stopped.length === 0) return null
  if (stopped.includes('all')) return 'Wants none'
  return `Wants none about ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(stopped)}`
}

/** Reasons for leaving out a person, in order of precedence. `gone` means merged or deleted. */
export const leftOutReasons = [
  'gone',
  'deceased',
  'do_not_contact',
  'do_not_email',
  'opted_out',
  'answered',
  'no_email',
  'bounced',
  'same_address',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const recipientStates = ['waiting', 'handed', 'sent', 'refused', 'in_doubt', 'left_out'] as const
export type RecipientState = (typeof recipientStates)[number]

const id = z.number().int().min(1)
export const maxChosen = 200_000
/** `query` is the query string of a search. */
export const peopleList = z.discriminatedUnion('from', [
  z.object({ from: z.literal('search'), query: z.string().max(4000) }),
  z.object({ from: z.literal('people'), buids: z.array(z.string().regex(/^B\d{8}$/)).max(5000) }),
  z.object({ from: z.literal('recorded'), id }),
  z.object({ from: z.literal('signup'), id }),
  z.object({ from: z.literal('champions'), query: z.string().max(4000) }),
  z.object({
    from: z.literal('answers'),
    to: z.enum(['event', 'opportunity']),
    id,
    status: z.string().max(40).nullable(),
  }),
  z.object({ from: z.literal('reminder'), id }),
])
export type PeopleList = z.infer<typeof peopleList>

const line = (max: number, blank: string) =>
  z
    .string()
    .overwrite(visibleText)
    .trim()
    .min(1, blank)
    .max(max, `Keep this to ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Write this in one line.')
const withoutName = <Text extends z.ZodString>(text: Text) =>
  text.refine((written) => !/\{\s*name\s*\}/i.test(written), 'Remove {name} here: only the greeting can have it.')
const fields = {
  title: withoutName(oneLine.min(1, 'Write a subject.').max(120, 'Keep the subject to 120 characters.')),
  summary: withoutName(publicationText.summary),
  body: withoutName(publicationText.body),
  topic: z.enum(letterTopics, 'Choose a topic: people can opt out of letters on one topic.'),
  salutation: line(80, 'Write how the letter begins, such as “Dear {name},”.').refine(
    (text) => text.includes('{name}'),
    'Write {name} where the name belongs.',
  ),
  replies_to: z.enum(['writer', 'office'], 'Choose who gets the replies.'),
  /** At most one of the three IDs is set. */
  event_id: id.nullable(),
  opportunity_id: id.nullable(),
  news_item_id: id.nullable(),
  skips_answered: z.boolean(),
  list: peopleList,
}

const count = z.number().int()
const reach = z.object({
  chosen: count,
  written_to: count,
  left_out: z.partialRecord(z.enum(leftOutReasons), count),
})
/** `chosen` is the sum of `written_to` and all `left_out`. */
export type LetterReach = z.infer<typeof reach>

const row = z.object({
  id: count,
  title: z.string(),
  state: z.enum(states),
  about: z.string().nullable(),
  written_to: count,
  sent: count,
  stop_reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
})
export type ListLetterRow = z.infer<typeof row>

export const listLetterContract = publication({
  states,
  moves,
  fields,
  facts: {
    html: z.string(),
    about: z.object({ title: z.string(), url: z.string() }).nullable(),
    /** Why no letter about the event, opportunity or news item can be sent. If it is over, none can be sent later. */
    subject_blocker: z.object({ message: z.string(), is_over: z.boolean() }).nullable().default(null),
    stop_reason: z.string().nullable(),
    is_tested: z.boolean(),
    sender: z.string().nullable(),
    /** The user who asked an administrator to send the letter or, if no one did, the last editor. */
    author: z.string().nullable(),
    author_id: count.nullable(),
    requested_at: z.string().nullable(),
    decline_reason: z.string().nullable(),
    /** For a reminder, the weekdays and dates in the original letter, and the time when the original was sent. */
    written_dates: z.object({ words: z.array(z.string()), at: z.string() }).nullable(),
    recipients: z.partialRecord(z.enum(recipientStates), count),
    left_out: z.partialRecord(z.enum(leftOutReasons), count),
  },
  filters: {},
  list: { letters: z.array(row) },
  refusal: {
    isRight: (fields) =>
      ['event_id', 'opportunity_id', 'news_item_id'].filter((name) => (fields as Record<string, unknown>)[name])
        .length <= 1,
    path: 'event_id',
    message: 'A letter is about one event, opportunity or news item at most.',
  },
})
export type ListLetterRecord = z.infer<typeof listLetterContract.record>
export type ListLettersPage = z.infer<typeof listLetterContract.page>
/**
 * In `about`, a `value` looks like `event:12`. Only administrators can send letters to more than `staff_max` people.
 * Authors cannot send their own letters to more than `second_person_above` people.
 */
export const letterChoices = z.object({
  about: z.array(z.object({ value: z.string(), label: z.string(), title: z.string() })),
  staff_max: count,
  second_person_above: count.nullable(),
})
export type LetterChoices = z.infer<typeof letterChoices>
export const listLetterPage = listLetterContract.record.extend({ choices: letterChoices })
export type ListLetterPage = z.infer<typeof listLetterPage>
export const listLetterMove = z.object({ move: z.enum(plainMoves) })

export const letterReachRequest = z.object({
  list: peopleList,
  topic: fields.topic,
  event_id: fields.event_id,
  opportunity_id: fields.opportunity_id,
  skips_answered: fields.skips_answered,
})
export type LetterReachRequest = z.infer<typeof letterReachRequest>
export const letterReachReply = reach

/** Requests the people left out for `reason`, or, if it is null, those who would get the letter. */
export const reachPeopleRequest = letterReachRequest.extend({
  reason: z.enum(leftOutReasons).nullable(),
  page: pageNumber,
})
/** Both IDs are null if the record was deleted. */
const person = {
  name: z.string(),
  class_years: z.array(count),
  buid: z.string().nullable(),
  signup_id: count.nullable(),
}
export const reachPeoplePage = z.object({ people: z.array(z.object(person)), ...pageMembers })
export type LetterPerson = z.infer<typeof reachPeoplePage>['people'][number]

/** `written_to` is the number shown to the user. Above `staff_max`, administrators type it again as `typed_count`. */
export const sendLetterRequest = z.object({
  version: z.number().int().min(1),
  written_to: count.min(0),
  typed_count: count.optional(),
  at: localTime('at which it leaves').optional(),
})

export const recipientsQuery = z.object({
  state: z.enum(recipientStates).optional().catch(undefined),
  reason: z.enum(leftOutReasons).optional().catch(undefined),
  page: pageNumber.catch(1),
})
export type RecipientsQuery = z.infer<typeof recipientsQuery>

export const recipientsPage = z.object({
  recipients: z.array(
    z.object({
      id: count,
      ...person,
      state: z.enum(recipientStates),
      reason: z.enum(leftOutReasons).nullable(),
      changed_at: z.string(),
      /** When the recipient answered “no” through the link in the letter, without confirming the answer. */
      declined_at: z.string().nullable(),
    }),
  ),
  ...pageMembers,
})
export type RecipientsPage = z.infer<typeof recipientsPage>

/** The preview starts with people to whom one of these applies. */
export const oddities = ['no_first_name', 'longest_name', 'several_degrees'] as const
export type Oddity = (typeof oddities)[number]

/** Position in the preview, which shows people with an oddity first, then the others in the order of the list. */
const position = z.number().int().min(1).max(maxChosen)
export const letterPreviewRequest = z.object({ position })

export const letterPreview = z.object({
  ...person,
  oddity: z.enum(oddities).nullable(),
  people: count,
  greeting: z.string(),
  html: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  button: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** The name and the title of the person who gets the replies, on separate lines. */
  signature: z.string(),
  opt_out: z.string(),
  address: z.string(),
  text: z.string(),
})
export type LetterPreview = z.infer<typeof letterPreview>

export const letterTestRequest = z.object({ position: position.optional() }).nullish()
export const letterTestReply = z.object({ sent_to: z.string(), as: z.string() })

export const optOutParams = z.object({ recipient: z.string().optional(), token: z.string() })
export const optOutForm = z.object({
  topic: z.enum(['this', 'all']).catch('this'),
  letters: z.enum(['on', 'off']).catch('off'),
})
export const optOutPage = portalPage('letters/opt-out', {
  action: z.string(),
  topic: z.enum(letterTopics),
  stopped: z.array(z.enum(optOutTopics)),
  resumed: z.enum(['this', 'all']).nullable(),
})
