import { z } from 'zod'
import { answerColumns, signupAnswers } from './answers.ts'
import { signupSources, signupStatuses } from './record.ts'
import { sortedFilters, spans } from './list-filters.ts'
import { codesFilter, withOrderedSpans } from '../filters.ts'
import { pageMembers } from '../page.ts'

const text = z.string().nullable()
const codeAndName = z.object({ code: z.string(), name: z.string() })

/**
 * `do_not_write_reason` comes from the linked alumnus. `merged_into` is null if the signup it was merged into was
 * deleted.
 */
export const listedSignup = signupAnswers.extend({
  id: z.number().int(),
  name: z.string(),
  status: z.enum(signupStatuses),
  buid: text,
  alumnus: text,
  alumnus_class_years: z.array(z.number().int()),
  do_not_write_reason: z.enum(['deceased', 'do_not_contact', 'do_not_email']).nullable(),
  college: codeAndName.nullable(),
  affinities: z.array(codeAndName),
  source: z.enum(signupSources).nullable(),
  google_linked: z.boolean(),
  signed_up_at: z.string(),
  completed_at: text,
  deleted_at: text,
  merged_into: z.object({ id: z.number().int(), name: z.string() }).nullable(),
})
export type ListedSignup = z.infer<typeof listedSignup>

/** `statuses` counts, for each status, the signups that match the other filters. */
export const signupsPage = z.object({
  signups: z.array(listedSignup),
  ...pageMembers,
  statuses: z.object({ started: z.number().int(), completed: z.number().int(), linked: z.number().int() }),
})
export type SignupsPage = z.infer<typeof signupsPage>

export const signupChoices = z.object({
  colleges: z.array(codeAndName),
  affinities: z.array(codeAndName.extend({ category: z.string() })),
  states: z.array(codeAndName),
  countries: z.array(codeAndName),
})
export type SignupChoices = z.infer<typeof signupChoices>

const { former_name, email, phone, help, affinities, college, ...otherAnswers } = answerColumns

export const signupColumns = {
  name: 'Name',
  former_name,
  status: 'State',
  email,
  phone,
  place: 'Lives in',
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

export const exportSignupsQuery = withOrderedSpans(
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
  wizard: 'Five-step form',
  one_page: 'One-page form',
  google: 'Google',
  unknown: 'Not recorded',
} as const
