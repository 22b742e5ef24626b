import { defineEntity, p } from '@mikro-orm/core'

/** A sign-in whose password, or Google, was right, and whose second factor is still to come. */
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

/** Someone who has consented in a browser’s session, on the way to the desktop app that asked. */
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

/** The secret that an authenticator app shares; it counts from `confirmed_at` on. */
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

/** Administrators' decisions about accounts, in one row. */
export const StaffPolicy = defineEntity({
  name: 'StaffPolicy',
  tableName: 'staff_policy',
  properties: { id: p.integer().primary().default(1), admins_need_second_factor: p.boolean().default(false) },
})
