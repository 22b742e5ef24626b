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

/** Locks or creates the signup of an address. Links a new one to the letter's alumnus if the address is on file. */
export async function findOrCreateSignup(db: Db, answer: PendingAnswer, ipHash: string): Promise<ProvenSignup> {
  const { email, first_name, last_name, privacy_policy_version } = answer
  for (;;) {
    const existing = await db.find('champion_signups', ['id'], { id: signupWithEmail(email) })
    const signup = existing && (await lockSurvivingSignup(db, existing.id))
    if (signup) return { signup, provenId: existing.id }
    const person = { email, first_name, last_name, ...placeOf(answer) }
    const values = { ...person, privacy_policy_version, public_id: randomUUID(), source: null }
    // Undefined if a concurrent request has signed up with the address.
    const created = await insertSignup(db, values, { startedAt: answer.created_at, ipHash })
    if (created && person.zip_code) await moveSignup(db, created.id, 'complete', ipHash)
    if (created) await linkToRecipient(db, created.id, answer)
  }
}

function placeOf({ answer: { country, postal_code } }: PendingAnswer): Partial<SignupData> {
  if (country === zipCountry) return { country: null, zip_code: String(postal_code), postal_code: null, city: null }
  return country ? { country: String(country), zip_code: null, postal_code: String(postal_code), city: null } : {}
}

async function linkToRecipient(db: Db, signup: number, { recipient_id, email }: PendingAnswer): Promise<void> {
  if (recipient_id === null) return
  const alumnus = await db
    .selectFrom('list_letter_recipients as recipient')
    .innerJoin('alumni as alumnus', 'alumnus.id', 'recipient.alumnus_id')
    .innerJoin('alumni_emails as address', 'address.alumnus_id', 'alumnus.id')
    .select('alumnus.buid')
    .where('recipient.id', '=', recipient_id)
    .where('address.email', '=', sql<string>`fold_email(${email})`)
    .where('alumnus.deceased', '=', false)
    .executeTakeFirst()
  try {
    if (alumnus) await linkSignup(db, signup, alumnus.buid, null)
  } catch (error) {
    // The alumnus may already have a signup. Staff will find both in the list of duplicates.
    if (!(error instanceof HttpError)) throw error
  }
}
