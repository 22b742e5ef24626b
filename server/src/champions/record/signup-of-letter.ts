import { sql } from 'kysely'
import type { LetterState } from '@alumni/shared/letters'
import type { Letters } from '../../foundations/mail/letters.ts'

/** The members of `about` that lead to a letter's signup, each with the table that has its id. */
const signupTables = {
  request: 'signin_requests',
  change: 'email_changes',
  response: 'opportunity_responses',
  rsvp: 'event_rsvps',
  written: 'signup_letters',
  recipient: 'list_letter_recipients',
  pending: 'pending_answers',
} as const

/** Every kind of letter says in this way whom it is about; another one does not compile. */
type LetterSubject =
  | { signup: number }
  | { user: number | null }
  | { [Member in keyof typeof signupTables]: Record<Member, number> }[keyof typeof signupTables]
true satisfies Letters[keyof Letters] extends LetterSubject ? true : never

/** In a query of `letters as l`: the signup that a letter is about, null where it is about none. */
export const signupOfLetter = sql<number | null>`coalesce((l.about->>'signup')::bigint, ${sql.join(
  Object.entries(signupTables).map(
    ([member, table]) =>
      sql`(select t.signup_id from ${sql.table(table)} t where t.id = (l.about->>${sql.lit(member)})::bigint)`,
  ),
)})`

/** The same, by the signup that it stands for now; of a deleted signup itself. */
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

/** In a query of `letters as l`: how far a letter has come. */
export const stateOfLetter = sql<LetterState>`case when l.unneeded then 'not_needed' when l.sent_at is not null then 'sent'
  when l.given_up_at is not null then 'given_up' else 'waiting' end`

/**
 * A name as a letter greets a person by, with a space before it. Whoever types a stranger's address could put an
 * advertisement in place of a name: what looks like one is left out.
 */
export function greetedName(name: string | null): string {
  return name && [...name].length <= 40 && !/[.:/@\\<>$€!?\d]|www/iu.test(name) ? ` ${name}` : ''
}
