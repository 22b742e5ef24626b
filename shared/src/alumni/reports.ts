import { emailFields } from './fields.ts'
import { z } from 'zod'
import { pageMembers, pageNumber, searchWords } from '../page.ts'

const text = z.string().nullable()
const whole = z.number().int()
const links = z.object({ csv: z.string() })

/** The reports, as in the address `/settings/reports/:name`. */
export const reportNames = ['look_alikes', 'duplicate_emails', 'bounced_letters', 'alumni_without_degrees'] as const
export type ReportName = (typeof reportNames)[number]

/**
 * `GET /settings/reports`: how many rows each report has; `searched_at` is null before the first search for look-alikes,
 * and where a report is always up to date.
 */
export const reportsPage = z.object({
  reports: z.array(z.object({ name: z.enum(reportNames), count: whole, searched_at: text })),
})
export type ReportsPage = z.infer<typeof reportsPage>

/** `POST /settings/reports/look_alikes/search`: compares all alumni again. */
export const lookAgainReply = z.object({ found: whole, searched_at: z.string() })

/** Filters of `/settings/reports/alumni_without_degrees`. Each word of `q` must be in the name or BUID. */
export const withoutDegreesQuery = z.object({ q: searchWords, page: pageNumber })
export type WithoutDegreesQuery = z.infer<typeof withoutDegreesQuery>

/** An alumnus who has no education of kind degree; `areas_of_study` counts the others. */
export const alumnusWithoutDegree = z.object({
  buid: z.string(),
  contact_id: text,
  name: z.string(),
  primary_email: text,
  city: text,
  country: text,
  areas_of_study: whole,
  created_at: z.string(),
})
export type AlumnusWithoutDegree = z.infer<typeof alumnusWithoutDegree>

/** `GET /settings/reports/alumni_without_degrees` as JSON; `total` counts without the search. */
export const withoutDegreesPage = z.object({
  alumni: z.array(alumnusWithoutDegree),
  ...pageMembers,
  total: whole,
  links,
})
export type WithoutDegreesPage = z.infer<typeof withoutDegreesPage>

/**
 * Filters of `/settings/reports/duplicate_emails`. `column`: a person has the address there. `names`: whether its
 * people bear one last name.
 */
export const duplicateEmailsQuery = z.object({
  q: searchWords,
  column: z.enum(emailFields).optional().catch(undefined),
  names: z.enum(['same', 'different']).optional().catch(undefined),
  page: pageNumber,
})
export type DuplicateEmailsQuery = z.infer<typeof duplicateEmailsQuery>

/** An address that several alumni have; `people` are the first of them, `count` is how many there are. */
export const duplicateEmail = z.object({
  email: z.string(),
  count: whole,
  people: z.array(
    z.object({
      buid: z.string(),
      name: z.string(),
      columns: z.array(z.enum(emailFields)),
      deceased: z.boolean(),
    }),
  ),
})
export type DuplicateEmail = z.infer<typeof duplicateEmail>
export const duplicateEmailsPage = z.object({ emails: z.array(duplicateEmail), ...pageMembers, total: whole, links })
export type DuplicateEmailsPage = z.infer<typeof duplicateEmailsPage>

/**
 * Why a letter did not arrive: the mail server refused the address, asked to try again later, could not be reached, or
 * the letter could not be written.
 */
export const bounceReasons = ['refused', 'later', 'unreachable', 'unwritten'] as const
export type BounceReason = (typeof bounceReasons)[number]

/** The title of each reason, and what to do about it. */
export const bounceWords: Record<BounceReason, { title: string; advice: string }> = {
  refused: {
    title: 'Refused for good',
    advice:
      'The address may be wrong or closed. Ask the person for another one, correct it on their page, then send the letter again.',
  },
  later: {
    title: 'Asked to try later',
    advice:
      'A full mailbox or a busy mail server. Letters are tried again for nine hours; after that, send them again.',
  },
  unreachable: {
    title: 'Mail server not reached',
    advice: 'The address is not the cause. Check the mail server, then send the letters again.',
  },
  unwritten: {
    title: 'Could not be written',
    advice: 'A fault of the service: contact support, then send the letter again.',
  },
}

/** Filters of `/settings/reports/bounced_letters`. */
export const bouncedLettersQuery = z.object({
  q: searchWords,
  why: z.enum(bounceReasons).optional().catch(undefined),
  page: pageNumber,
})
export type BouncedLettersQuery = z.infer<typeof bouncedLettersQuery>

/**
 * A person to whom letters did not arrive, with the last of them. `email` is the address on file today; the one that a
 * letter went to is not stored. `id` is null where the record was removed. `letters` that still wait are tried again by
 * themselves.
 */
export const bouncedPerson = z.object({
  kind: z.enum(['signup', 'staff', 'nobody']),
  id: whole.nullable(),
  /** The BUID of the alumnus, who need not be a champion. */
  buid: text,
  name: z.string(),
  email: text,
  why: z.enum(bounceReasons),
  failure: z.string(),
  about: z.array(z.string()),
  letters: whole,
  waiting: whole,
  last_at: z.string(),
})
export type BouncedPerson = z.infer<typeof bouncedPerson>
export const bouncedLettersPage = z.object({
  people: z.array(bouncedPerson),
  ...pageMembers,
  counts: z.record(z.enum(bounceReasons), whole),
  links,
})
export type BouncedLettersPage = z.infer<typeof bouncedLettersPage>

/** The reasons to take two alumni for one person, the strongest first. */
export const lookAlikeReasons = {
  crm_id: 'Same CRM ID',
  email: 'Same e-mail address',
  class_year: 'Same name and class year',
  place: 'Same name and ZIP or postal code',
  former_name: 'The name of one is the former name of the other, with the same class year, ZIP or postal code',
  similar_name:
    'Same last name and ZIP or postal code, and a similar first name: a nickname, a middle name or one of several',
  phone: 'Same phone number and first name',
} as const
export type LookAlikeReason = keyof typeof lookAlikeReasons
const lookAlikeReason = z.enum(Object.keys(lookAlikeReasons) as [LookAlikeReason, ...LookAlikeReason[]])

/** Filters of `/settings/reports/look_alikes`. `dismissed`: those of whom staff said that they are not one person. */
export const lookAlikesQuery = z.object({
  q: searchWords,
  reason: lookAlikeReason.optional().catch(undefined),
  dismissed: z.literal('yes').optional().catch(undefined),
  page: pageNumber,
})
export type LookAlikesQuery = z.infer<typeof lookAlikesQuery>

const likeAlumnus = z.object({
  buid: z.string(),
  contact_id: text,
  name: z.string(),
  email: text,
  place: text,
  class_years: z.array(whole),
  deceased: z.boolean(),
})
export type LikeAlumnus = z.infer<typeof likeAlumnus>

const lookAlikeDismissal = z.object({ id: whole, by: z.string(), at: z.string() })
export const lookAlike = z.object({
  first: likeAlumnus,
  second: likeAlumnus,
  reasons: z.array(lookAlikeReason),
  dismissal: lookAlikeDismissal.nullable(),
})
export type LookAlike = z.infer<typeof lookAlike>
export const lookAlikesPage = z.object({ pairs: z.array(lookAlike), ...pageMembers, searched_at: text, links })
export type LookAlikesPage = z.infer<typeof lookAlikesPage>

const buid = z.string().regex(/^B\d{8}$/, 'A BUID is B and eight digits.')
/** `POST /settings/reports/look_alikes/dismissals`: these two are not the same person; `DELETE …/:id` takes it back. */
export const dismissLookAlikeRequest = z.object({
  buids: z.tuple([buid, buid]).refine(([a, b]) => a !== b, 'Name two people.'),
})
export const dismissLookAlikeReply = z.object({ dismissal: lookAlikeDismissal })
