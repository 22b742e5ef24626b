import { foldEmail } from '@alumni/shared/email-address'
import { sql, type Expression, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Tables } from '../../foundations/database/tables.ts'

export type Signup = Selectable<Tables['champion_signups']>

/** Returns the signup, or the one it was merged into, directly or indirectly. Undefined if that was deleted. */
export async function findSurvivingSignup(db: Db, id: number): Promise<Signup | undefined> {
  return db
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', '=', survivorOf(sql.val(id)))
    .executeTakeFirst()
}

/** Works like `findSurvivingSignup` and locks the signup. Retries if a concurrent merge changes the survivor. */
export async function lockSurvivingSignup(db: Db, id: number): Promise<Signup | undefined> {
  const unlocked = await findSurvivingSignup(db, id)
  if (!unlocked) return undefined
  await db.selectFrom('champion_signups').select('id').where('id', '=', unlocked.id).forNoKeyUpdate().execute()
  const signup = await findSurvivingSignup(db, id)
  return signup?.id === unlocked.id ? signup : lockSurvivingSignup(db, id)
}

export function getSignup(db: Db, id: number): Promise<Signup> {
  return db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Builds SQL for the id of the signup or of the one it was merged into; null if that was deleted. */
export function survivorOf(signupId: Expression<number | null>) {
  return sql<number | null>`surviving_signup(${signupId})`
}

/** Same as `survivorOf` for `champion_signups as s`, but faster for signups that were not merged. */
export const survivorId = sql<number | null>`case when s.merged_into_id is not null then surviving_signup(s.id)
  when s.deleted_at is null then s.id end`

/** Returns the ids of a surviving signup and of all signups merged into it, directly or indirectly. */
export async function signupIdsOf(db: Db, id: number): Promise<number[]> {
  return [...(await mapToSurvivors(db, [id])).keys()]
}

const survivorRow = z.object({ id: z.number(), survivor: z.number() })

/** Maps the ids of survivors, and of all signups merged into them, to the ids of the survivors. */
export async function mapToSurvivors(db: Db, survivors: readonly number[]): Promise<Map<number, number>> {
  if (survivors.length === 0) return new Map()
  const rows = await selectRaw(db, survivorRow)`select merged.id, survivor.id as survivor
      from champion_signups survivor cross join lateral signups_standing_for(survivor.id) merged (id)
      where survivor.id = any(${survivors}::bigint[])`
  return new Map(rows.map(({ id, survivor }) => [id, survivor]))
}

export function hasEmail(email: string) {
  return sql<boolean>`id = ${survivorWithEmail(email)}`
}

/** Builds SQL for the id of the surviving signup with this address, which may come from a merged one; null if none. */
export function survivorWithEmail(email: string) {
  return survivorOf(signupWithEmail(email))
}

/** Selects the id of the active signup with this address, else of the one merged last. Ignores letter case. */
export function signupWithEmail(email: string) {
  return sql<number | null>`(select s.id from champion_signups s where s.folded_email = ${foldEmail(email)}
    and (s.deleted_at is null or s.merged_into_id is not null and surviving_signup(s.id) is not null)
    order by s.deleted_at desc limit 1)`
}

export async function namesOfSignups(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.findAll(
    'champion_signups',
    ['id', sql<string>`concat_ws(' ', first_name, last_name)`.as('name')],
    { id: ids },
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
