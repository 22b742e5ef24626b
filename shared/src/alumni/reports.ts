import { emailFields } from './fields.ts'
import { z } from 'zod'
import { pageMembers, pageNumber, searchText } from '../page.ts'

const text = z.string().nullable()
const integer = z.number().int()
const links = z.object({ csv: z.string() })

export const reportNames = ['look_alikes', 'duplicate_emails', 'bounced_letters', 'alumni_without_degrees'] as const
export type ReportName = (typeof reportNames)[number]

/** `searched_at` is when look-alikes were last searched for; null for other reports. */
export const reportsPage = z.object({
  reports: z.array(z.object({ name: z.enum(reportNames), count: integer, searched_at: text })),
})
export type ReportsPage = z.infer<typeof reportsPage>

export const searchLookAlikesReply = z.object({ found: integer, searched_at: z.string() })

export const withoutDegreesQuery = z.object({ q: searchText, page: pageNumber })
export type WithoutDegreesQuery = z.infer<typeof withoutDegreesQuery>

/** `areas_of_study` counts education records that are not degrees. */
export const alumnusWithoutDegree = z.object({
  buid: z.string(),
  contact_id: text,
  name: z.string(),
  primary_email: text,
  city: text,
  country: text,
  areas_of_study: integer,
  created_at: z.string(),
})
export type AlumnusWithoutDegree = z.infer<typeof alumnusWithoutDegree>

export const withoutDegreesPage = z.object({
  alumni: z.array(alumnusWithoutDegree),
  ...pageMembers,
  total: integer,
  links,
})
export type WithoutDegreesPage = z.infer<typeof withoutDegreesPage>

export const duplicateEmailsQuery = z.object({
  q: searchText,
  column: z.enum(emailFields).optional().catch(undefined),
  names: z.enum(['same', 'different']).optional().catch(undefined),
  page: pageNumber,
})
export type DuplicateEmailsQuery = z.infer<typeof duplicateEmailsQuery>

export const duplicateEmail = z.object({
  email: z.string(),
  count: integer,
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
export const duplicateEmailsPage = z.object({ emails: z.array(duplicateEmail), ...pageMembers, total: integer, links })
export type DuplicateEmailsPage = z.infer<typeof duplicateEmailsPage>

/**
 * `refused`: the mail server rejected the address. `later`: it asked to try again later. `unreachable`: it could not be
 * reached or refused our login. `unwritten`: an error in this service kept the letter from being sent.
 */
export const bounceReasons = ['refused', 'later', 'unreachable', 'unwritten'] as const
export type BounceReason = (typeof bounceReasons)[number]

export const bounceTexts: Record<BounceReason, { title: string; advice: string }> = {
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

export const bouncedLettersQuery = z.object({
  q: searchText,
  why: z.enum(bounceReasons).optional().catch(undefined),
  page: pageNumber,
})
export type BouncedLettersQuery = z.infer<typeof bouncedLettersQuery>

/**
 * `email` is the current address, which may differ from the one that the letter was sent to. `id` is the signup's or
 * staff user's id; null for alumni without a signup and for removed records. `waiting` letters are sent again
 * automatically.
 */
export const bouncedPerson = z.object({
  kind: z.enum(['signup', 'staff', 'nobody']),
  id: integer.nullable(),
  buid: text,
  name: z.string(),
  email: text,
  why: z.enum(bounceReasons),
  failure: z.string(),
  about: z.array(z.string()),
  letters: integer,
  waiting: integer,
  last_at: z.string(),
})
export type BouncedPerson = z.infer<typeof bouncedPerson>
export const bouncedLettersPage = z.object({
  people: z.array(bouncedPerson),
  ...pageMembers,
  counts: z.record(z.enum(bounceReasons), integer),
  links,
})
export type BouncedLettersPage = z.infer<typeof bouncedLettersPage>

/** Strongest reason first. */
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

export const lookAlikesQuery = z.object({
  q: searchText,
  reason: lookAlikeReason.optional().catch(undefined),
  dismissed: z.literal('yes').optional().catch(undefined),
  page: pageNumber,
})
export type LookAlikesQuery = z.infer<typeof lookAlikesQuery>

const lookAlikeAlumnus = z.object({
  buid: z.string(),
  contact_id: text,
  name: z.string(),
  email: text,
  place: text,
  class_years: z.array(integer),
  deceased: z.boolean(),
})
export type LookAlikeAlumnus = z.infer<typeof lookAlikeAlumnus>

const lookAlikeDismissal = z.object({ id: integer, by: z.string(), at: z.string() })
export const lookAlike = z.object({
  first: lookAlikeAlumnus,
  second: lookAlikeAlumnus,
  reasons: z.array(lookAlikeReason),
  dismissal: lookAlikeDismissal.nullable(),
})
export type LookAlike = z.infer<typeof lookAlike>
export const lookAlikesPage = z.object({ pairs: z.array(lookAlike), ...pageMembers, searched_at: text, links })
export type LookAlikesPage = z.infer<typeof lookAlikesPage>

const buid = z.string().regex(/^B\d{8}$/, 'A BUID is B and eight digits.')
export const dismissLookAlikeRequest = z.object({
  buids: z.tuple([buid, buid]).refine(([a, b]) => a !== b, 'Name two people.'),
})
export const dismissLookAlikeReply = z.object({ dismissal: lookAlikeDismissal })
