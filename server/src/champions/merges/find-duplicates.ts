import { sql } from 'kysely'
import { z } from 'zod'
import { type MergeKey } from '@alumni/shared/champions/merges'
import { duplicateReasons, type DuplicateReason } from '@alumni/shared/champions/merge-lists'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { nicknames, replacePairs } from '../../alumni/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'

const reasonNames = Object.keys(duplicateReasons) as DuplicateReason[]

/** Updates the stored pairs of likely duplicates. Readers must filter out later merges, deletions and dismissals. */
export async function findDuplicates(db: Db): Promise<void> {
  await transact(db, async (db) => {
    // Concurrent searches could deadlock while writing the same pairs.
    await sql`select pg_advisory_xact_lock(hashtext('find signup duplicates'))`.execute(db)
    await replacePairs(db, 'signup_duplicates', sql`signup_duplicate_pairs(null, ${nicknames}::jsonb)`)
    await sql`insert into signup_duplicate_searches (id, searched_at) values (1, now())
      on conflict (id) do update set searched_at = excluded.searched_at`.execute(db)
  })
}

const reasonRow = z.object({
  first_id: z.number(),
  second_id: z.number(),
  reason: z.enum(reasonNames as [DuplicateReason]),
})

/** Lists why pairs of these signups seem to belong to one person, strongest reason first. */
export async function listReasons(db: Db, ids: readonly number[]) {
  return selectRaw(db, reasonRow)`
      select first_id, second_id, reason
      from signup_duplicate_pairs(${ids}::bigint[], ${nicknames}::jsonb)
      order by weight desc, first_id, second_id`
}

/** Returns `buid` or `email` if either proves that the signups belong to one person, else `chosen`. */
export async function findMergeKey(db: Db, ids: readonly number[]): Promise<MergeKey> {
  const [strongest] = await listReasons(db, ids)
  return strongest?.reason === 'buid' || strongest?.reason === 'email' ? strongest.reason : 'chosen'
}
