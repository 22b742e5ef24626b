import { z } from 'zod'
import { answerColumns, signupAnswers } from './answers.ts'
import { signupSources, signupStatuses } from './record.ts'
import {
  codesFilter,
  dayFilter,
  inOrder,
  textFilter,
  yearFilter,
  yesOrNoFilter,
  zipFilter,
  type Span,
} from '../filters.ts'
import { pageMembers, pageNumber } from '../page.ts'

export const signupSorts = ['-signed_up', 'signed_up', 'name', '-name', 'status', '-status', 'place', '-place'] as const
export type SignupSort = (typeof signupSorts)[number]

/** The filters of a list of signups, without page and order: they are saved, exported and shown as chips. */
export const signupFilters = z.object({
  /** Each word begins one of a name, a former name, the e-mail address or the BUID; accents make no difference. */
  q: textFilter('Search for at most 200 characters.'),
  status: z.enum(signupStatuses, `The status is one of ${signupStatuses.join(', ')}.`).optional(),
  /** Active ones where not set. */
  show: z.enum(['deleted', 'merged'], 'Deleted or merged signups can be shown instead.').optional(),
  completed: yesOrNoFilter('Completed'),
  linked: yesOrNoFilter('Linked'),
  google: yesOrNoFilter('Linked to Google'),
  /** Whether a letter to them was given up, and not sent again. */
  unreached: yesOrNoFilter('Not reached'),
  source: z
    .enum([...signupSources, 'unknown'], `The source is one of ${[...signupSources, 'unknown'].join(', ')}.`)
    .optional(),
  help: codesFilter,
  affinity: codesFilter,
  college: codesFilter,
  year_from: yearFilter('The first degree year is a year such as 1998.'),
  year_to: yearFilter('The last degree year is a year such as 2008.'),
  zip: zipFilter,
  /** The beginning of a city's name. */
  city: textFilter('A city has at most 200 characters.'),
  state: codesFilter,
  /** A signup without a country is in the United States. */
  country: codesFilter,
  /** Signed up from and to these days (UTC), both included. */
  signed_up_from: dayFilter('The first day is a date such as 2026-07-01.'),
  signed_up_to: dayFilter('The last day is a date such as 2026-07-01.'),
})
export type SignupFilters = z.infer<typeof signupFilters>

const sortedFilters = signupFilters.extend({
  sort: z.enum(signupSorts, `Sort by one of ${signupSorts.join(', ')}.`).optional(),
})
const spans: Span<typeof sortedFilters>[] = [
  ['year_from', 'year_to', 'The last degree year is before the first.'],
  ['signed_up_from', 'signed_up_to', 'The last day is before the first.'],
]

/** `GET /champion_signups` as JSON. Without `sort`: the newest first. */
export const signupsQuery = inOrder(sortedFilters.extend({ page: pageNumber }), spans)
export type SignupsQuery = z.infer<typeof signupsQuery>

const text = z.string().nullable()
const named = z.object({ code: z.string(), name: z.string() })

/**
 * One signup in a list. `alumnus` is who it is linked to, `silence` why no one may write to them; `merged_into` the
 * active signup that it stands for, null when that was removed.
 */
export const listedSignup = signupAnswers.extend({
  id: z.number().int(),
  name: z.string(),
  status: z.enum(signupStatuses),
  buid: text,
  alumnus: text,
  silence: z.enum(['deceased', 'do_not_contact', 'do_not_email']).nullable(),
  college: named.nullable(),
  affinities: z.array(named),
  source: z.enum(signupSources).nullable(),
  google_linked: z.boolean(),
  signed_up_at: z.string(),
  completed_at: text,
  deleted_at: text,
  merged_into: z.object({ id: z.number().int(), name: z.string() }).nullable(),
})
export type ListedSignup = z.infer<typeof listedSignup>

/** Reply of `GET /champion_signups`. `statuses` counts what the filters find but for that of the status. */
export const signupsPage = z.object({
  signups: z.array(listedSignup),
  ...pageMembers,
  statuses: z.object({ started: z.number().int(), completed: z.number().int(), linked: z.number().int() }),
})
export type SignupsPage = z.infer<typeof signupsPage>

/**
 * `GET /champion_signups/choices`: what the filters offer, each in the order to show; of states and countries those in
 * use.
 */
export const signupChoices = z.object({
  colleges: z.array(named),
  affinities: z.array(named.extend({ category: z.string() })),
  states: z.array(named),
  countries: z.array(named),
})
export type SignupChoices = z.infer<typeof signupChoices>

const { former_name, email, phone, help, affinities, college, ...otherAnswers } = answerColumns

/** The columns of the list and of its file, with their headings, in the file's order. */
export const signupColumns = {
  name: 'Name',
  former_name,
  status: 'Status',
  email,
  phone,
  place: 'Place',
  help,
  affinities,
  college,
  ...otherAnswers,
  linked_to: 'Linked to',
  source: 'Source',
  google: 'Google',
  signed_up: 'Signed up',
  completed: 'Completed on',
} as const
export type SignupColumn = keyof typeof signupColumns
export const signupColumnNames = Object.keys(signupColumns) as SignupColumn[]

/**
 * `GET /champion_signups.csv` takes `signupFilters`, `sort` and the columns wanted, `name,email`; without, all of them.
 */
export const exportSignupsQuery = inOrder(
  sortedFilters.extend({
    columns: codesFilter
      .refine((names) => !names || names.every((name) => name in signupColumns), 'There is no such column.')
      .transform((names) => names as SignupColumn[] | undefined)
      .optional(),
  }),
  spans,
)
export type ExportSignupsQuery = z.infer<typeof exportSignupsQuery>

export const statusNames = { started: 'Started', completed: 'Completed', linked: 'Linked' } as const
export const sourceNames = {
  wizard: 'Wizard',
  one_page: 'One-page form',
  google: 'Google',
  unknown: 'Not recorded',
} as const
