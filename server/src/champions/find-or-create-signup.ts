import { randomUUID } from 'node:crypto'
import { zipCountry, type SignupData } from '@alumni/shared/champions/sign-up'
import { sql } from 'kysely'
import type { Db } from '../foundations/database/db.ts'
import { HttpError } from '../foundations/http/errors.ts'
import { moveSignup } from './record/move-signup.ts'
import { lockSurvivingSignup, signupWithEmail } from './record/find-signup.ts'
import type { ProvenSignup } from './sign-in/complete-signin.ts'
import type { PendingAnswer } from './sign-in/pending-answers.ts'
import { linkSignup } from './staff-pages/signup-link.ts'
import { insertSignup } from './sign-up/submit-signup.ts'

/**
 * Finds and locks the signup with the confirmed address of an answer, or creates it. A new signup is linked to the
 * alumnus who received the letter, if the address is still on file for them.
 */
export async function findOrCreateSignup(db: Db, answer: PendingAnswer, ipHash: string): Promise<ProvenSignup> {
  const { email, first_name, last_name, privacy_policy_version } = answer
  for (;;) {
    const known = await db.find('champion_signups', ['id'], { id: signupWithEmail(email) })
    const signup = known && (await lockSurvivingSignup(db, known.id))
    if (signup) return { signup, by: known.id }
    const person = { email, first_name, last_name, ...placeOf(answer) }
    const values = { ...person, privacy_policy_version, public_id: randomUUID(), source: null }
    // Undefined if another answer has just signed up with the address.
    const made = await insertSignup(db, values, { begunAt: answer.created_at, ipHash })
    if (made && person.zip_code) await moveSignup(db, made.id, 'complete', ipHash)
    if (made) await linkByLetter(db, made.id, answer)
  }
}

function placeOf({ answer: { country, postal_code } }: PendingAnswer): Partial<SignupData> {
  if (country === zipCountry) return { country: null, zip_code: String(postal_code), postal_code: null, city: null }
  return country ? { country: String(country), zip_code: null, postal_code: String(postal_code), city: null } : {}
}

async function linkByLetter(db: Db, signup: number, { recipient_id, email }: PendingAnswer): Promise<void> {
  if (recipient_id === null) return
  const alumnus = await db
    .selectFrom('list_letter_recipients as r')
    .innerJoin('alumni as a', 'a.id', 'r.alumnus_id')
    .innerJoin('alumni_emails as e', 'e.alumnus_id', 'a.id')
    .select('a.buid')
    .where('r.id', '=', recipient_id)
    .where('e.email', '=', sql<string>`fold_email(${email})`)
    .where('a.deceased', '=', false)
    .executeTakeFirst()
  try {
    if (alumnus) await linkSignup(db, signup, alumnus.buid, null)
  } catch (error) {
    // Staff compare the signups if the alumnus has another one.
    if (!(error instanceof HttpError)) throw error
  }
}
