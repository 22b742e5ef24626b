import { sql } from 'kysely'
import type { LetterState } from '@alumni/shared/letters'
import type { Letters } from '../../foundations/mail/letters.ts'

/** The members of a letter's `about` that lead to its signup, with the table that has the signup's id. */
const signupTables = {
  request: 'signin_requests',
  change: 'email_changes',
  response: 'opportunity_responses',
  rsvp: 'event_rsvps',
  written: 'signup_letters',
  recipient: 'list_letter_recipients',
  pending: 'pending_answers',
} as const

/** Every kind of letter must refer to its recipient in one of these ways. */
type LetterSubject =
  | { signup: number }
  | { user: number | null }
  | { [Member in keyof typeof signupTables]: Record<Member, number> }[keyof typeof signupTables]
true satisfies Letters[keyof Letters] extends LetterSubject ? true : never

/** In a query of `letters as l`: the id of the letter's signup, or null. */
export const signupOfLetter = sql<number | null>`coalesce((l.about->>'signup')::bigint, ${sql.join(
  Object.entries(signupTables).map(
    ([member, table]) =>
      sql`(select t.signup_id from ${sql.table(table)} t where t.id = (l.about->>${sql.lit(member)})::bigint)`,
  ),
)})`

/** In a query of `letters as l`: the id of the surviving signup; of a deleted signup itself. */
export const survivorOfLetter = sql<number | null>`(
  select coalesce(surviving_signup(about.id), about.id) from (select ${signupOfLetter} as id) about)`

/** In a query of `letters as l`: whether a letter is about one of these signups. */
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

/** In a query of `letters as l`: the state of the letter. */
export const stateOfLetter = sql<LetterState>`case when l.unneeded then 'not_needed' when l.sent_at is not null then 'sent'
  when l.given_up_at is not null then 'given_up' else 'waiting' end`

/**
 * Returns a name for the greeting, with a leading space, or '' if it looks like an advertisement, since anyone can sign
 * up a stranger's address.
 */
export function greetedName(name: string | null): string {
  return name && [...name].length <= 40 && !/[.:/@\\<>$€!?\d]|www/iu.test(name) ? ` ${name}` : ''
}
