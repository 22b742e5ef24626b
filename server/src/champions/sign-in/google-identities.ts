import { sql, type SelectQueryBuilder } from 'kysely'
import { isNotNull } from '../../foundations/database/rows.ts'
import { hasEmail, lockSurvivingSignup, survivorOf, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import type { GoogleIdentity } from '../../foundations/google/google-signin.ts'
import type { ProvenSignup } from './complete-signin.ts'

/** `other`: the signup or the Google account is linked elsewhere. */
export type GoogleOutcome =
  | (ProvenSignup & { state: 'known' | 'linked' })
  | { signup?: undefined; state: 'unknown' | 'other' }

type GoogleArrival = { identity: Pick<GoogleIdentity, 'uid' | 'email'>; ipHash: string }

/**
 * Finds the signup of a Google account, or links the account to the signup with its verified address. Must run in
 * `completeSignin`'s transaction.
 */
export async function findOrLinkGoogle(db: Db, { identity, ipHash }: GoogleArrival): Promise<GoogleOutcome> {
  await lockIdentity(db, identity.uid)
  const known = await lockFound(db, signupsOf(db).where('google_uid', '=', identity.uid))
  if (known) return { state: 'known', ...known }
  const owner = identity.email ? await lockFound(db, signupsOf(db).where(hasEmail(identity.email))) : undefined
  return owner ? link(db, owner.signup, { identity, ipHash }) : { state: 'unknown' }
}

/** Links a Google account to the champion who asks for it, with any address. */
export async function linkGoogle(
  db: Db,
  signupId: number,
  { identity, ipHash }: GoogleArrival,
): Promise<GoogleOutcome> {
  return transact(db, async (db) => {
    await lockIdentity(db, identity.uid)
    const known = await lockFound(db, signupsOf(db).where('google_uid', '=', identity.uid))
    const signup = await lockSurvivingSignup(db, signupId)
    if (!signup) return { state: 'unknown' }
    if (known) return known.signup.id === signup.id ? { state: 'known', ...known } : { state: 'other' }
    return link(db, signup, { identity, ipHash })
  })
}

/** Unlinks the Google accounts of a signup and of those merged into it. Returns false if there are none. */
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

type Found = SelectQueryBuilder<Tables, 'champion_signups', { id: number }>

const signupsOf = (db: Db): Found => db.selectFrom('champion_signups').select('id')

/** Finds and locks the surviving signup, then checks that the query still finds it. */
async function lockFound(db: Db, query: Found): Promise<ProvenSignup | undefined> {
  const found = await query.executeTakeFirst()
  const signup = found && (await lockSurvivingSignup(db, found.id))
  if (!signup) return undefined
  return (await query.executeTakeFirst())?.id === found.id ? { signup, by: found.id } : lockFound(db, query)
}

/** Links an account to a signup without one. Refuses a second one, since the address may have a new owner. */
async function link(db: Db, signup: Signup, { identity, ipHash }: GoogleArrival): Promise<GoogleOutcome> {
  if (signup.google_uid) return { state: 'other' }
  // A deleted signup may still have the account.
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
  return { state: 'linked', signup: linked, by: linked.id }
}

async function lockIdentity(db: Db, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 1))`.execute(db)
}
