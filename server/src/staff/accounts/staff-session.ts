import { defineEntity, p } from '@mikro-orm/core'
import { StaffUser } from './staff-user.ts'

/** A sign-in of one device. Only the token's keyed hash is stored. */
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
