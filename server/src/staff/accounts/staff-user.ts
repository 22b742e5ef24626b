import { defineEntity, p } from '@mikro-orm/core'
import { roles } from '@alumni/shared/staff/accounts'

/** Someone who may sign in to the internal site. `email` is folded; `password_hash` is null until they choose one. */
export const StaffUserSchema = defineEntity({
  name: 'StaffUser',
  tableName: 'staff_users',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    email: p.text().unique(),
    name: p.text(),
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
