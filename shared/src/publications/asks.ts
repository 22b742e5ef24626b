import { z } from 'zod'
import { maxSelected } from '../alumni/export.ts'
import { answerToAskCodes, askedGroups } from '../alumni/ask-filters.ts'
import { pageMembers, pageNumber } from '../page.ts'

const id = z.number().int().min(1)
const day = z.iso.date('Choose the day, such as 2026-03-03.').refine((day) => day >= '1900', 'Check the year.')

/** How a person was asked, where it was not by a letter to a list. */
export const askWays = {
  call: 'By phone',
  meeting: 'In person',
  meal: 'Over a meal',
  email: 'By e-mail',
  other: 'In another way',
} as const
export const askWayCodes = Object.keys(askWays) as (keyof typeof askWays)[]

/** An ask in words of its own is for help, for coming to something, or for neither. */
export const askTopics = {
  volunteering: 'Volunteering',
  events: 'Coming to an event',
  other: 'Something else',
} as const
export const askTopicCodes = Object.keys(askTopics) as (keyof typeof askTopics)[]

/** An ask as staff note it. It is for an event, for an opportunity, or in `words`. */
const noted = z.object({
  event_id: id.nullable(),
  opportunity_id: id.nullable(),
  words: z.string().trim().max(200, 'Keep this to 200 characters.').nullable(),
  /** Counts for `words` only. */
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
type Noted = z.output<typeof noted>
const isAboutOne = ({ event_id, opportunity_id, words }: Pick<Noted, 'event_id' | 'opportunity_id' | 'words'>) =>
  [event_id, opportunity_id, words || null].filter((each) => each !== null).length === 1
const aboutOne = { path: ['words'], message: 'Choose an event or opportunity, or write what they were asked for.' }

export const askFields = noted.refine(isAboutOne, aboutOne)
export type AskFields = z.output<typeof askFields>
/** `PATCH /asks/:id`: the ask as it was shown, and what it becomes. */
export const askChange = z.object({ from: noted, to: askFields })
/** `POST /asks`: the same ask of each of these people. */
export const noteAsksRequest = noted
  .extend({
    buids: z
      .array(z.string().regex(/^B\d{8}$/))
      .min(1, 'Select someone first.')
      .max(maxSelected),
  })
  .refine(isAboutOne, aboutOne)
export const noteAsksReply = z.object({ people: z.number().int() })

/** `GET /asks/choices`: what people can be asked for, such as `event-12`, the latest first. */
export const askChoices = z.object({ subjects: z.array(z.object({ code: z.string(), name: z.string() })) })

const subject = z.object({
  kind: z.enum(['event', 'opportunity']),
  id,
  title: z.string(),
  is_over: z.boolean(),
})
/**
 * An ask of one person, or a letter to a list that was about no event or opportunity. `letter` is there where it was a
 * letter, `noted` where staff noted it. `status` is the state of their own answer here, `answer` what it comes to.
 */
const askOfPerson = z.object({
  key: z.string(),
  asked_on: z.string(),
  asked_by: z.string().nullable(),
  subject: subject.nullable(),
  letter: z.object({ id, title: z.string() }).nullable(),
  noted: z.object({ id, ...noted.shape }).nullable(),
  status: z.string().nullable(),
  answer: z.enum(answerToAskCodes).nullable(),
})
export type AskOfPerson = z.infer<typeof askOfPerson>
/** `GET /alumni/:buid/asks`: the latest first, at most `maxAsksShown`; `total` counts all. */
export const asksOfPerson = z.object({ asks: z.array(askOfPerson), total: z.number().int() })
export const maxAsksShown = 100

const count = z.number().int()
/** `GET` of `/asks` under an event or opportunity: asked = yes + no + none; `not_linked` are among those asked. */
export const askedSummary = z.object({
  asked: count,
  yes: count,
  no: count,
  none: count,
  unasked: count,
  not_linked: count,
  is_over: z.boolean(),
  /** Whether a letter about it, that was no reminder, has reached someone. */
  has_letter: z.boolean(),
})
export type AskedSummary = z.infer<typeof askedSummary>

/** `GET` of `/asks/people` there: the people behind one of those numbers; `linked=no` are those without an alumnus. */
export const askedPeopleQuery = z.object({
  group: z.enum(askedGroups),
  linked: z.literal('no').optional().catch(undefined),
  page: pageNumber.catch(1),
})
export type AskedPeopleQuery = z.infer<typeof askedPeopleQuery>
/** `status` is the state of their own answer here. */
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
/** `POST` of `/reminders` there: the draft of a letter to those who have not answered. */
export const reminderReply = z.object({ letter: id })
