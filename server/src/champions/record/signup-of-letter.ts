import { sql } from 'kysely'
import type { Letters } from '../../foundations/mail/letters.ts'

/** What a letter is about that leads to its signup: the member of \`about\`, and the table with that id. */
const about = {
  request: 'signin_requests',
  change: 'email_changes',
  response: 'opportunity_responses',
  rsvp: 'event_rsvps',
  written: 'signup_letters',
} as const

/** Every kind of letter says in this way whom it is about; another one does not compile. */
type Addressed =
  | { signup: number }
  | { user: number | null }
  | { [Member in keyof typeof about]: Record<Member, number> }[keyof typeof about]
true satisfies Letters[keyof Letters] extends Addressed ? true : never

/** In a query of `letters as l`: the signup that a letter is about, null where it is about none. */
export const signupOfLetter = sql`coalesce((l.about->>'signup')::bigint, ${sql.join(
  Object.entries(about).map(
    ([member, table]) =>
      sql`(select t.signup_id from ${sql.table(table)} t where t.id = (l.about->>${sql.lit(member)})::bigint)`,
  ),
)})`

/**
 * A name as a letter greets a person by, with a space before it. Whoever types a stranger's address could put an
 * advertisement in place of a name: what looks like one is left out.
 */
export function greetedName(name: string | null): string {
  return name && [...name].length <= 40 && !/[.:/@\\<>$€!?\d]|www/iu.test(name) ? ` ${name}` : ''
}
