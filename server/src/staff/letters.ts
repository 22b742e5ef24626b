import type { Config } from '../config.ts'
import type { EntityManager } from '../database/orm.ts'
import { letter } from '../mail/letter.ts'
import type { Composer } from '../mail/letters.ts'
import type { Message } from '../mail/mailer.ts'
import { createResetLink } from './password-resets.ts'
import { StaffUser } from './staff-user.ts'

declare module '../mail/letters.ts' {
  interface Letters {
    /** `user` is null where the address that somebody typed belongs to nobody. */
    'password-reset': { user: number | null }
    'password-changed': { user: number }
  }
}

/** The letters to staff, written when they are sent: the one-time link is nowhere else. */
export const staffLetters: {
  'password-reset': Composer<'password-reset'>
  'password-changed': Composer<'password-changed'>
} = {
  async 'password-reset'(em, config, about) {
    const user = await activeUser(em, about.user)
    return user && resetLetter(user, await createResetLink(em, config, user), config)
  },
  async 'password-changed'(em, config, about) {
    const user = await activeUser(em, about.user)
    return user && passwordChangedLetter(user, config)
  },
}

function activeUser(em: EntityManager, id: number | null): Promise<StaffUser | null> {
  return em.findOne(StaffUser, { id: id ?? 0, is_active: true })
}

function resetLetter(user: StaffUser, url: string, { institution }: Config): Message {
  const paragraphs = [
    `Hello ${user.name}, someone, probably you, asked to choose a new password for your staff account.`,
    'The link works once and for one hour. If you did not ask for it, ignore this message: nothing changes.',
  ]
  const content = letter({
    institution,
    heading: 'Choose a new password',
    paragraphs,
    button: { label: 'Choose a password', url },
  })
  return { to: user.email, subject: `Choose a new password for ${institution.short_name} alumni relations`, ...content }
}

function passwordChangedLetter(user: StaffUser, { institution }: Config): Message {
  const paragraphs = [
    `Hello ${user.name}, the password of your staff account was changed just now, and every device was signed out.`,
    `If this was not you, write to ${institution.support_email} at once.`,
  ]
  return {
    to: user.email,
    subject: `Your ${institution.short_name} alumni relations password was changed`,
    ...letter({ institution, heading: 'Your password was changed', paragraphs }),
  }
}
