import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { answersOfGroup, type SignupAnswers } from '@alumni/shared/champions/answers'
import type { EditedGroup } from '@alumni/shared/champions/profile'
import { updateStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { recordCrmChanges } from './record-crm-changes.ts'

type Edit = {
  group: EditedGroup
  /** Digest of the values that the form was rendered with. */
  seen: string
  values: Partial<SignupAnswers>
  ipHash: string
}

/** Saves a group of answers. Returns the current signup instead if they have changed since the form was rendered. */
export async function editSignup(
  db: Db,
  { id }: Pick<Signup, 'id'>,
  { group, seen, values, ipHash }: Edit,
): Promise<Signup | undefined> {
  return transact(db, async (db) => {
    const before = await lockUndeletedSignup(db, id)
    if (digestOf(before, group) !== seen) return before
    const fields = answersOfGroup(group).filter((field) => !isSameAnswer(before[field], values[field]))
    if (fields.length === 0) return undefined
    const change = Object.fromEntries(fields.map((field) => [field, values[field]]))
    await db.update('champion_signups', { id }, { ...change, updated_at: sql`now()` })
    await writeActivityEvent(db, { type: 'profile_updated', signup: id, ipHash, payload: { fields } })
    const after: Signup = { ...before, ...change }
    await updateStatus(db, after, ipHash)
    await recordCrmChanges(db, before, after)
    return undefined
  })
}

/** Returns a digest of a group's answers, with which `editSignup` detects changes since the form was rendered. */
export function digestOf(signup: Signup, group: EditedGroup): string {
  const values = answersOfGroup(group).map((field) => signup[field])
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}

/** Locks and returns a signup. Throws 409 if the signup was deleted or merged. */
export async function lockUndeletedSignup(db: Db, id: number): Promise<Signup> {
  const signup = await db
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!signup) throw new HttpError(409, 'Your signup has changed in the meantime. Go back and try again.')
  return signup
}

type SignupValue = string | number | null | readonly string[]

export function isSameAnswer(a: SignupValue, b: SignupValue | undefined): boolean {
  return toComparable(a) === toComparable(b)
}

/** Sorts choices, because their order does not matter. */
function toComparable(value: SignupValue | undefined): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))
}
