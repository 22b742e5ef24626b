import { compare } from '../../foundations/database/rows.ts'
import { foldEmail } from '@alumni/shared/email-address'
import { sql } from 'kysely'
import { survivorWithEmail, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import type { Config } from '../../foundations/process/config.ts'
import { isUniqueViolation } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import { cancelSigninRequests } from '../sign-in/signin-requests.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { lockUndeletedSignup } from './edit-signup.ts'
import { recordCrmChanges } from './record-crm-changes.ts'

const purpose = 'e-mail change'
/** Maximum number of requests per hour, so that the form cannot be used to mail strangers. */
const maxRequests = 5
const isOpen = { ended_at: null, expires_at: compare('>', sql`now()`) }

/** Queues a link for the new address and a notice for the old one. Does not reveal whether the address is taken. */
export async function requestEmailChange(
  db: Db,
  { id }: Pick<Signup, 'id'>,
  email: string,
): Promise<'requested' | 'same' | 'too often'> {
  return transact(db, async (db) => {
    const signup = await lockUndeletedSignup(db, id)
    if (foldEmail(email) === foldEmail(signup.email)) return 'same'
    const lastHour = { signup_id: id, created_at: compare('>', sql`now() - interval '1 hour'`) }
    if ((await db.findAll('email_changes', ['id'], lastHour)).length >= maxRequests) return 'too often'
    await cancelChanges(db, id, foldEmail(email))
    const change = await db.add('email_changes', {
      signup_id: id,
      old_email: signup.email,
      new_email: email,
      expires_at: sql<string>`now() + interval '24 hours'`,
    })
    await enqueueLetter(db, 'email-change', { change })
    await enqueueLetter(db, 'email-change-asked', { change })
    return 'requested'
  })
}

/** Cancels a signup's open changes of address, except those to `exceptEmail`, which must be folded. */
export async function cancelChanges(db: Db, signup: number, exceptEmail = ''): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ ended_at: sql`now()` })
    .where('signup_id', '=', signup)
    .where('ended_at', 'is', null)
    .where(sql<string>`fold_email(new_email)`, '!=', exceptEmail)
    .execute()
}

export async function findPendingEmail(db: Db, { id }: Pick<Signup, 'id'>): Promise<string | null> {
  const change = await db.find('email_changes', ['new_email'], { signup_id: id, ...isOpen }, { by: '-id' })
  return change?.new_email ?? null
}

export type OpenChange = { id: number; signup_id: number; old_email: string; new_email: string }

/** Finds a change of address, unless the change ended or expired, or the signup was deleted or has another address. */
export function findOpenChange(db: Db, id: number): Promise<OpenChange | undefined> {
  return selectOpenChanges(db).where('change.id', '=', id).executeTakeFirst()
}

/** Works like `findOpenChange`, with the token of the confirmation link. */
export function findChangeByToken(db: Db, config: Config, token: string): Promise<OpenChange | undefined> {
  return selectOpenChanges(db)
    .where('change.token_hash', 'in', hashTokenWithAllSecrets(config, purpose, token))
    .executeTakeFirst()
}

function selectOpenChanges(db: Db) {
  return db
    .selectFrom('email_changes as change')
    .innerJoin('champion_signups as signup', 'signup.id', 'change.signup_id')
    .select(['change.id', 'change.signup_id', 'change.old_email', 'change.new_email'])
    .where('change.ended_at', 'is', null)
    .where('change.expires_at', '>', sql<string>`now()`)
    .where('signup.deleted_at', 'is', null)
    .whereRef('signup.email', '=', 'change.old_email')
}

/** Creates the confirmation link for a change of address. Stores only the hash of its token. */
export async function createChangeLink(db: Db, config: Config, change: number): Promise<string> {
  const token = createToken()
  await db.update('email_changes', { id: change }, { token_hash: hashToken(config, purpose, token) })
  return `${config.CHAMPIONS_URL}/profile/email/${token}`
}

/** Returns true if a signup other than `signup` has the address. */
export async function isTaken(db: Db, email: string, signup: number): Promise<boolean> {
  const other = await db.find('champion_signups', ['id'], { id: survivorWithEmail(email) })
  return other !== undefined && other.id !== signup
}

/** Each link works once. Cancels other changes and pending sign-ins. */
export async function confirmEmailChange(
  db: Db,
  config: Config,
  token: string,
  ipHash: string,
): Promise<Signup | 'spent' | 'taken'> {
  try {
    return await transact(db, async (db) => {
      const change = await findChangeByToken(db, config, token)
      if (!change) return 'spent'
      const signup = await lockUndeletedSignup(db, change.signup_id)
      // Only one of several concurrent requests can end the change.
      const endedChanges = await db.update(
        'email_changes',
        { token_hash: hashTokenWithAllSecrets(config, purpose, token), ...isOpen },
        { ended_at: sql`now()` },
      )
      if (endedChanges === 0 || signup.email !== change.old_email) return 'spent'
      if (await isTaken(db, change.new_email, signup.id)) return 'taken'
      const after = await db
        .updateTable('champion_signups')
        .set({ email: change.new_email, updated_at: sql`now()` })
        .where('id', '=', signup.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await db.update('email_changes', { id: change.id }, { confirmed_at: sql`now()` })
      await cancelChanges(db, signup.id)
      await cancelSigninRequests(db, [signup.id])
      await recordCrmChanges(db, signup, after)
      await writeActivityEvent(db, { type: 'email_changed', signup: signup.id, ipHash, payload: { change: change.id } })
      await enqueueLetter(db, 'email-changed', { change: change.id })
      return after
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/** Deletes changes after 30 days, because they contain former addresses. */
export async function deleteOldEmailChanges(db: Db): Promise<void> {
  await db.remove('email_changes', { created_at: compare('<', sql<string>`now() - interval '30 days'`) })
}
