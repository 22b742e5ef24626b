import { defineEntity, p } from '@mikro-orm/core'
import { roles } from '@alumni/shared/staff/accounts'

/** A user of the internal site. `email` is folded; `password_hash` is null until they choose one. */
export const StaffUserSchema = defineEntity({
  name: 'StaffUser',
  tableName: 'staff_users',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    email: p.text().unique(),
    name: p.text(),
    job_title: p.text().default(''),
    role: p.enum(roles),
    password_hash: p.text().nullable().hidden(),
    google_uid: p.text().unique().nullable().hidden(),
    is_active: p.boolean().default(true),
    version: p.integer().default(1),
    invited_at: p.datetime().nullable(),
    last_signed_in_at: p.datetime().nullable(),
    wrong_codes: p.integer().default(0).hidden(),
    wrong_codes_since: p.datetime().nullable().hidden(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
})
export class StaffUser extends StaffUserSchema.class {}
StaffUserSchema.setClass(StaffUser)

/** A session on one device. Only the token's keyed hash is stored. */
export const StaffSessionSchema = defineEntity({
  name: 'StaffSession',
  tableName: 'staff_sessions',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    token_hash: p.text().unique().hidden(),
    user: () => p.manyToOne(StaffUser).fieldName('user_id'),
    browser: p.text().default('A browser'),
    created_at: p.datetime().defaultRaw('now()'),
    used_at: p.datetime().defaultRaw('now()'),
    proven_at: p.datetime().defaultRaw('now()'),
    challenge: p.text().nullable().hidden(),
  },
})
export class StaffSession extends StaffSessionSchema.class {}
StaffSessionSchema.setClass(StaffSession)

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

/** An action of a user, recorded in its transaction. `subject` has the form `contacts/12`. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    at: p.datetime().defaultRaw('now()'),
    staff_user: () => p.manyToOne(StaffUser).fieldName('staff_user_id').nullable(),
    /** The user's name at that time. */
    who: p.text().default('The service'),
    address: p.text().nullable(),
    action: p.text(),
    subject: p.text(),
    detail: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    /** The searchable words, which the database generates. */
    words: p.string().columnType('tsvector').nullable().generated('stored'),
  },
})
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
