import { answeredFilter, answerFilter } from './answered.ts'
import { askAnswerFilter, askedFilter } from './asked.ts'
import { emailFields, phoneFields } from './fields.ts'
import { z } from 'zod'
import { recentDegree } from './record.ts'
import {
  codesFilter,
  dayFilter,
  formerFilter,
  withOrderedSpans,
  milesFilter,
  searchFilter,
  textFilter,
  yearFilter,
  yesOrNoFilter,
  type Span,
} from '../filters.ts'
import { pageMembers, pageNumber, placeNumber } from '../page.ts'

export const searchSorts = [
  'relevance',
  'name',
  '-name',
  'class_year',
  '-class_year',
  'place',
  '-place',
  'last_engaged',
  '-last_engaged',
] as const
export type SearchSort = (typeof searchSorts)[number]

/** The filters of a search, without page and order: they are saved, named, exported and shown as chips. */
export const searchFilters = z.object({
  /** Names, BUID, contact id, CRM id, e-mail or phone number; accent-blind, forgiving. */
  q: searchFilter,
  /** These three, with the years, `degree_by` and `reunion`, are about one and the same degree. */
  college: codesFilter,
  major: codesFilter,
  degree: codesFilter,
  year_from: yearFilter('The first class year is a year such as 1998.'),
  year_to: yearFilter('The last class year is a year such as 2008.'),
  /** The degree is dated by this day. */
  degree_by: dayFilter('The day of the degree is a date such as 2018-06-30.'),
  /** Dated in a year whose class has a reunion in this one: every fifth before it. */
  reunion: yearFilter('A reunion year is a year such as 2026.'),
  decade: formerFilter('Class decade'),
  affinity: codesFilter,
  state: codesFilter,
  country: codesFilter,
  zip: formerFilter('ZIP code begins with'),
  /** A city, with its state or country behind a comma, or a ZIP or postal code or its beginning. */
  near: textFilter('A place has at most 200 characters.'),
  /** Miles around `near`. */
  within: milesFilter,
  employer: textFilter('An employer has at most 200 characters.'),
  activity: codesFilter,
  /** Engaged (in one of `activity`, where given) from and to these days, both included. */
  engaged_from: dayFilter('The first day is a date such as 2026-07-01.'),
  engaged_to: dayFilter('The last day is a date such as 2026-07-01.'),
  /**
   * The description of the engagement, an event's name; where no one has exactly this one, words that begin its words.
   */
  event: textFilter('An event has at most 500 characters.', 500),
  /** Whether there was such an engagement before `engaged_from` too; without that day nothing was before. */
  engaged_before: yesOrNoFilter('Engaged before that'),
  /** There is no such engagement between these days, both included. */
  not_engaged_from: dayFilter('The first day is a date such as 2026-07-01.'),
  not_engaged_to: dayFilter('The last day is a date such as 2026-07-01.'),
  /** Answered one of these as a champion, such as `event-12`, or any; with `answer` in one of these states. For staff. */
  answered: answeredFilter,
  answer: answerFilter,
  /**
   * Asked for one of these, such as `event-12`, for any event or for `volunteering`; the four filters behind it are about
   * the same asks. For staff.
   */
  asked: askedFilter,
  was_asked: yesOrNoFilter('Asked'),
  asked_from: dayFilter('The first day is a date such as 2026-07-01.'),
  /** There is no such ask on this day or after it. */
  not_asked_from: dayFilter('The first day is a date such as 2026-07-01.'),
  /** There is such an ask with one of these answers; `none` has no answer. */
  ask_answer: askAnswerFilter,
  champion: yesOrNoFilter('Champion'),
  deceased: yesOrNoFilter('Deceased'),
  do_not_contact: yesOrNoFilter('Do not contact'),
  do_not_email: yesOrNoFilter('Do not e-mail'),
  /** Living, with an address on file, and not opted out. */
  by_email: yesOrNoFilter('Can be e-mailed'),
  /** There is neither an e-mail address nor a city or postal code on file. */
  lost: yesOrNoFilter('Lost'),
})
export type SearchFilters = z.infer<typeof searchFilters>

/** The filters of a search, and its order. */
export const sortedFilters = searchFilters.extend({
  sort: z.enum(searchSorts, `Sort by one of ${searchSorts.join(', ')}.`).optional(),
})
/** Years and days that stand in order. */
export const spans: Span<typeof sortedFilters>[] = [
  ['year_from', 'year_to', 'The last class year is before the first.'],
  ['engaged_from', 'engaged_to', 'The last day is before the first.'],
  ['not_engaged_from', 'not_engaged_to', 'The last day is before the first.'],
]

/** `GET /alumni_search` as JSON. Without `sort`: by relevance where words are searched for, else by name. */
export const searchQuery = withOrderedSpans(sortedFilters.extend({ page: pageNumber }), spans)
export type SearchQuery = z.infer<typeof searchQuery>

const text = z.string().nullable()

/** The field that a word of the search matched, with its value; lists may not show it. */
export const foundBy = z.object({
  field: z.enum(['buid', 'contact_id', 'crm_id', ...emailFields, ...phoneFields, 'former_last_name']),
  value: z.string(),
})
export type FoundBy = z.infer<typeof foundBy>

/**
 * One person in a list. `surname_first` is the name as an index has it; `recent_degree` is the most recent one, of
 * those that the search asked for if it asked for any. `class_years` rise; `last_engaged` is `YYYY-MM-DD`; `employer`
 * and `job_title` are the current ones. `found_by` is there where what was typed is not their present name.
 */
export const foundAlumnus = z.object({
  id: z.number().int(),
  buid: z.string(),
  contact_id: text,
  name: z.string(),
  surname_first: z.string(),
  last_name: text,
  recent_degree: recentDegree.nullable(),
  class_years: z.array(z.number().int()),
  primary_email: text,
  mobile_phone: text,
  city: text,
  state: text,
  country: text,
  employer: text,
  job_title: text,
  last_engaged: text,
  engagements: z.number().int(),
  is_champion: z.boolean(),
  deceased: z.boolean(),
  do_not_contact: z.boolean(),
  do_not_email: z.boolean(),
  found_by: z.array(foundBy).optional(),
})
export type FoundAlumnus = z.infer<typeof foundAlumnus>

/** The filters that a part of the box may be read as. */
export const readFilters = searchFilters.pick({
  college: true,
  degree: true,
  major: true,
  year_from: true,
  year_to: true,
  near: true,
  state: true,
  country: true,
  employer: true,
})
export type ReadFilters = z.infer<typeof readFilters>

/** A part of the box that is read as filters, such as the class year in `alv 15`. */
export type Reading = { typed: string; filters: ReadFilters }
/** Another box and other filters, and how many people they find. */
export type OtherQuestion = { q: string; filters: ReadFilters; matching: number }

const addressFilters = z.partialRecord(readFilters.keyof(), z.string())

/**
 * Reply of `GET /alumni_search`. `matching` is exact. `corrections` names typed words that no one has, with those that
 * were looked for instead; empty when the words were found as typed.
 */
export const searchPage = z.object({
  alumni: z.array(foundAlumnus),
  ...pageMembers,
  corrections: z.array(z.object({ typed: z.string(), as: z.array(z.string()) })),
  /** Parts of the box that were read as filters, as an address has them: `{ year_from: '2015', year_to: '2015' }`. */
  readings: z.array(z.object({ typed: z.string(), q: z.string(), filters: addressFilters })),
  /** Other meanings of the box; where no one was found, what finds someone. */
  others: z.array(z.object({ q: z.string(), filters: addressFilters, matching: z.int() })),
  /** Sentences about parts of the box and places that could not be read. */
  notes: z.array(z.string()),
})
export type SearchPage = z.infer<typeof searchPage>

/** `GET /alumni_search/place`, a `listPlace` of BUIDs; `place` is where the person stood when last seen. */
export const placeQuery = withOrderedSpans(
  sortedFilters.extend({
    buid: z.string().regex(/^B\d{8}$/, 'A BUID is a B and eight digits.'),
    place: placeNumber,
  }),
  spans,
)
export const placesQuery = z.object({ typed: z.string().trim().min(1, 'Type the beginning of a city.').max(200) })
const placeSuggestion = z.object({ place: z.string(), people: z.int() })
export type PlaceSuggestion = z.infer<typeof placeSuggestion>
/** `GET /alumni_search/places`: cities where people on file live, such as "Boston, MA", by the number of people. */
export const placesReply = z.object({ places: z.array(placeSuggestion) })

const choice = z.object({ code: z.string(), name: z.string() })
/** `GET /alumni_search/choices`: what the filters offer, each in the order to show. */
export const searchChoices = z.object({
  colleges: z.array(choice),
  majors: z.array(choice.extend({ college_code: z.string(), active: z.boolean() })),
  degrees: z.array(z.string()),
  affinities: z.array(choice.extend({ category: z.string() })),
  states: z.array(choice.extend({ country: z.string() })),
  countries: z.array(choice),
  activities: z.array(choice),
  /** Events and opportunities that have answers, the latest first; none for a viewer. */
  answered: z.array(choice),
  /** Events and opportunities that people were asked for, the latest first; none for a viewer. */
  asked: z.array(choice),
})
export type SearchChoices = z.infer<typeof searchChoices>
