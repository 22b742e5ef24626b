import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { createResetLink, invitationMs } from './password-resets.ts'
import { StaffUser } from './staff-user.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    /** `user` is null where the address that a person typed belongs to no one. */
    'password-reset': { user: number | null }
    'password-changed': { user: number; is_first?: boolean }
    'staff-invitation': { user: number; by: number }
    'second-factor-changed': { user: number; what: string }
    'wrong-codes': { user: number }
  }
}

/** The letters to staff, written when they are sent: the one-time link is nowhere else. */
export const staffLetters: {
  'password-reset': Composer<'password-reset'>
  'password-changed': Composer<'password-changed'>
  'staff-invitation': Composer<'staff-invitation'>
  'second-factor-changed': Composer<'second-factor-changed'>
  'wrong-codes': Composer<'wrong-codes'>
} = {
  async 'password-reset'(db, config, about, letter) {
    if (await areThreeBefore(db, letter)) return null
    const user = await activeUser(db, about.user)
    return user && resetLetter(user, await createResetLink(db, config, user), config)
  },
  async 'password-changed'(db, config, about) {
    const user = await activeUser(db, about.user)
    return user && (about.is_first ? firstPasswordLetter(user, config) : passwordChangedLetter(user, config))
  },
  async 'staff-invitation'(db, config, about) {
    const user = await activeUser(db, about.user)
    if (!user || user.password_hash || user.google_uid) return null
    const by = await db.entities.findOne(StaffUser, { id: about.by })
    return invitationLetter(user, by, await createResetLink(db, config, user, invitationMs), config)
  },
  async 'second-factor-changed'(db, config, about) {
    const user = await activeUser(db, about.user)
    return user && secondFactorLetter(user, about.what, config)
  },
  async 'wrong-codes'(db, config, about) {
    const user = await activeUser(db, about.user)
    return user && wrongCodesLetter(user, config)
  },
}

/** Three of this kind were asked for the same person in the fifteen minutes before: no one fills a mailbox through us. */
async function areThreeBefore(db: Db, letter: number): Promise<boolean> {
  const { before } = await db
    .selectFrom('letters as letter')
    .innerJoin('letters as other', (join) =>
      join.onRef('other.kind', '=', 'letter.kind').onRef('other.about', '=', 'letter.about'),
    )
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('letter.id', '=', letter)
    .whereRef('other.id', '<', 'letter.id')
    .where('other.created_at', '>', sql<string>`letter.created_at - interval '15 minutes'`)
    .where('other.unneeded', '=', false)
    .executeTakeFirstOrThrow()
  return before >= 3
}

function activeUser(db: Db, id: number | null): Promise<StaffUser | null> {
  return db.entities.findOne(StaffUser, { id: id ?? 0, is_active: true })
}

function resetLetter(user: StaffUser, url: string, { institution }: Config): Message {
  const paragraphs = [
    `Hello ${user.name},`,
    'Someone, probably you, asked to choose a new password for your staff account.',
    'The link works once, within one hour. If you did not ask for it, ignore this e-mail. Nothing will change.',
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
    `Hello ${user.name},`,
    'The password of your staff account was just changed, and every device was signed out.',
    `If this was not you, write to ${institution.support_email} right away.`,
  ]
  return {
    to: user.email,
    subject: `Your ${institution.short_name} alumni relations password was changed`,
    ...letter({ institution, heading: 'Your password was changed', paragraphs }),
  }
}

function firstPasswordLetter(user: StaffUser, { institution, PUBLIC_URL }: Config): Message {
  const paragraphs = [
    `Hello ${user.name},`,
    `You have chosen your password. From now on you sign in with ${user.email}.`,
    `If this was not you, write to ${institution.support_email} right away.`,
  ]
  return {
    to: user.email,
    subject: `Your ${institution.short_name} alumni relations account is ready`,
    ...letter({
      institution,
      heading: 'Your account is ready',
      paragraphs,
      button: { label: 'Open alumni relations', url: PUBLIC_URL },
    }),
  }
}

function invitationLetter(user: StaffUser, by: StaffUser | null, url: string, { institution }: Config): Message {
  const paragraphs = [
    `Hello ${user.name},`,
    `${by?.name ?? 'An administrator'} invites you to alumni relations at ${institution.name}. Choose a password to get started. You will sign in with ${user.email}.`,
    'The link works once, within seven days. If you did not expect this invitation, ignore it.',
  ]
  return {
    to: user.email,
    subject: `You are invited to ${institution.short_name} alumni relations`,
    ...letter({ institution, heading: 'Welcome', paragraphs, button: { label: 'Choose your password', url } }),
  }
}

function secondFactorLetter(user: StaffUser, what: string, { institution }: Config): Message {
  const paragraphs = [
    `Hello ${user.name},`,
    `The second factor of your staff account was just changed: ${what}`,
    `If this was not you, change your password and write to ${institution.support_email} right away.`,
  ]
  return {
    to: user.email,
    subject: `The second factor of your ${institution.short_name} account was changed`,
    ...letter({ institution, heading: 'Your second factor was changed', paragraphs }),
  }
}

function wrongCodesLetter(user: StaffUser, { institution }: Config): Message {
  const paragraphs = [
    `Hello ${user.name},`,
    'Many wrong codes or passwords were entered for your staff account by someone who knows your password or uses a browser where you are signed in. No more codes are accepted for a while.',
    `If this was not you, choose a new password and write to ${institution.support_email} right away.`,
  ]
  return {
    to: user.email,
    subject: `Wrong codes were entered for your ${institution.short_name} account`,
    ...letter({ institution, heading: 'Was this you?', paragraphs }),
  }
}
