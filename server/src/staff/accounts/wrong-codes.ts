import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'

// Only callers who know the password or have a session are counted, so strangers cannot lock anyone out.
const maxAttempts = 10
const windowMinutes = 60

/** Call this before checking, so that concurrent attempts count. Throws HttpError 429 after ten attempts in an hour. */
export async function countAttempt(db: Db, userId: number): Promise<void> {
  const isWindowOver = sql<boolean>`coalesce(wrong_codes_since, '-infinity') < now() - ${windowMinutes} * interval '1 minute'`
  const counted = await db
    .updateTable('staff_users')
    .set({
      wrong_codes: sql<number>`case when ${isWindowOver} then 1 else wrong_codes + 1 end`,
      wrong_codes_since: sql<string>`case when ${isWindowOver} then now() else wrong_codes_since end`,
    })
    .where('id', '=', userId)
    .where((user) => user.or([isWindowOver, user('wrong_codes', '<', maxAttempts)]))
    .returning('wrong_codes')
    .executeTakeFirst()
  if (counted?.wrong_codes === maxAttempts) await enqueueLetter(db, 'wrong-codes', { user: userId })
  if (counted) return
  const wait = sql<number>`extract(epoch from wrong_codes_since - now()) + ${windowMinutes * 60}`
  const { seconds } = await db.get('staff_users', [sql<number>`greatest(1, ceil(${wait}))::int`.as('seconds')], {
    id: userId,
  })
  throw new HttpError(429, 'Too many wrong attempts. Wait an hour, or use a passkey.', {
    body: { retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}

export async function resetAttempts(db: Db, userId: number): Promise<void> {
  await db.update('staff_users', { id: userId }, { wrong_codes: 0 })
}
