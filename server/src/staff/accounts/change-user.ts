import { sql } from 'kysely'
import type { ChangeUserRequest } from '@alumni/shared/staff/users'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit } from './audit.ts'
import { lockUser } from './lock-user.ts'
import { voidResetLinks } from './password-resets.ts'
import { closeAllSessions } from './sessions.ts'
import { StaffUser } from './staff-user.ts'

const lastAdmin = 'This is the last active administrator. Make someone else an administrator first.'

/** Throws HttpError 409 for an outdated `version`, the last administrator, or oneself without `confirm_self`. */
export async function changeUser(
  db: Db,
  id: number,
  { version, role, is_active, confirm_self }: ChangeUserRequest,
  actor: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const admins = await lockAdmins(db)
    const user = await lockUser(db, id)
    const after = { role: role ?? user.role, is_active: is_active ?? user.is_active }
    if (isActiveAdmin(user) && !isActiveAdmin(after) && admins.every((admin) => admin === id))
      throw new HttpError(409, lastAdmin)
    if (version === undefined) throw new HttpError(400, 'Send the version of the account that you have seen.')
    if (user.version !== version) throw new HttpError(409, await describeFirstChange(db, user))
    const hasChanged = after.role !== user.role || after.is_active !== user.is_active
    if (!hasChanged) return
    if (id === actor.id && !confirm_self)
      throw new HttpError(409, 'This is your own account. Confirm that you want to change it.')
    await db.update('staff_users', { id }, { ...after, version: version + 1, updated_at: sql<string>`now()` })
    await recordChange(db, user, after, actor)
    if (user.is_active && !after.is_active) {
      await closeAllSessions(db, user)
      await voidResetLinks(db, user)
    }
  })
}

type Access = Pick<StaffUser, 'role' | 'is_active'>

function isActiveAdmin({ role, is_active }: Access): boolean {
  return role === 'admin' && is_active
}

async function recordChange(db: Db, before: Access & { id: number }, after: Access, actor: StaffUser): Promise<void> {
  const subject = `staff-users/${before.id}`
  if (after.role !== before.role)
    await audit(db, actor, 'user.role-changed', subject, { before: before.role, after: after.role })
  if (after.is_active !== before.is_active)
    await audit(db, actor, after.is_active ? 'user.reactivated' : 'user.deactivated', subject, {
      before: before.is_active,
      after: after.is_active,
    })
}

export async function closeUserSessions(db: Db, id: number, actor: StaffUser): Promise<number> {
  return transact(db, async (db) => {
    const user = await lockUser(db, id)
    const sessions = await closeAllSessions(db, user)
    await audit(db, actor, 'user.sessions-ended', `staff-users/${id}`, { sessions })
    return sessions
  })
}

export async function changePolicy(db: Db, admins_need_second_factor: boolean, actor: StaffUser) {
  await transact(db, async (db) => {
    const before = await db.get('staff_policy', ['admins_need_second_factor'], {}, { lock: true })
    if (before.admins_need_second_factor === admins_need_second_factor) return
    await db.update('staff_policy', {}, { admins_need_second_factor })
    await audit(db, actor, 'staff-policy.changed', 'staff-policy', { before, after: { admins_need_second_factor } })
  })
}

/** Locks the active administrators, so that concurrent removals count the remaining ones correctly. */
async function lockAdmins(db: Db): Promise<number[]> {
  const admins = await db.findAll('staff_users', ['id'], { role: 'admin', is_active: true }, { by: 'id', lock: true })
  return admins.map(({ id }) => id)
}

async function describeFirstChange(db: Db, { id, name }: { id: number; name: string }): Promise<string> {
  const last = await db
    .selectFrom('audit_entries as a')
    .innerJoin('staff_users as s', 's.id', 'a.staff_user_id')
    .select('s.name')
    .where('a.subject', '=', `staff-users/${id}`)
    .where('a.action', 'in', ['user.role-changed', 'user.deactivated', 'user.reactivated'])
    .orderBy('a.id', 'desc')
    .executeTakeFirst()
  return `${last?.name ?? 'Someone else'} has just changed the account of ${name}. Check it and try again.`
}
