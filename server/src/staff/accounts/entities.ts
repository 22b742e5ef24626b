import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'

/** A sign-in that waits for the second factor. */
export const StaffPendingSignIn = defineTable('staff_pending_sign_ins', {
  token_hash: p.text().primary().hidden(),
  user_id: p.bigint('number'),
  challenge: p.text().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  expires_at: p.datetime(),
})

/** A code that a browser session issued to the desktop app. */
export const StaffAppCode = defineTable('staff_app_codes', {
  code_hash: p.text().primary().hidden(),
  user_id: p.bigint('number'),
  session_id: p.bigint('number').nullable(),
  challenge: p.text(),
  expires_at: p.datetime(),
})

/** An authenticator app's secret, which is inactive until `confirmed_at` is set. */
export const StaffTotp = defineTable('staff_totp', {
  user_id: p.bigint('number').primary(),
  secret: p.text().hidden(),
  created_at: p.datetime().defaultRaw('now()'),
  confirmed_at: p.datetime().nullable(),
  last_step: p.bigint('number').default(0),
})

export const StaffPasskey = defineTable('staff_passkeys', {
  id: p.bigint('number').primary().autoincrement(),
  user_id: p.bigint('number'),
  credential_id: p.text().unique(),
  public_key: p.text(),
  counter: p.bigint('number'),
  transports: p.json<string[]>().defaultRaw("'[]'"),
  name: p.text(),
  created_at: p.datetime().defaultRaw('now()'),
  used_at: p.datetime().nullable(),
})

export const StaffBackupCode = defineTable('staff_backup_codes', {
  id: p.bigint('number').primary().autoincrement(),
  user_id: p.bigint('number'),
  code_hash: p.text().unique().hidden(),
  used_at: p.datetime().nullable(),
})

export const StaffPolicy = defineTable('staff_policy', {
  id: p.integer().primary().default(1),
  admins_need_second_factor: p.boolean().default(false),
})
