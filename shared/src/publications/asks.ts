import { z } from 'zod'
import { maxSelected } from '../alumni/export.ts'
import { answerToAskCodes, askedGroups } from '../alumni/ask-filters.ts'
import { pageMembers, pageNumber } from '../page.ts'

const id = z.number().int().min(1)
const day = z.iso.date('Choose the day, such as 2026-03-03.').refine((day) => day >= '1900', 'Check the year.')

export const askWays = {
  call: 'By phone',
  meeting: 'In person',
  meal: 'Over a meal',
  email: 'By e-mail',
  other: 'In another way',
} as const
export const askWayCodes = Object.keys(askWays) as (keyof typeof askWays)[]

export const askTopics = {
  volunteering: 'Volunteering',
  events: 'Coming to an event',
  other: 'Something else',
} as const
export const askTopicCodes = Object.keys(askTopics) as (keyof typeof askTopics)[]

/** An ask that staff enter: for an event, for an opportunity, or for something else in `words`. */
const enteredAsk = z.object({
  event_id: id.nullable(),
  opportunity_id: id.nullable(),
  words: z.string().trim().max(200, 'Keep this to 200 characters.').nullable(),
  /** Ignored if `words` is not set. */
  topic: z.enum(askTopicCodes, 'Choose what it was about.'),
  how: z.enum(askWayCodes, 'Choose how they were asked.'),
  asked_by: z
    .string()
    .trim()
    .min(1, 'Enter the name of the person who asked.')
    .max(200, 'Keep this to 200 characters.'),
  asked_on: day,
  answer: z.enum(answerToAskCodes).nullable(),
})
type EnteredAsk = z.output<typeof enteredAsk>
const hasOneSubject = ({
  event_id,
  opportunity_id,
  words,
}: Pick<EnteredAsk, 'event_id' | 'opportunity_id' | 'words'>) =>
  [event_id, opportunity_id, words || null].filter((subject) => subject !== null).length === 1
const oneSubjectRule = {
  path: ['words'],
  message: 'Choose an event or opportunity, or write what they were asked for.',
}

export const askFields = enteredAsk.refine(hasOneSubject, oneSubjectRule)
export type AskFields = z.output<typeof askFields>
export const askChange = z.object({ from: enteredAsk, to: askFields })
export const noteAsksRequest = enteredAsk
  .extend({
    buids: z
      .array(z.string().regex(/^B\d{8}$/))
      .min(1, 'Select someone first.')
      .max(maxSelected),
  })
  .refine(hasOneSubject, oneSubjectRule)
export const noteAsksReply = z.object({ people: z.number().int() })

/** Events and opportunities, latest first, with codes such as `event-12`. */
export const askChoices = z.object({ subjects: z.array(z.object({ code: z.string(), name: z.string() })) })

const subject = z.object({
  kind: z.enum(['event', 'opportunity']),
  id,
  title: z.string(),
  is_over: z.boolean(),
})
/** `status` is the person’s own answer on the site; `answer` can also come from staff or a letter link. */
const askOfPerson = z.object({
  key: z.string(),
  asked_on: z.string(),
  asked_by: z.string().nullable(),
  subject: subject.nullable(),
  letter: z.object({ id, title: z.string() }).nullable(),
  noted: z.object({ id, ...enteredAsk.shape }).nullable(),
  status: z.string().nullable(),
  answer: z.enum(answerToAskCodes).nullable(),
})
export type AskOfPerson = z.infer<typeof askOfPerson>
/** The latest `maxAsksShown` of `total` asks, latest first. */
export const asksOfPerson = z.object({ asks: z.array(askOfPerson), total: z.number().int() })
export const maxAsksShown = 100

const count = z.number().int()
/** Numbers of people; `asked` = `yes` + `no` + `none`. `not_linked` counts asked champions without an alumnus. */
export const askedSummary = z.object({
  asked: count,
  yes: count,
  no: count,
  none: count,
  unasked: count,
  not_linked: count,
  is_over: z.boolean(),
  has_letter: z.boolean(),
})
export type AskedSummary = z.infer<typeof askedSummary>

/** Lists the people in one group. `linked=no` selects champions who are not linked to an alumnus. */
export const askedPeopleQuery = z.object({
  group: z.enum(askedGroups),
  linked: z.literal('no').optional().catch(undefined),
  page: pageNumber.catch(1),
})
export type AskedPeopleQuery = z.infer<typeof askedPeopleQuery>
export const askedPeoplePage = z.object({
  people: z.array(
    z.object({
      name: z.string(),
      class_years: z.array(count),
      buid: z.string().nullable(),
      signup_id: count.nullable(),
      answer: z.enum(answerToAskCodes).nullable(),
      status: z.string().nullable(),
      asked_at: z.string().nullable(),
    }),
  ),
  ...pageMembers,
})
export type AskedPeoplePage = z.infer<typeof askedPeoplePage>
export const reminderReply = z.object({ letter: id })
