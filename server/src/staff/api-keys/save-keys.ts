import { sql, type RawBuilder } from 'kysely'
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
 * Replaces the secret of a key. The former one works for `overlapHours` more, and those before it until their own
 * overlaps end. A successor that was never used is discarded: the one before it works on in its place. 404, 409: revoked.
 */
export async function rotateApiKey(db: Db, id: number, overlapHours: number, by: StaffUser): Promise<IssuedApiKey> {
  const key = newApiKey()
  return transact(db, async (db) => {
    const { name, prefix, awaits_first_use } = await lockActiveKey(db, id)
    const ends_at = sql<string>`now() + make_interval(hours => ${overlapHours})`
    if (awaits_first_use) await extendPrevious(db, id, ends_at)
    else await startOverlap(db, id, ends_at)
    await db
      .updateTable('api_keys')
      .set({
        prefix: prefixOf(key),
        key_hash: hashApiKey(key),
        rotated_at: sql<string>`now()`,
        awaits_first_use: true,
      })
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

/** Makes the current secret the previous one, and keeps the one that was previous until then for its overlap. */
async function startOverlap(db: Db, id: number, ends_at: RawBuilder<string>): Promise<void> {
  await db
    .deleteFrom('api_key_overlaps')
    .where('ends_at', '<=', sql<string>`now()`)
    .execute()
  await sql`
    insert into api_key_overlaps (key_hash, api_key_id, prefix, ends_at)
    select previous_key_hash, id, previous_prefix, previous_until from api_keys where id = ${id} and previous_until > now()
  `.execute(db)
  await db
    .updateTable('api_keys')
    .set(({ ref }) => ({
      previous_prefix: ref('prefix'),
      previous_key_hash: ref('key_hash'),
      previous_until: ends_at,
    }))
    .where('id', '=', id)
    .execute()
}

/** The previous secret, if it still works, is the one in use: it works at least until `ends_at`. */
async function extendPrevious(db: Db, id: number, ends_at: RawBuilder<string>): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ previous_until: sql<string>`greatest(previous_until, ${ends_at})` })
    .where('id', '=', id)
    .where('previous_until', '>', sql<string>`now()`)
    .execute()
}

/** Records that a successor is in use, unless it has been replaced meanwhile. */
export async function recordFirstUse(db: Db, { id, hash }: { id: number; hash: string }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ awaits_first_use: false })
    .where('id', '=', id)
    .where('key_hash', '=', hash)
    .execute()
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

async function lockActiveKey(db: Db, id: number): Promise<{ name: string; prefix: string; awaits_first_use: boolean }> {
  const key = await db
    .selectFrom('api_keys')
    .select(['name', 'prefix', 'awaits_first_use', 'revoked_by_id'])
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
