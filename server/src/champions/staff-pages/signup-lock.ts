import { sql } from 'kysely'
import type { ActivityEventType } from '@alumni/shared/champions/record'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/** Locks and returns a signup, including deleted and merged ones. Throws 404. */
export async function lockSignup(db: Db, id: number): Promise<Signup> {
  const signup = await db
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!signup) throw noSuchSignup()
  return signup
}

/** Locks and returns a signup. Throws 404, or 409 if the signup was deleted or merged. */
export async function lockActive(db: Db, id: number): Promise<Signup> {
  const signup = await lockSignup(db, id)
  if (signup.merged_into_id !== null)
    throw new HttpError(409, 'This signup was merged into another one. Open that one instead.', {
      body: { links: { self: signupUrl(signup.merged_into_id) } },
    })
  if (signup.deleted_at !== null)
    throw new HttpError(409, `${await nameOfActor(db, id, 'signup_deleted')} has just deleted this signup.`)
  return signup
}

/** Returns the name of the user behind the last event of `type`, or a phrase that can start a sentence. */
export async function nameOfActor(db: Db, id: number, type: ActivityEventType): Promise<string> {
  const last = await db
    .selectFrom('activity_events as e')
    .leftJoin('staff_users as staff', (join) => join.on(({ eb }) => eb('staff.id', '=', staffOfEvent)))
    .select('staff.name')
    .where('e.signup_id', 'in', await signupIdsOf(db, id))
    .where('e.type', '=', type)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.name ?? (type === 'signup_deleted' ? 'The champion' : 'Someone else')
}

/** Selects the id of the staff user behind an event `e`. Merges store it as `by`. */
export const staffOfEvent = sql<
  number | null
>`coalesce(e.payload -> 'staff', case jsonb_typeof(e.payload -> 'by') when 'number' then e.payload -> 'by' end)::bigint`

export function noSuchSignup(): HttpError {
  return new HttpError(404, 'There is no such signup.')
}

export function signupUrl(id: number): string {
  return `/champion_signups/${id}`
}

export function signupName({ first_name, last_name }: Pick<Signup, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}
