import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SignupValue } from '@alumni/shared/champions/profile'
import { settleStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { tellCrm } from './tell-crm.ts'

/** The fields that a champion edits, by the page that they stand on. */
export const editedFields = {
  contact: ['first_name', 'last_name', 'former_last_name', 'phone'],
  location: ['country', 'street', 'city', 'state', 'zip_code', 'postal_code'],
  interests: ['help_roles', 'affinity_codes', 'degree_year', 'college_code'],
} as const satisfies Record<string, readonly (keyof Signup)[]>
export type EditPage = keyof typeof editedFields

type Edit = {
  page: EditPage
  /** The digest of what the form showed. */
  seen: string
  values: { [Field in (typeof editedFields)[EditPage][number]]?: SignupValue }
  ipHash: string
}

/**
 * Writes what a champion says of themselves. Answers undefined; or, where it was changed since the form was shown, the
 * signup as it is, and nothing is written.
 */
export async function editSignup(
  db: Db,
  { id }: Pick<Signup, 'id'>,
  { page, seen, values, ipHash }: Edit,
): Promise<Signup | undefined> {
  return transact(db, async (db) => {
    const before = await lockSignup(db, id)
    if (digestOf(before, page) !== seen) return before
    const fields = editedFields[page].filter((field) => !isSameAnswer(before[field], values[field]))
    if (fields.length === 0) return undefined
    const change = Object.fromEntries(fields.map((field) => [field, values[field]]))
    await db
      .updateTable('champion_signups')
      .set({ ...change, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await writeActivityEvent(db, { type: 'profile_updated', signup: id, ipHash, payload: { fields } })
    const after: Signup = { ...before, ...change }
    await settleStatus(db, after, ipHash)
    await tellCrm(db, before, after)
    return undefined
  })
}

/** Stands for the values of a page as a form shows them. */
export function digestOf(signup: Signup, page: EditPage): string {
  const values = editedFields[page].map((field) => signup[field])
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}

/** The signup, that no one else may change until this transaction is done. 409: it was deleted or merged meanwhile. */
export async function lockSignup(db: Db, id: number): Promise<Signup> {
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

/** Whether two answers say the same. */
export function isSameAnswer(one: SignupValue, other: SignupValue | undefined): boolean {
  return comparable(one) === comparable(other)
}

/** Ignores the order of choices in a list. */
function comparable(value: SignupValue | undefined): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))
}
