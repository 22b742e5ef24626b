import type { Config } from '../config.ts'
import { letter } from '../mail/letter.ts'
import type { Message } from '../mail/mailer.ts'
import type { StaffUser } from './staff-user.ts'

export function resetLetter(user: StaffUser, url: string, { institution }: Config): Message {
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

export function passwordChangedLetter(user: StaffUser, { institution }: Config): Message {
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
