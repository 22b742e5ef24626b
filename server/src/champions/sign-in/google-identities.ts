import { sql, type SelectQueryBuilder } from 'kysely'
import { hasEmail, lockSurvivingSignup, survivorOf, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import type { GoogleIdentity } from '../../foundations/google/google-signin.ts'
import type { Proven } from './complete-signin.ts'

/** What came of a Google identity: `other` where the signup, or the identity, is linked elsewhere. */
export type GoogleOutcome =
  | (Proven & { state: 'known' | 'linked' })
  | { signup?: undefined; state: 'unknown' | 'other' }

type Arrived = { identity: Pick<GoogleIdentity, 'uid' | 'email'>; ipHash: string }

/**
 * Whose identity it is: of the signup that it is linked to, else of the one that its verified address leads to, which it is linked to
 * then. For `completeSignin`, in whose transaction the signup stays as it is.
 */
export async function findOrLinkGoogle(em: EntityManager, { identity, ipHash }: Arrived): Promise<GoogleOutcome> {
  await lockIdentity(em, identity.uid)
  const known = await lockFound(em, signupsOf(em).where('google_uid', '=', identity.uid))
  if (known) return { state: 'known', ...known }
  const owner = identity.email ? await lockFound(em, signupsOf(em).where(hasEmail(identity.email))) : undefined
  return owner ? link(em, owner.signup, { identity, ipHash }) : { state: 'unknown' }
}

/** Links an identity to the champion who asks for it, whatever its address. */
export async function linkGoogle(
  em: EntityManager,
  signupId: number,
  { identity, ipHash }: Arrived,
): Promise<GoogleOutcome> {
  return em.transactional(async (em) => {
    await lockIdentity(em, identity.uid)
    const known = await lockFound(em, signupsOf(em).where('google_uid', '=', identity.uid))
    const signup = await lockSurvivingSignup(em, signupId)
    if (!signup) return { state: 'unknown' }
    if (known) return known.signup.id === signup.id ? { state: 'known', ...known } : { state: 'other' }
    return link(em, signup, { identity, ipHash })
  })
}

/** Unlinks whatever is linked to the signup, or to one that was merged into it. False: there was nothing. */
export async function unlinkGoogle(
  em: EntityManager,
  signup: number,
  { ipHash, staff }: { ipHash?: string | undefined; staff?: number | undefined },
): Promise<boolean> {
  return em.transactional(async (em) => {
    const { numUpdatedRows } = await em
      .getKysely()
      .updateTable('champion_signups')
      .set({ google_uid: null, google_linked_at: null })
      .where('google_uid', 'is not', null)
      .where((eb) => eb(survivorOf(eb.ref('id')), '=', signup))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const payload = staff === undefined ? {} : { staff }
    await writeActivityEvent(em, { type: 'google_unlinked', signup, ipHash, payload })
    return true
  })
}

type Found = SelectQueryBuilder<Tables, 'champion_signups', { id: number }>

const signupsOf = (em: EntityManager): Found => em.getKysely().selectFrom('champion_signups').select('id')

/** The signup that one of these stands for, locked. It is found anew then: what led to it may have been taken away meanwhile. */
async function lockFound(em: EntityManager, query: Found): Promise<Proven | undefined> {
  const found = await query.executeTakeFirst()
  const signup = found && (await lockSurvivingSignup(em, found.id))
  if (!signup) return undefined
  return (await query.executeTakeFirst())?.id === found.id ? { signup, by: found.id } : lockFound(em, query)
}

/** A signup has one identity: another one of the same address may be in other hands by now. */
async function link(em: EntityManager, signup: Signup, { identity, ipHash }: Arrived): Promise<GoogleOutcome> {
  if (signup.google_uid) return { state: 'other' }
  const db = em.getKysely()
  // Left behind by a signup that was deleted: it resolves to nothing.
  const left = await db
    .updateTable('champion_signups')
    .set({ google_uid: null, google_linked_at: null })
    .where('google_uid', '=', identity.uid)
    .returning('id')
    .executeTakeFirst()
  if (left) await writeActivityEvent(em, { type: 'google_unlinked', signup: left.id, ipHash })
  const linked = await db
    .updateTable('champion_signups')
    .set({ google_uid: identity.uid, google_linked_at: sql`now()` })
    .where('id', '=', signup.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeActivityEvent(em, { type: 'google_linked', signup: signup.id, ipHash })
  return { state: 'linked', signup: linked, by: linked.id }
}

async function lockIdentity(em: EntityManager, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 1))`.execute(em.getKysely())
}
