import { defineEntity, p } from '@mikro-orm/core'

/** A sign-in that waits for the second factor. */
export const StaffPendingSignIn = defineEntity({
  name: 'StaffPendingSignIn',
  tableName: 'staff_pending_sign_ins',
  properties: {
    token_hash: p.text().primary().hidden(),
    user_id: p.bigint('number'),
    challenge: p.text().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime(),
  },
})

/** A code that a browser session issued to the desktop app. */
export const StaffAppCode = defineEntity({
  name: 'StaffAppCode',
  tableName: 'staff_app_codes',
  properties: {
    code_hash: p.text().primary().hidden(),
    user_id: p.bigint('number'),
    session_id: p.bigint('number').nullable(),
    challenge: p.text(),
    expires_at: p.datetime(),
  },
})

/** An authenticator app's secret, which is inactive until `confirmed_at` is set. */
export const StaffTotp = defineEntity({
  name: 'StaffTotp',
  tableName: 'staff_totp',
  properties: {
    user_id: p.bigint('number').primary(),
    secret: p.text().hidden(),
    created_at: p.datetime().defaultRaw('now()'),
    confirmed_at: p.datetime().nullable(),
    last_step: p.bigint('number').default(0),
  },
})

export const StaffPasskey = defineEntity({
  name: 'StaffPasskey',
  tableName: 'staff_passkeys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user_id: p.bigint('number'),
    credential_id: p.text().unique(),
    public_key: p.text(),
    counter: p.bigint('number'),
    transports: p.json<string[]>().defaultRaw("'[]'"),
    name: p.text(),
    created_at: p.datetime().defaultRaw('now()'),
    used_at: p.datetime().nullable(),
  },
})

export const StaffBackupCode = defineEntity({
  name: 'StaffBackupCode',
  tableName: 'staff_backup_codes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user_id: p.bigint('number'),
    code_hash: p.text().unique().hidden(),
    used_at: p.datetime().nullable(),
  },
})

export const StaffPolicy = defineEntity({
  name: 'StaffPolicy',
  tableName: 'staff_policy',
  properties: { id: p.integer().primary().default(1), admins_need_second_factor: p.boolean().default(false) },
})
