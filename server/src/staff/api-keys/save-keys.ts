import { sql } from 'kysely'
import type { IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit } from '../accounts/audit.ts'
import type { StaffUser } from '../accounts/staff-user.ts'
import { hashApiKey, newApiKey, prefixOf } from './key-format.ts'

/** A new key; its secret is in the answer and nowhere else. */
export async function issueApiKey(
  db: Db,
  { name, owner }: { name: string; owner?: string | undefined },
  by: StaffUser,
): Promise<IssuedApiKey> {
  const key = newApiKey()
  return transact(db, async (db) => {
    const { id } = await db
      .insertInto('api_keys')
      .values({ name, owner: owner || null, prefix: prefixOf(key), key_hash: hashApiKey(key), created_by_id: by.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, by, 'api-key.issued', `api-keys/${id}`, { name, owner: owner || null, prefix: prefixOf(key) })
    return { id, name, prefix: prefixOf(key), key }
  })
}

/**
 * A new secret for a key. The one before goes on for `overlapHours`; one that was still in an overlap ends now. 404,
 * 409: revoked.
 */
export async function rotateApiKey(db: Db, id: number, overlapHours: number, by: StaffUser): Promise<IssuedApiKey> {
  const key = newApiKey()
  return transact(db, async (db) => {
    const { name, prefix } = await lockActiveKey(db, id)
    await db
      .updateTable('api_keys')
      .set(({ ref }) => ({
        previous_prefix: ref('prefix'),
        previous_key_hash: ref('key_hash'),
        previous_until: sql<string>`now() + make_interval(hours => ${overlapHours})`,
        prefix: prefixOf(key),
        key_hash: hashApiKey(key),
        rotated_at: sql<string>`now()`,
      }))
      .where('id', '=', id)
      .execute()
    await audit(db, by, 'api-key.rotated', `api-keys/${id}`, {
      before: prefix,
      after: prefixOf(key),
      overlap_hours: overlapHours,
    })
    return { id, name, prefix: prefixOf(key), key }
  })
}

/** Ends a key for good. 404: there is none. 409: it was revoked before. */
export async function revokeApiKey(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const { name, prefix } = await lockActiveKey(db, id)
    await db
      .updateTable('api_keys')
      .set({ revoked_at: sql<string>`now()`, revoked_by_id: by.id, previous_until: null })
      .where('id', '=', id)
      .execute()
    await audit(db, by, 'api-key.revoked', `api-keys/${id}`, { name, prefix })
  })
}

async function lockActiveKey(db: Db, id: number): Promise<{ name: string; prefix: string }> {
  const key = await db
    .selectFrom('api_keys')
    .select(['name', 'prefix', 'revoked_by_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw new HttpError(404, 'There is no such API key.')
  if (key.revoked_by_id === null) return key
  // Not joined to the key: a join is not looked at again after the wait for its row.
  const by = await db
    .selectFrom('staff_users')
    .select('name')
    .where('id', '=', key.revoked_by_id)
    .executeTakeFirstOrThrow()
  throw new HttpError(409, `${by.name} has already revoked this key.`)
}
