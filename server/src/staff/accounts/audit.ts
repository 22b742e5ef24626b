import type { Db } from '../../foundations/database/db.ts'
import { getRequestAddress } from '../../foundations/http/request.ts'
import { AuditEntry, type StaffUser } from './staff-user.ts'

/** Adds an entry and returns its id. `db` must be the action's transaction; `subject` is a path (`staff-users/12`). */
export async function audit(
  db: Db,
  actor: StaffUser | null,
  action: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<number> {
  const [id] = await auditEach(db, actor, action, [{ subject, detail }])
  return id!
}

/** A null `actor` is the service itself. */
export async function auditEach(
  db: Db,
  actor: StaffUser | null,
  action: string,
  entries: readonly { subject: string; detail: Record<string, unknown> }[],
): Promise<number[]> {
  if (entries.length === 0) return []
  return db.entities.insertMany(
    AuditEntry,
    entries.map(({ subject, detail }) => ({
      staff_user: actor,
      who: actor?.name ?? 'The service',
      address: getRequestAddress(),
      action,
      subject,
      // Clones `detail`, because the entity manager replaces undefined members with null.
      detail: structuredClone(detail),
    })),
  )
}
