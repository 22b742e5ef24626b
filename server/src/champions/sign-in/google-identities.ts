import { sql, type SelectQueryBuilder } from 'kysely'
import { isNotNull } from '../../foundations/database/rows.ts'
import { hasEmail, lockSurvivingSignup, survivorOf, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import type { GoogleIdentity } from '../../foundations/google/google-signin.ts'
import type { ProvenSignup } from './complete-signin.ts'

/** `other` means that the signup has a different Google account, or the Google account a different signup. */
export type GoogleOutcome =
  | (ProvenSignup & { state: 'known' | 'linked' })
  | { signup?: undefined; state: 'unknown' | 'other' }

type GoogleArrival = { identity: Pick<GoogleIdentity, 'uid' | 'email'>; ipHash: string }

/** Links a new account to the signup with its verified address. Must run in the `completeSignin` transaction. */
export async function findOrLinkGoogle(db: Db, { identity, ipHash }: GoogleArrival): Promise<GoogleOutcome> {
  await lockIdentity(db, identity.uid)
  const linked = await lockFound(db, selectSignups(db).where('google_uid', '=', identity.uid))
  if (linked) return { state: 'known', ...linked }
  const owner = identity.email ? await lockFound(db, selectSignups(db).where(hasEmail(identity.email))) : undefined
  return owner ? linkIdentity(db, owner.signup, { identity, ipHash }) : { state: 'unknown' }
}

/** Links a Google account to a signup; state `other` if another signup has the account. Addresses may differ. */
export async function linkGoogle(
  db: Db,
  signupId: number,
  { identity, ipHash }: GoogleArrival,
): Promise<GoogleOutcome> {
  return transact(db, async (db) => {
    await lockIdentity(db, identity.uid)
    const linked = await lockFound(db, selectSignups(db).where('google_uid', '=', identity.uid))
    const signup = await lockSurvivingSignup(db, signupId)
    if (!signup) return { state: 'unknown' }
    if (linked) return linked.signup.id === signup.id ? { state: 'known', ...linked } : { state: 'other' }
    return linkIdentity(db, signup, { identity, ipHash })
  })
}

/** Unlinks Google accounts from a signup and those merged into it. Returns false if none was linked. */
export async function unlinkGoogle(
  db: Db,
  signup: number,
  { ipHash, staff }: { ipHash?: string | undefined; staff?: number | undefined },
): Promise<boolean> {
  return transact(db, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('champion_signups')
      .set({ google_uid: null, google_linked_at: null })
      .where('google_uid', 'is not', null)
      .where((eb) => eb(survivorOf(eb.ref('id')), '=', signup))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await writeActivityEvent(db, { type: 'google_unlinked', signup, ipHash, payload: { staff } })
    return true
  })
}

export async function hasLinkedGoogle(db: Db, signups: readonly number[]): Promise<boolean> {
  return (await db.find('champion_signups', ['id'], { id: signups, google_uid: isNotNull })) !== undefined
}

type SignupQuery = SelectQueryBuilder<Tables, 'champion_signups', { id: number }>

const selectSignups = (db: Db): SignupQuery => db.selectFrom('champion_signups').select('id')

/** Repeats the query after locking, because a concurrent change may have moved the account to another signup. */
async function lockFound(db: Db, query: SignupQuery): Promise<ProvenSignup | undefined> {
  const found = await query.executeTakeFirst()
  const signup = found && (await lockSurvivingSignup(db, found.id))
  if (!signup) return undefined
  return (await query.executeTakeFirst())?.id === found.id ? { signup, provenId: found.id } : lockFound(db, query)
}

/** Never links a second account, because the e-mail address may have a new owner. */
async function linkIdentity(db: Db, signup: Signup, { identity, ipHash }: GoogleArrival): Promise<GoogleOutcome> {
  if (signup.google_uid) return { state: 'other' }
  // The account may still be linked to a deleted signup.
  const unlinked = await db
    .updateTable('champion_signups')
    .set({ google_uid: null, google_linked_at: null })
    .where('google_uid', '=', identity.uid)
    .returning('id')
    .executeTakeFirst()
  if (unlinked) await writeActivityEvent(db, { type: 'google_unlinked', signup: unlinked.id, ipHash })
  const linked = await db
    .updateTable('champion_signups')
    .set({ google_uid: identity.uid, google_linked_at: sql`now()` })
    .where('id', '=', signup.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeActivityEvent(db, { type: 'google_linked', signup: signup.id, ipHash })
  return { state: 'linked', signup: linked, provenId: linked.id }
}

async function lockIdentity(db: Db, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 1))`.execute(db)
}
