import { sql } from 'kysely'
import { hasEmail, survivingSignup, survivorOf, writeActivityEvent, type Signup } from '../champions/index.ts'
import type { EntityManager } from '../database/orm.ts'
import type { GoogleIdentity } from '../http/google-signin.ts'

/** What came of a Google identity: `other` where the signup, or the identity, is linked elsewhere. */
export type GoogleOutcome = { signup: Signup; state: 'known' | 'linked' } | { state: 'unknown' | 'other' }

type Arrived = { identity: Pick<GoogleIdentity, 'uid' | 'email'>; ipHash: string }

/** Whose identity it is: of the signup that it is linked to, else of the active one with its verified address, which it is linked to then. */
export async function findOrLinkGoogle(em: EntityManager, { identity, ipHash }: Arrived): Promise<GoogleOutcome> {
  return em.transactional(async (em) => {
    await lockIdentity(em, identity.uid)
    const known = await signupOfIdentity(em, identity.uid)
    if (known) return { state: 'known', signup: known }
    if (!identity.email) return { state: 'unknown' }
    const signup = await em
      .getKysely()
      .selectFrom('champion_signups')
      .selectAll()
      .where(hasEmail(identity.email))
      .forUpdate()
      .executeTakeFirst()
    return signup ? link(em, signup, { identity, ipHash }) : { state: 'unknown' }
  })
}

/** Links an identity to the champion who asks for it, whatever its address. */
export async function linkGoogle(
  em: EntityManager,
  signupId: number,
  { identity, ipHash }: Arrived,
): Promise<GoogleOutcome> {
  return em.transactional(async (em) => {
    await lockIdentity(em, identity.uid)
    const signup = await survivingSignup(em, signupId)
    if (!signup) return { state: 'unknown' }
    const known = await signupOfIdentity(em, identity.uid)
    if (known) return known.id === signup.id ? { state: 'known', signup } : { state: 'other' }
    return link(em, signup, { identity, ipHash })
  })
}

/** Unlinks whatever is linked to the signup, or to one that was merged into it. False: there was nothing. */
export async function unlinkGoogle(
  em: EntityManager,
  signup: number,
  { ipHash, staff }: { ipHash?: string; staff?: number },
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

async function signupOfIdentity(em: EntityManager, uid: string): Promise<Signup | undefined> {
  const found = await em
    .getKysely()
    .selectFrom('champion_signups')
    .select('id')
    .where('google_uid', '=', uid)
    .executeTakeFirst()
  return found && survivingSignup(em, found.id)
}

/** A signup has one identity: another one of the same address may be in other hands by now. */
async function link(em: EntityManager, signup: Signup, { identity, ipHash }: Arrived): Promise<GoogleOutcome> {
  if (signup.google_uid) return { state: 'other' }
  const db = em.getKysely()
  // Left behind by a signup that was deleted: it resolves to nothing.
  await db
    .updateTable('champion_signups')
    .set({ google_uid: null, google_linked_at: null })
    .where('google_uid', '=', identity.uid)
    .execute()
  const linked = await db
    .updateTable('champion_signups')
    .set({ google_uid: identity.uid, google_linked_at: sql`now()` })
    .where('id', '=', signup.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeActivityEvent(em, { type: 'google_linked', signup: signup.id, ipHash })
  return { state: 'linked', signup: linked }
}

async function lockIdentity(em: EntityManager, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 1))`.execute(em.getKysely())
}
