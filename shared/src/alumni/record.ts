import { z } from 'zod'
import { alumnusFieldNames, alumnusFields, contactFields, contactFlags, contactTexts, kindOf } from './fields.ts'
import type { AlumnusField, ContactFlag, ContactText, FlagField } from './fields.ts'
import { note } from './notes.ts'
import { crmChange } from '../exchange/crm.ts'
import { pageMembers, pageNumber } from '../page.ts'
import { optOutTopics } from '../publications/list-letters.ts'
import { objectFromEntries } from '../object-from-entries.ts'

const recordFieldNames: Record<string, string> = {
  area_type: 'Area type',
  degree_code: 'Degree',
  degree_date: 'Degree date',
  major_code: 'Major code',
  major_desc: 'Major',
  college_code: 'College code',
  college_name: 'College',
  employer: 'Employer',
  job_title: 'Job title',
  start_date: 'Start date',
  end_date: 'End date',
  current: 'Current',
}

export function fieldLabel(field: string): string {
  return alumnusFieldNames[field as AlumnusField] ?? recordFieldNames[field] ?? field
}

const text = z.string().nullable()
const integer = z.number().int()

export const recentDegree = z.object({ major_desc: text, college_name: text, degree_code: text, degree_date: text })
export type RecentDegree = z.infer<typeof recentDegree>

const fieldShape: { [Field in AlumnusField]: Field extends FlagField ? z.ZodBoolean : typeof text } = objectFromEntries(
  alumnusFields.map((field) => [field, kindOf[field] === 'flag' ? z.boolean() : text]),
)

export const alumnus = z.object({
  id: integer,
  display_name: z.string(),
  recent_degree: recentDegree.nullable(),
  ...fieldShape,
  buid: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Alumnus = z.infer<typeof alumnus>

const study = {
  id: integer,
  degree_code: text,
  degree_date: text,
  major_code: text,
  major_desc: text,
  college_code: text,
  college_name: text,
}
export const education = z.object(study)
export type Education = z.infer<typeof education>
export const areaOfStudy = z.object({ ...study, area_type: text })
export type AreaOfStudy = z.infer<typeof areaOfStudy>
export const employment = z.object({
  id: integer,
  employer: z.string(),
  job_title: text,
  start_date: text,
  end_date: text,
  current: z.boolean(),
})
export type Employment = z.infer<typeof employment>
export const membership = z.object({ affinity_code: z.string(), name: z.string(), category: z.string() })
export type Membership = z.infer<typeof membership>

export const engagementsPerPage = 20
/** `year` is a fiscal year, named after the calendar year in which it ends. */
export const engagementsQuery = z.object({
  activity: z
    .string()
    .trim()
    .max(100, 'A code has at most 100 characters.')
    .transform((code) => code || undefined)
    .optional(),
  year: z.coerce
    .number('A fiscal year is a year such as 2026.')
    .int('A fiscal year is a year such as 2026.')
    .min(2, 'A fiscal year is a year such as 2026.')
    .max(9998, 'A fiscal year is a year such as 2026.')
    .optional(),
  page: pageNumber,
})
export type EngagementsQuery = z.infer<typeof engagementsQuery>

/** `engagement_date` is `YYYY-MM-DD`. `activity_name` is the code if the activity has no name. */
const engagement = z.object({
  id: integer,
  activity_code: z.string(),
  activity_name: z.string(),
  engagement_date: z.string(),
  description: text,
})
export type Engagement = z.infer<typeof engagement>
/**
 * `by_year` ignores the year filter, `by_activity` ignores the activity filter, and `total` ignores both.
 * `fiscal_year_start` is `MM-DD`.
 */
export const engagementsPage = z.object({
  fiscal_year_start: z.string(),
  engagements: z.array(engagement),
  ...pageMembers,
  total: integer,
  by_year: z.array(z.object({ year: integer, engagements: integer })),
  by_activity: z.array(z.object({ code: z.string(), name: z.string(), engagements: integer })),
})
export type EngagementsPage = z.infer<typeof engagementsPage>

/** One changed field. `by` is the person who edited or imported it, or null for an automatic process. */
export const historyEntry = z.object({
  id: z.string(),
  at: z.string(),
  by: text,
  record: z.enum(['alumnus', 'education', 'employment']),
  action: z.enum(['created', 'changed', 'deleted']),
  field: z.string(),
  before: text,
  after: text,
  import_type: text,
  batch_id: integer.nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const changesPerPage = 12
const historyKinds = ['imports', 'edits'] as const
export const historyQuery = z.object({
  kind: z.enum(historyKinds, 'The kind is imports or edits.').optional(),
  page: pageNumber,
})
export type HistoryQuery = z.infer<typeof historyQuery>
export const historyPage = z.object({ entries: z.array(historyEntry), ...pageMembers })
export type HistoryPage = z.infer<typeof historyPage>

/** `country` is an ISO code; null means the U.S. */
const championSignup = z.object({
  id: z.number().int(),
  status: z.enum(['started', 'completed', 'linked']),
  email: z.string(),
  signed_up_at: z.string(),
  city: text,
  postal_code: text,
  country: text,
})
export type ChampionSignup = z.infer<typeof championSignup>

/** `years_in_a_row` counts consecutive fiscal years with a gift, ending with the current or the previous one. */
const giving = z.object({ since: z.string(), years_in_a_row: integer, last_gift: z.string() })
export type Giving = z.infer<typeof giving>

const bouncedLetter = z.object({ why: z.enum(['refused', 'later']), at: z.string() })
export type BouncedLetter = z.infer<typeof bouncedLetter>

/** A pending or exported change that the CRM has not confirmed. */
const openCrmChange = crmChange.pick({
  id: true,
  field: true,
  before: true,
  after: true,
  status: true,
  made_by: true,
  created_at: true,
})
export type OpenCrmChange = z.infer<typeof openCrmChange>
const openCrmChanges = z.array(openCrmChange)

export const alumnusPage = z.object({
  alumnus,
  educations: z.array(education),
  areas_of_study: z.array(areaOfStudy),
  employment: z.array(employment),
  affinities: z.array(membership),
  engagements: engagementsPage,
  champion_signup: championSignup.nullable(),
  crm_changes: openCrmChanges,
  history: historyPage,
  giving: giving.nullable(),
  bounced_letter: bouncedLetter.nullable(),
  opted_out: z.array(z.enum(optOutTopics)),
  /** Includes notes on the person’s champion signups; empty for viewers. */
  notes: z.array(note),
})
export type AlumnusPage = z.infer<typeof alumnusPage>

const textValue = z.string('This must be text, or null for none.').nullable().optional()
const flagValue = z.boolean('This must be true or false.').optional()
const contactValues = z.strictObject({
  ...objectFromEntries<Record<ContactText, typeof textValue>>(contactTexts.map((field) => [field, textValue])),
  ...objectFromEntries<Record<ContactFlag, typeof flagValue>>(contactFlags.map((field) => [field, flagValue])),
})
export type ContactValues = z.infer<typeof contactValues>

/**
 * New values by field (null clears a text) and, in `seen`, the values before the edit. Replies 400 if a field is
 * invalid, or 409 with `contactRefusal` if a field no longer has its value in `seen`.
 */
export const contactEdit = contactValues.extend({ seen: contactValues }).superRefine(({ seen, ...values }, context) => {
  for (const field of contactFields) {
    if (values[field] !== undefined && seen[field] === undefined)
      context.addIssue({ code: 'custom', path: [field], message: 'Say in “seen” which value was there before.' })
  }
})
export type ContactEdit = z.infer<typeof contactEdit>
/** `links.undo` restores the previous values, or replies 409 if someone has changed the fields since the edit. */
export const contactReply = z.object({ alumnus, crm_changes: openCrmChanges, links: z.object({ undo: text }) })
export const contactRefusal = z.object({ current: contactValues })
