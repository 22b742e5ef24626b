import { foldEmail } from '@alumni/shared/email-address'
import { sql, type Expression, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Tables } from '../../foundations/database/tables.ts'

/** An active signup as its row. */
export type Signup = Selectable<Tables['champion_signups']>

/**
 * The active signup that the one with this id stands for, by way of `merged_into_id`; undefined where it was deleted.
 */
export async function findSurvivingSignup(db: Db, id: number): Promise<Signup | undefined> {
  return db
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', '=', survivorOf(sql.val(id)))
    .executeTakeFirst()
}

/** The same, locked until this transaction ends: it is not deleted, merged or taken apart meanwhile. */
export async function lockSurvivingSignup(db: Db, id: number): Promise<Signup | undefined> {
  const found = await findSurvivingSignup(db, id)
  if (!found) return undefined
  await db.selectFrom('champion_signups').select('id').where('id', '=', found.id).forNoKeyUpdate().execute()
  const signup = await findSurvivingSignup(db, id)
  return signup?.id === found.id ? signup : lockSurvivingSignup(db, id)
}

/** A signup, whatever has become of it. */
export function getSignup(db: Db, id: number): Promise<Signup> {
  return db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** In a query: the id of the signup that a reference to a signup stands for now, or null. */
export function survivorOf(signupId: Expression<number | null>) {
  return sql<number | null>`surviving_signup(${signupId})`
}

/** In a query with a signup as `s`: the id of the surviving signup, or null. Resolves only merged rows, so it suits many. */
export const survivorId = sql<number | null>`case when s.merged_into_id is not null then surviving_signup(s.id)
  when s.deleted_at is null then s.id end`

/** Returns the ids of a signup and of all that were merged into it, over chains. */
export async function signupIdsOf(db: Db, id: number): Promise<number[]> {
  return [...(await mapToSurvivors(db, [id])).keys()]
}

const survivorRow = z.object({ id: z.number(), survivor: z.number() })

/** Returns the surviving signup by the id of each signup that stands for one of these. */
export async function mapToSurvivors(db: Db, survivors: readonly number[]): Promise<Map<number, number>> {
  const rows = await selectRaw(
    db,
    survivorRow,
    sql`select merged.id, survivor.id as survivor
      from champion_signups survivor cross join lateral signups_standing_for(survivor.id) merged (id)
      where survivor.id = any(${survivors}::bigint[])`,
  )
  return new Map(rows.map(({ id, survivor }) => [id, survivor]))
}

/**
 * In a query: the condition that this address leads to a signup, which is active: it has it, or one has it that was
 * merged into it.
 */
export function hasEmail(email: string) {
  return sql<boolean>`id = ${survivorWithEmail(email)}`
}

/** In a query: the id of the active signup to which this address leads, or null. */
export function survivorWithEmail(email: string) {
  return survivorOf(signupWithEmail(email))
}

/**
 * In a query: the id of the signup with this address, however it is spelled: of the active one, else of the one that
 * was merged last; or null.
 */
export function signupWithEmail(email: string) {
  return sql<number | null>`(select s.id from champion_signups s where s.folded_email = ${foldEmail(email)}
    and (s.deleted_at is null or s.merged_into_id is not null and surviving_signup(s.id) is not null)
    order by s.deleted_at desc limit 1)`
}

/** The names of signups by id, as far as they have given one. */
export async function namesOfSignups(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.findAll(
    'champion_signups',
    ['id', sql<string>`concat_ws(' ', first_name, last_name)`.as('name')],
    { id: ids },
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
