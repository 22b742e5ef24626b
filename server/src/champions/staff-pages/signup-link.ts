import { sql } from 'kysely'
import { displayName, nameParts } from '../../alumni/index.ts'
import { settleStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { answers } from '../record/answers.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive, signupName, signupUrl, whoDid } from './signup-lock.ts'

/**
 * Says which alumnus a champion is: what they attended becomes engagements of the alumnus, and what they change from now on is told to
 * the CRM. 409: it is linked already, or the alumnus has another signup; the two are to be merged.
 */
export async function linkSignup(em: EntityManager, id: number, buid: string, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    const signup = await lockActive(em, id)
    if (signup.buid !== null) throw await linkedBefore(em, id, signup.buid)
    const name = await lockAlumnus(em, buid)
    await refuseSecond(em, id, buid, name)
    await setBuid(em, id, buid)
    await settleStatus(em, { ...signup, buid })
    await answers().recordAttendances(em, id)
    await writeActivityEvent(em, { type: 'signup_linked', signup: id, payload: { buid, staff: by.id } })
    await audit(em, by, 'champion-signup.linked', `champion-signups/${id}`, { buid })
  })
}

/** Takes the link to this alumnus back, and with it the engagements that came of it. 409: it is not there any more. */
export async function unlinkSignup(em: EntityManager, id: number, buid: string, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    const signup = await lockActive(em, id)
    if (signup.buid === null)
      throw new HttpError(409, `${await whoDid(em, id, 'signup_unlinked')} unlinked this signup meanwhile.`)
    if (signup.buid !== buid) throw await linkedBefore(em, id, signup.buid)
    await setBuid(em, id, null)
    await settleStatus(em, { ...signup, buid: null })
    await answers().recordAttendances(em, id)
    await writeActivityEvent(em, { type: 'signup_unlinked', signup: id, payload: { buid, staff: by.id } })
    await audit(em, by, 'champion-signup.unlinked', `champion-signups/${id}`, { buid })
  })
}

async function linkedBefore(em: EntityManager, id: number, buid: string): Promise<HttpError> {
  return new HttpError(
    409,
    `${await whoDid(em, id, 'signup_linked')} linked this signup to ${await nameOf(em, buid)} (${buid}) meanwhile.`,
  )
}

/** Two signups that are linked to one alumnus at once meet here. */
async function lockAlumnus(em: EntityManager, buid: string): Promise<string> {
  const alumnus = await em
    .getKysely()
    .selectFrom('alumni as a')
    .select([...nameParts])
    .where('a.buid', '=', buid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!alumnus) throw new HttpError(404, 'There is no such alumnus.')
  return displayName(alumnus)
}

async function refuseSecond(em: EntityManager, id: number, buid: string, name: string): Promise<void> {
  const other = await em
    .getKysely()
    .selectFrom('champion_signups')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('buid', '=', buid)
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  throw new HttpError(
    409,
    `${name} has another signup already, of ${signupName(other) || 'nobody by name'} (${other.email}). Compare the two, and merge them if they are of one person.`,
    { body: { links: { self: signupUrl(other.id), merge: mergeUrl([id, other.id]) } } },
  )
}

/** Where signups are compared and merged. */
export function mergeUrl(ids: readonly number[]): string {
  return `/champion_signups/duplicates?ids=${ids.join(',')}`
}

async function setBuid(em: EntityManager, id: number, buid: string | null): Promise<void> {
  await em
    .getKysely()
    .updateTable('champion_signups')
    .set({ buid, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function nameOf(em: EntityManager, buid: string): Promise<string> {
  const alumnus = await em
    .getKysely()
    .selectFrom('alumni as a')
    .select([...nameParts])
    .where('a.buid', '=', buid)
    .executeTakeFirst()
  return alumnus ? displayName(alumnus) : 'somebody'
}
