import { foldEmail } from '@alumni/shared/email-address'
import { sql } from 'kysely'
import type { InviteRequest } from '@alumni/shared/staff/users'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { audit } from './audit.ts'
import { holdUser } from './hold-user.ts'
import { voidResetLinks } from './password-resets.ts'
import type { StaffUser } from './staff-user.ts'

/** An account for somebody, and a letter with a link to choose a password. Returns its id. 409: the address has one. */
export async function invite(em: EntityManager, { name, email, role }: InviteRequest, by: StaffUser): Promise<number> {
  return em.transactional(async (em) => {
    const created = await em
      .getKysely()
      .insertInto('staff_users')
      .values({ email: foldEmail(email), name, role, invited_at: sql<string>`now()` })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) throw hasAccount()
    await audit(em, by, 'user.invited', `staff-users/${created.id}`, { email: foldEmail(email), name, role })
    await askForLetter(em, 'staff-invitation', { user: created.id, by: by.id })
    return created.id
  })
}

/** Another letter; the link of the one before ends. 409: they have signed in already, or were deactivated. */
export async function inviteAgain(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    const user = await holdInvited(em, id)
    await voidResetLinks(em, user)
    await em
      .getKysely()
      .updateTable('staff_users')
      .set({ invited_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(em, by, 'user.invited-again', `staff-users/${id}`)
    await askForLetter(em, 'staff-invitation', { user: id, by: by.id })
  })
}

/** The account goes, and with it every link to it. 409 as above. */
export async function takeBackInvitation(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    const { email, name, role } = await holdInvited(em, id)
    const db = em.getKysely()
    await db.deleteFrom('password_resets').where('user_id', '=', id).execute()
    await db.deleteFrom('staff_users').where('id', '=', id).execute()
    await audit(em, by, 'user.invitation-taken-back', `staff-users/${id}`, { email, name, role })
  })
}

async function holdInvited(em: EntityManager, id: number) {
  const user = await holdUser(em, id)
  if (user.password_hash || user.google_uid || user.last_signed_in_at)
    throw new HttpError(409, `${user.name} has accepted the invitation already.`)
  if (!user.is_active) throw new HttpError(409, `${user.name} is deactivated. Reactivate the account first.`)
  return user
}

function hasAccount(): HttpError {
  const sentence = 'There is an account with this address already.'
  return new HttpError(409, sentence, { fields: { email: sentence } })
}
