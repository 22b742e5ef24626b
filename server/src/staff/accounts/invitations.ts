import { foldEmail } from '@alumni/shared/email-address'
import type { InviteRequest } from '@alumni/shared/staff/users'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit } from './audit.ts'
import { StaffUser } from './staff-user.ts'
import { lockUser } from './lock-user.ts'
import { createResetLink, isInvited, voidResetLinks } from './password-resets.ts'

/** Creates an account, sends an invitation and returns the id. Throws HttpError 409 if the address has an account. */
export async function invite(db: Db, { name, email, role }: InviteRequest, actor: StaffUser): Promise<number> {
  return transact(db, async (db) => {
    const created = await db
      .insertInto('staff_users')
      .values({ email: foldEmail(email), name, role, invited_at: sql<string>`now()` })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    const message = 'An account with this address already exists.'
    if (!created) throw new HttpError(409, message, { fields: { email: message } })
    await audit(db, actor, 'user.invited', `staff-users/${created.id}`, { email: foldEmail(email), name, role })
    await enqueueLetter(db, 'staff-invitation', { user: created.id, by: actor.id })
    return created.id
  })
}

/** Sends a new link and voids the old one. Throws HttpError 409 if the user has already signed in or is deactivated. */
export async function inviteAgain(db: Db, id: number, actor: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const user = await lockInvited(db, id)
    await voidResetLinks(db, user)
    await db.update('staff_users', { id }, { invited_at: sql<string>`now()` })
    await audit(db, actor, 'user.invited-again', `staff-users/${id}`)
    await enqueueLetter(db, 'staff-invitation', { user: id, by: actor.id })
  })
}

/** Deletes the account of a user who has not signed in. Throws HttpError 409 in the same cases as `inviteAgain`. */
export async function takeBackInvitation(db: Db, id: number, actor: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const { email, name, role } = await lockInvited(db, id)
    await db.remove('password_resets', { user_id: id })
    await db.remove('staff_users', { id })
    await audit(db, actor, 'user.invitation-taken-back', `staff-users/${id}`, { email, name, role })
  })
}

async function lockInvited(db: Db, id: number) {
  const user = await lockUser(db, id)
  if (!isInvited(user)) throw new HttpError(409, `${user.name} has already accepted the invitation.`)
  if (!user.is_active) throw new HttpError(409, `${user.name} is deactivated. Reactivate the account first.`)
  return user
}

/** Creates an active administrator or promotes an existing user, who can choose a password through `link`. */
export async function createAdmin(
  db: Db,
  config: Config,
  address: string,
  name?: string,
): Promise<{ link: string; isNew: boolean }> {
  const email = foldEmail(address)
  return transact(db, async (tx) => {
    const existing = await tx.entities.findOne(StaffUser, { email })
    const user =
      existing ??
      tx.entities.create(StaffUser, { email, name: name || email.split('@')[0]!, role: 'admin', password_hash: null })
    if (existing) Object.assign(existing, { role: 'admin', is_active: true, ...(name ? { name } : {}) })
    await tx.entities.persist(user).flush()
    await audit(tx, null, existing ? 'made administrator' : 'user created', `staff-users/${user.id}`, {
      by: 'create-admin',
      role: 'admin',
    })
    return { link: await createResetLink(tx, config, user), isNew: !existing }
  })
}
