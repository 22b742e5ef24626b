import { sql } from 'kysely'
import type { LetterState } from '@alumni/shared/letters'
import type { Letters } from '../../foundations/mail/letters.ts'

/** Maps id members of a letter’s `about` to their tables, which all have a `signup_id`. */
const signupTables = {
  request: 'signin_requests',
  change: 'email_changes',
  response: 'opportunity_responses',
  rsvp: 'event_rsvps',
  written: 'signup_letters',
  recipient: 'list_letter_recipients',
  pending: 'pending_answers',
} as const

/** What a letter’s `about` can refer to. The statement below checks this for all kinds of letters. */
type LetterSubject =
  | { signup: number }
  | { user: number | null }
  | { [Member in keyof typeof signupTables]: Record<Member, number> }[keyof typeof signupTables]
true satisfies Letters[keyof Letters] extends LetterSubject ? true : never

export const signupOfLetter = sql<number | null>`coalesce((l.about->>'signup')::bigint, ${sql.join(
  Object.entries(signupTables).map(
    ([member, table]) =>
      sql`(select t.signup_id from ${sql.table(table)} t where t.id = (l.about->>${sql.lit(member)})::bigint)`,
  ),
)})`

/** Selects the id of the surviving signup that a letter `l` is about, or of the signup itself if it was deleted. */
export const survivorOfLetter = sql<number | null>`(
  select coalesce(surviving_signup(about.id), about.id) from (select ${signupOfLetter} as id) about)`

/** Builds an SQL condition for letters `l` that are about one of these signups, directly or through another record. */
export function isAboutSignups(ids: readonly number[]) {
  const isListed = sql`any(${ids}::bigint[])`
  return sql<boolean>`((l.about->>'signup')::bigint = ${isListed} or ${sql.join(
    Object.entries(signupTables).map(
      ([member, table]) =>
        sql`(l.about->>${sql.lit(member)})::bigint in (select t.id from ${sql.table(table)} t where t.signup_id = ${isListed})`,
    ),
    sql` or `,
  )})`
}

export const stateOfLetter = sql<LetterState>`case
  when l.unneeded then 'not_needed'
  when l.sent_at is not null then 'sent'
  when l.given_up_at is not null then 'given_up'
  else 'waiting' end`

/** Returns a leading space and the name for a greeting, or '' if the name looks like an advertisement. */
export function greetedName(name: string | null): string {
  return name && [...name].length <= 40 && !/[.:/@\\<>$€!?\d]|www/iu.test(name) ? ` ${name}` : ''
}
