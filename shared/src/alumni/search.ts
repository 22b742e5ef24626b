import { answeredFilter, answerFilter } from './answer-filters.ts'
import { askAnswerFilter, askedFilter } from './ask-filters.ts'
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

export const searchFilters = z.object({
  /** Names, BUID, contact ID, CRM ID, e-mail or phone number; ignores accents and corrects misspelled names. */
  q: searchFilter,
  /** `college`, `major`, `degree`, the years, `degree_by` and `reunion` must match the same degree. */
  college: codesFilter,
  major: codesFilter,
  degree: codesFilter,
  year_from: yearFilter('The first class year is a year such as 1998.'),
  year_to: yearFilter('The last class year is a year such as 2008.'),
  degree_by: dayFilter('The day of the degree is a date such as 2018-06-30.'),
  /** Matches degrees of classes that have a reunion in the given year. */
  reunion: yearFilter('A reunion year is a year such as 2026.'),
  decade: formerFilter('Class decade'),
  affinity: codesFilter,
  state: codesFilter,
  country: codesFilter,
  zip: formerFilter('ZIP code begins with'),
  /** A city, optionally with its state or country (`Boston, MA`), or a ZIP or postal code or its prefix. */
  near: textFilter('A place has at most 200 characters.'),
  within: milesFilter,
  employer: textFilter('An employer has at most 200 characters.'),
  activity: codesFilter,
  /** Engaged between these days, both included; `activity` and `event` restrict which engagements count. */
  engaged_from: dayFilter('The first day is a date such as 2026-07-01.'),
  engaged_to: dayFilter('The last day is a date such as 2026-07-01.'),
  /** The exact description of an engagement or, if none has it, prefixes of the words in the description. */
  event: textFilter('An event has at most 500 characters.', 500),
  /** Whether a matching engagement took place before `engaged_from`. Without `engaged_from`, none counts as earlier. */
  engaged_before: yesOrNoFilter('Engaged before that'),
  not_engaged_from: dayFilter('The first day is a date such as 2026-07-01.'),
  not_engaged_to: dayFilter('The last day is a date such as 2026-07-01.'),
  /** Champions who answered one of these, such as `event-12`. `answer` selects the states of the answer. For staff. */
  answered: answeredFilter,
  answer: answerFilter,
  /** People asked for one of these, such as `event-12` or `volunteering`. Also restricts the next four filters. */
  asked: askedFilter,
  was_asked: yesOrNoFilter('Asked'),
  asked_from: dayFilter('The first day is a date such as 2026-07-01.'),
  not_asked_from: dayFilter('The first day is a date such as 2026-07-01.'),
  ask_answer: askAnswerFilter,
  champion: yesOrNoFilter('Champion'),
  deceased: yesOrNoFilter('Deceased'),
  do_not_contact: yesOrNoFilter('Do not contact'),
  do_not_email: yesOrNoFilter('Do not e-mail'),
  /** Living, with a primary e-mail address, and not opted out. */
  by_email: yesOrNoFilter('Can be e-mailed'),
  /** No e-mail address, city or postal code on file. */
  lost: yesOrNoFilter('Lost'),
})
export type SearchFilters = z.infer<typeof searchFilters>

export const filtersWithSort = searchFilters.extend({
  sort: z.enum(searchSorts, `Sort by one of ${searchSorts.join(', ')}.`).optional(),
})
export const orderedSpans: Span<typeof filtersWithSort>[] = [
  ['year_from', 'year_to', 'The last class year is before the first.'],
  ['engaged_from', 'engaged_to', 'The last day is before the first.'],
  ['not_engaged_from', 'not_engaged_to', 'The last day is before the first.'],
]

/** Without `sort`, the server sorts by relevance if there is a `q`, else by name. */
export const searchQuery = withOrderedSpans(filtersWithSort.extend({ page: pageNumber }), orderedSpans)
export type SearchQuery = z.infer<typeof searchQuery>

const text = z.string().nullable()

export const foundBy = z.object({
  field: z.enum(['buid', 'contact_id', 'crm_id', ...emailFields, ...phoneFields, 'former_last_name']),
  value: z.string(),
})
export type FoundBy = z.infer<typeof foundBy>

/**
 * `surname_first` is the name as in an alphabetical index. `recent_degree` is the most recent degree that matches the
 * filters. `class_years` are in ascending order. `last_engaged` is `YYYY-MM-DD`. `employer` and `job_title` are from
 * the current job. `found_by` is set if `q` matched something other than the current name.
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

export const readingFilters = searchFilters.pick({
  college: true,
  degree: true,
  major: true,
  year_from: true,
  year_to: true,
  near: true,
  state: true,
  country: true,
  employer: true,
  champion: true,
})
export type ReadingFilters = z.infer<typeof readingFilters>

/** A part of the search text that is read as filters, such as the class year in `alv 15`. */
export type Reading = { typed: string; filters: ReadingFilters }
export type AlternativeSearch = { q: string; filters: ReadingFilters; matching: number }

/** `filters` are URL filters: `{ year_from: '2015' }`. Apps of v1.0.0 refuse `champion` among them. */
const meaning = {
  filters: z.partialRecord(readingFilters.omit({ champion: true }).keyof(), z.string()),
  champion: z.literal('yes').optional(),
}

/**
 * `corrections` lists typed words that were not understood, or that were no exact match, with the names searched for
 * instead.
 */
export const searchPage = z.object({
  alumni: z.array(foundAlumnus),
  ...pageMembers,
  corrections: z.array(z.object({ typed: z.string(), as: z.array(z.string()) })),
  /** Parts of the search text read as filters. `q` is the rest. */
  readings: z.array(z.object({ typed: z.string(), q: z.string(), ...meaning })),
  /** Other interpretations of the search text. If no one was found, also similar searches that have results. */
  others: z.array(z.object({ q: z.string(), ...meaning, matching: z.int() })),
  notes: z.array(z.string()),
})
export type SearchPage = z.infer<typeof searchPage>

/** `place` is the last known position of the person in the results. */
export const placeQuery = withOrderedSpans(
  filtersWithSort.extend({
    buid: z.string().regex(/^B\d{8}$/, 'A BUID is a B and eight digits.'),
    place: placeNumber,
  }),
  orderedSpans,
)
export const placesQuery = z.object({ typed: z.string().trim().min(1, 'Type the beginning of a city.').max(200) })
const placeSuggestion = z.object({ place: z.string(), people: z.int() })
export type PlaceSuggestion = z.infer<typeof placeSuggestion>
/** Cities of people on file, such as "Boston, MA", most people first. */
export const placesReply = z.object({ places: z.array(placeSuggestion) })

const choice = z.object({ code: z.string(), name: z.string() })
export const searchChoices = z.object({
  colleges: z.array(choice),
  majors: z.array(choice.extend({ college_code: z.string(), active: z.boolean() })),
  degrees: z.array(z.string()),
  affinities: z.array(choice.extend({ category: z.string() })),
  states: z.array(choice.extend({ country: z.string() })),
  countries: z.array(choice),
  activities: z.array(choice),
  /** Events and opportunities with answers, latest first; empty for viewers. */
  answered: z.array(choice),
  /** Events and opportunities that people were asked for, latest first; empty for viewers. */
  asked: z.array(choice),
})
export type SearchChoices = z.infer<typeof searchChoices>
