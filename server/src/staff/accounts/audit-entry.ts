import { defineEntity, p } from '@mikro-orm/core'
import { StaffUser } from './staff-user.ts'

/** Who did what to which thing, written in the transaction of that action. `subject` reads like `contacts/12`. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    at: p.datetime().defaultRaw('now()'),
    staff_user: () => p.manyToOne(StaffUser).fieldName('staff_user_id').nullable(),
    /** The name at that time. */
    who: p.text().default('The service'),
    address: p.text().nullable(),
    action: p.text(),
    subject: p.text(),
    detail: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    /** What a search looks through; the database makes it. */
    words: p.string().columnType('tsvector').nullable().generated('stored'),
  },
})
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
