import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { backupCodeCount } from '@alumni/shared/staff/second-factor'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'

// Excludes characters that look alike: 0 and o, 1, i and l.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the user's backup codes with ten new ones and returns them. Only their keyed hashes are stored. */
export async function createBackupCodes(db: Db, config: Config, userId: number): Promise<string[]> {
  const codes = Array.from({ length: backupCodeCount }, createCode)
  await db.remove('staff_backup_codes', { user_id: userId })
  await db.insert(
    'staff_backup_codes',
    codes.map((code) => ({ user_id: userId, code_hash: hashToken(config, purpose, normalizeCode(userId, code)) })),
  )
  return codes
}

/** Marks a backup code as used, ignoring spaces, dashes and case. Returns false if it is wrong or already used. */
export async function consumeBackupCode(db: Db, config: Config, userId: number, code: string): Promise<boolean> {
  const code_hash = hashTokenWithAllSecrets(config, purpose, normalizeCode(userId, code))
  const unused = { user_id: userId, code_hash, used_at: null }
  return (await db.update('staff_backup_codes', unused, { used_at: sql<string>`now()` })) > 0
}

function createCode(): string {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${part()}-${part()}`
}

const purpose = 'backup code'

function normalizeCode(userId: number, code: string): string {
  return `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`
}
