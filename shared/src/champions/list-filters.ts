import { z } from 'zod'
import { signupStatuses } from './record.ts'
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
import { pageNumber, placeNumber } from '../page.ts'

export const signupSorts = ['-signed_up', 'signed_up', 'name', '-name', 'status', '-status', 'place', '-place'] as const
export type SignupSort = (typeof signupSorts)[number]

export const signupFilters = z.object({
  /** Prefixes of words in a name, former name, e-mail address or BUID; accents are ignored. */
  q: searchFilter,
  status: z.enum(signupStatuses, `The status is one of ${signupStatuses.join(', ')}.`).optional(),
  show: z.enum(['deleted', 'merged'], 'Deleted or merged signups can be shown instead.').optional(),
  completed: yesOrNoFilter('Completed'),
  linked: yesOrNoFilter('Linked'),
  google: formerFilter('Linked to Google'),
  unreached: yesOrNoFilter('Not reached'),
  source: formerFilter('Source'),
  help: codesFilter,
  affinity: codesFilter,
  college: codesFilter,
  year_from: yearFilter('The first degree year is a year such as 1998.'),
  year_to: yearFilter('The last degree year is a year such as 2008.'),
  zip: formerFilter('ZIP code begins with'),
  near: textFilter('A place has at most 200 characters.'),
  within: milesFilter,
  city: textFilter('A city has at most 200 characters.'),
  state: codesFilter,
  /** A signup without a country is in the United States. */
  country: codesFilter,
  signed_up_from: dayFilter('The first day is a date such as 2026-07-01.'),
  signed_up_to: dayFilter('The last day is a date such as 2026-07-01.'),
})
export type SignupFilters = z.infer<typeof signupFilters>

export const sortedFilters = signupFilters.extend({
  sort: z.enum(signupSorts, `Sort by one of ${signupSorts.join(', ')}.`).optional(),
})
export const spans: Span<typeof sortedFilters>[] = [
  ['year_from', 'year_to', 'The last degree year is before the first.'],
  ['signed_up_from', 'signed_up_to', 'The last day is before the first.'],
]

export const signupsQuery = withOrderedSpans(sortedFilters.extend({ page: pageNumber }), spans)
export type SignupsQuery = z.infer<typeof signupsQuery>

export const placeQuery = withOrderedSpans(
  sortedFilters.extend({ id: z.coerce.number('A signup is a number.').int().min(1), place: placeNumber }),
  spans,
)
