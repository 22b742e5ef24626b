import { sql, type RawBuilder } from 'kysely'
import type { IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare } from '../../foundations/database/rows.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit } from '../accounts/audit.ts'
import type { StaffUser } from '../accounts/staff-user.ts'
import { hashApiKey, createApiKey, prefixOf } from './key-format.ts'

/** Issues a key and returns it with its secret, which is not stored. */
export async function issueApiKey(
  db: Db,
  { name, owner }: { name: string; owner?: string | undefined },
  actor: StaffUser,
): Promise<IssuedApiKey> {
  const key = createApiKey()
  return transact(db, async (db) => {
    const detail = { name, owner: owner || null, prefix: prefixOf(key) }
    const id = await db.add('api_keys', { ...detail, key_hash: hashApiKey(key), created_by_id: actor.id })
    await audit(db, actor, 'api-key.issued', `api-keys/${id}`, detail)
    return { id, name, prefix: prefixOf(key), key }
  })
}

/** Replaces the secret. If the former secret was ever used, it works for another `overlapHours`. Throws 404 or 409. */
export async function rotateApiKey(db: Db, id: number, overlapHours: number, actor: StaffUser): Promise<IssuedApiKey> {
  const key = createApiKey()
  return transact(db, async (db) => {
    const { name, prefix, awaits_first_use } = await lockActiveKey(db, id)
    const ends_at = sql<string>`now() + make_interval(hours => ${overlapHours})`
    if (awaits_first_use) await extendPrevious(db, id, ends_at)
    else await startOverlap(db, id, ends_at)
    const replacement = { prefix: prefixOf(key), key_hash: hashApiKey(key), rotated_at: sql<string>`now()` }
    await db.update('api_keys', { id }, { ...replacement, awaits_first_use: true })
    await audit(db, actor, 'api-key.rotated', `api-keys/${id}`, {
      before: prefix,
      after: prefixOf(key),
      overlap_hours: overlapHours,
    })
    return { id, name, prefix: prefixOf(key), key }
  })
}

/** The current secret becomes the previous secret. The old previous secret moves to the overlaps if it still works. */
async function startOverlap(db: Db, id: number, ends_at: RawBuilder<string>): Promise<void> {
  await db.remove('api_key_overlaps', { ends_at: compare('<=', sql`now()`) })
  await sql`
    insert into api_key_overlaps (key_hash, api_key_id, prefix, ends_at)
    select previous_key_hash, id, previous_prefix, previous_until from api_keys where id = ${id} and previous_until > now()
  `.execute(db)
  const current = { previous_prefix: sql<string>`prefix`, previous_key_hash: sql<string>`key_hash` }
  await db.update('api_keys', { id }, { ...current, previous_until: ends_at })
}

/** Extends the previous secret's validity at least to `ends_at`, because the current secret was never used. */
async function extendPrevious(db: Db, id: number, ends_at: RawBuilder<string>): Promise<void> {
  const working = { id, previous_until: compare('>', sql`now()`) }
  await db.update('api_keys', working, { previous_until: sql<string>`greatest(previous_until, ${ends_at})` })
}

/** Records a key's use. The use of a former secret (`hash`) does not count as the first use of the current secret. */
export async function recordUse(db: Db, { id, hash }: { id: number; hash: string }): Promise<void> {
  const awaits_first_use = sql<boolean>`awaits_first_use and key_hash <> ${hash}`
  await db.update('api_keys', { id }, { last_used_at: sql<string>`now()`, awaits_first_use })
}

/** Revokes a key and all its secrets. Throws HttpError 404 if there is no such key, 409 if it is already revoked. */
export async function revokeApiKey(db: Db, id: number, actor: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const { name, prefix } = await lockActiveKey(db, id)
    await db.update(
      'api_keys',
      { id },
      { revoked_at: sql<string>`now()`, revoked_by_id: actor.id, previous_until: null },
    )
    await audit(db, actor, 'api-key.revoked', `api-keys/${id}`, { name, prefix })
  })
}

async function lockActiveKey(db: Db, id: number): Promise<{ name: string; prefix: string; awaits_first_use: boolean }> {
  const key = await db.get(
    'api_keys',
    ['name', 'prefix', 'awaits_first_use', 'revoked_by_id'],
    { id },
    { lock: true, notFound: 'There is no such API key.' },
  )
  if (key.revoked_by_id === null) return key
  // Queries the user separately, because PostgreSQL does not re-read a joined row after waiting for the lock.
  const revokedBy = await db.get('staff_users', ['name'], { id: key.revoked_by_id })
  throw new HttpError(409, `${revokedBy.name} has already revoked this key.`)
}
