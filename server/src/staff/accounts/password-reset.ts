import { defineEntity, p } from '@mikro-orm/core'
import { StaffUser } from './staff-user.ts'

/** A one-time link to choose a password, sent by e-mail or printed by `create-admin`. Only its keyed hash is stored. */
export const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    token_hash: p.text().unique().hidden(),
    user: () => p.manyToOne(StaffUser).fieldName('user_id'),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime(),
    used_at: p.datetime().nullable(),
  },
})
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset)
