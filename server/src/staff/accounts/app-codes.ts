import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { newToken, tokenHash } from '../../foundations/http/tokens.ts'
import { StaffUser } from './staff-user.ts'

const lifetimeSeconds = 2 * 60

/** A code with which the desktop app that made `challenge` can sign this person in, once. */
export async function openAppCode(db: Db, config: Config, userId: number, challenge: string): Promise<string> {
  const code = newToken()
  await db
    .deleteFrom('staff_app_codes')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .insertInto('staff_app_codes')
    .values({
      code_hash: hashOf(config, code),
      user_id: userId,
      challenge,
      expires_at: sql<string>`now() + ${lifetimeSeconds} * interval '1 second'`,
    })
    .execute()
  return code
}

/** Whose sign-in it is. The code is over after this, whether or not the verifier is the right one: somebody else has it then. */
export async function consumeAppCode(
  db: Db,
  config: Config,
  { code, verifier }: { code: string; verifier: string },
): Promise<StaffUser | null> {
  const open = await db
    .selectFrom('staff_app_codes')
    .select('user_id')
    .where('code_hash', '=', hashOf(config, code))
    .executeTakeFirst()
  // Read before the code is taken: a change that ends it, or comes later, is noticed.
  const user = open ? await db.entities.findOne(StaffUser, { id: open.user_id, is_active: true }) : null
  const taken = await db
    .deleteFrom('staff_app_codes')
    .where('code_hash', '=', hashOf(config, code))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return taken && isVerifierOf(taken.challenge, verifier) ? user : null
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  const made = createHash('sha256').update(verifier).digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

function hashOf(config: Config, code: string): string {
  return tokenHash(config, 'app code', code)
}
