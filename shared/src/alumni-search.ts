import { z } from 'zod'
import { recentDegree } from './alumni.ts'
import { pageMembers, pageNumber } from './page.ts'

export const maxSavedSearches = 100

/** Codes in a URL, `EN,AS`: any of them fits. Blank is none. */
const codes = z
  .string()
  .max(500, 'Choose fewer at once.')
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ])
  .pipe(z.array(z.string().max(100)).max(50, 'Choose at most 50 at once.'))
  .transform((list) => (list.length > 0 ? list : undefined))
  .optional()
const year = (sentence: string) =>
  z.coerce.number(sentence).int(sentence).min(1800, sentence).max(2200, sentence).optional()
const day = (sentence: string) => z.iso.date(sentence).optional()
const yesOrNo = (field: string) => z.enum(['yes', 'no'], `${field} is either yes or no.`).optional()

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

/** What a search asks for, beside its page and order: the part that is saved, named, exported and shown as chips. */
export const searchFilters = z.object({
  /** Names, BUID, contact id, CRM id, e-mail or phone number; accent-blind, forgiving. */
  q: z
    .string()
    .trim()
    .max(200, 'Search for at most 200 characters.')
    .transform((q) => q || undefined)
    .optional(),
  /** These four, with the years, are about one and the same degree. */
  college: codes,
  major: codes,
  degree: codes,
  year_from: year('The first class year is a year such as 1998.'),
  year_to: year('The last class year is a year such as 2008.'),
  affinity: codes,
  state: codes,
  country: codes,
  /** The beginning of a ZIP code, or with `within` a whole one. */
  zip: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, 'A ZIP code has up to five digits.')
    .optional(),
  /** Miles around `zip`. */
  within: z.coerce
    .number('The distance is a number of miles.')
    .int('The distance is a whole number of miles.')
    .min(1, 'The distance is at least 1 mile.')
    .max(500, 'The distance is at most 500 miles.')
    .optional(),
  employer: z
    .string()
    .trim()
    .max(200, 'An employer has at most 200 characters.')
    .transform((employer) => employer || undefined)
    .optional(),
  activity: codes,
  /** Engaged (in one of `activity`, where given) from and to these days, both included. */
  engaged_from: day('The first day is a date such as 2026-07-01.'),
  engaged_to: day('The last day is a date such as 2026-07-01.'),
  champion: yesOrNo('Champion'),
  deceased: yesOrNo('Deceased'),
  do_not_contact: yesOrNo('Do not contact'),
})
export type SearchFilters = z.infer<typeof searchFilters>

/** `GET /alumni_search` as JSON. Without `sort`: by relevance where words are searched for, else by name. */
export const searchQuery = searchFilters.extend({
  sort: z.enum(searchSorts, `Sort by one of ${searchSorts.join(', ')}.`).optional(),
  page: pageNumber,
})
export type SearchQuery = z.infer<typeof searchQuery>

const text = z.string().nullable()

/** One person in a list. `class_years` rise; `last_engaged` is `YYYY-MM-DD`; `employer` and `job_title` are the current ones. */
export const foundAlumnus = z.object({
  id: z.number().int(),
  buid: z.string(),
  contact_id: text,
  name: z.string(),
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
})
export type FoundAlumnus = z.infer<typeof foundAlumnus>

/**
 * Reply of `GET /alumni_search`. `matching` is exact. `corrections` names typed words that nobody has, with those that were
 * looked for instead; empty when the words were found as typed.
 */
export const searchPage = z.object({
  alumni: z.array(foundAlumnus),
  ...pageMembers,
  corrections: z.array(z.object({ typed: z.string(), as: z.array(z.string()) })),
})
export type SearchPage = z.infer<typeof searchPage>

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
})
export type SearchChoices = z.infer<typeof searchChoices>

/** A search under a name, of one staff member. `query` is the URL's query, without page: `college=EN&sort=-class_year`. */
export const savedSearch = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  created_at: z.string(),
})
export type SavedSearch = z.infer<typeof savedSearch>
/** `GET /alumni_search/saved`, by name. */
export const savedSearches = z.object({ searches: z.array(savedSearch) })
/** `POST /alumni_search/saved` (201, the search) and `PATCH /alumni_search/saved/:id`; the same name replaces. `DELETE` is 204. */
export const saveSearchRequest = z.object({
  name: z.string().trim().min(1, 'Give the search a name.').max(80, 'A name has at most 80 characters.'),
  query: z.string().max(2000, 'This search is too long to be saved.'),
})

/** `GET /alumni_search.csv` takes `searchFilters` and `sort`; needs role staff. */
export const exportSearchQuery = searchQuery.omit({ page: true })
