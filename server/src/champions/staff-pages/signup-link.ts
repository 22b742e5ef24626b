import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import { displayName, nameParts } from '../../alumni/index.ts'
import { updateStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { lockAlumnus } from '../record/lock-alumnus.ts'
import { recordAttendances } from '../record/record-attendances.ts'
import { queueNoEmailChanges } from '../record/letter-opt-outs.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive, signupName, signupUrl, nameOfActor } from './signup-lock.ts'

/** Links a signup to an alumnus. Throws 409 if either is already linked. `user` is null if an answer proved this. */
export async function linkSignup(db: Db, id: number, buid: string, user: StaffUser | null): Promise<void> {
  await transact(db, async (db) => {
    const signup = await lockActive(db, id)
    if (signup.buid !== null) throw await createLinkedError(db, id, signup.buid)
    const alumnus = await lockAlumnus(db, buid)
    if (!alumnus) throw new HttpError(404, 'There is no such alumnus.')
    await refuseSecondSignup(db, id, buid, displayName(alumnus))
    await setBuid(db, id, buid)
    await updateStatus(db, { ...signup, buid })
    await recordAttendances(db, id)
    await queueNoEmailChanges(db, [buid])
    await writeActivityEvent(db, { type: 'signup_linked', signup: id, payload: { buid, staff: user?.id } })
    await audit(db, user, 'champion-signup.linked', `champion-signups/${id}`, { buid })
  })
}

/** Unlinks a signup and removes the engagements that the link recorded. Throws 409 if not linked to this alumnus. */
export async function unlinkSignup(db: Db, id: number, buid: string, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const signup = await lockActive(db, id)
    if (signup.buid === null)
      throw new HttpError(409, `${await nameOfActor(db, id, 'signup_unlinked')} has just unlinked this signup.`)
    if (signup.buid !== buid) throw await createLinkedError(db, id, signup.buid)
    await setBuid(db, id, null)
    await updateStatus(db, { ...signup, buid: null })
    await recordAttendances(db, id)
    await queueNoEmailChanges(db, [buid])
    await writeActivityEvent(db, { type: 'signup_unlinked', signup: id, payload: { buid, staff: user.id } })
    await audit(db, user, 'champion-signup.unlinked', `champion-signups/${id}`, { buid })
  })
}

async function createLinkedError(db: Db, id: number, buid: string): Promise<HttpError> {
  return new HttpError(
    409,
    `${await nameOfActor(db, id, 'signup_linked')} linked this signup to ${await nameOf(db, buid)} (${buid}) in the meantime.`,
  )
}

async function refuseSecondSignup(db: Db, id: number, buid: string, name: string): Promise<void> {
  const other = await db.find(
    'champion_signups',
    ['id', 'email', 'first_name', 'last_name'],
    { buid, deleted_at: null, id: compare('!=', id) },
    { by: 'id' },
  )
  if (!other) return
  throw new HttpError(
    409,
    `${name} already has another signup, ${signupName(other) || 'without a name'} (${other.email}). Compare the two, and merge them if they belong to one person.`,
    { body: { links: { self: signupUrl(other.id), merge: mergeUrl([id, other.id]) } } },
  )
}

export function mergeUrl(ids: readonly number[]): string {
  return `/champion_signups/duplicates?ids=${ids.join(',')}`
}

async function setBuid(db: Db, id: number, buid: string | null): Promise<void> {
  await db.update('champion_signups', { id }, { buid, updated_at: sql`now()` })
}

async function nameOf(db: Db, buid: string): Promise<string> {
  const alumnus = await db
    .selectFrom('alumni as a')
    .select([...nameParts])
    .where('a.buid', '=', buid)
    .executeTakeFirst()
  return alumnus ? displayName(alumnus) : 'someone'
}
