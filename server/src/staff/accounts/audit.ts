import type { Db } from '../../foundations/database/db.ts'
import { getRequestAddress } from '../../foundations/http/request.ts'
import { AuditEntry, type StaffUser } from './staff-user.ts'

/**
 * Records who did what to which thing; call it in the transaction of that action. `subject` reads like
 * `staff-users/12`. Answers the entry's id.
 */
export async function audit(
  db: Db,
  who: StaffUser | null,
  action: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<number> {
  const [id] = await auditEach(db, who, action, [{ subject, detail }])
  return id!
}

/** The same for each of many things, in one statement. */
export async function auditEach(
  db: Db,
  who: StaffUser | null,
  action: string,
  entries: readonly { subject: string; detail: Record<string, unknown> }[],
): Promise<number[]> {
  if (entries.length === 0) return []
  return db.entities.insertMany(
    AuditEntry,
    entries.map(({ subject, detail }) => ({
      staff_user: who,
      who: who?.name ?? 'The service',
      address: getRequestAddress(),
      action,
      subject,
      // The entity manager writes null over what is undefined in it.
      detail: structuredClone(detail),
    })),
  )
}
