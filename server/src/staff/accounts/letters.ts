import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Letters } from '../../foundations/mail/letters.ts'
import { defineStaffLetter } from './letter-to-staff.ts'
import { createResetLink, invitationMs } from './password-resets.ts'
import { StaffUser } from './staff-user.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    /** `user` is null if no active user has the address. */
    'password-reset': { user: number | null }
    'password-changed': { user: number; is_first?: boolean }
    'staff-invitation': { user: number; by: number }
    'second-factor-changed': { user: number; what: string }
    'wrong-codes': { user: number }
  }
}

/** Letters are built when they are sent, because one-time links are not stored. */
export const staffLetters = {
  'password-reset': defineStaffLetter<Letters['password-reset']>(
    async ({ db, user, letter, institution, ...config }) => {
      if (await hasThreeRecentLetters(db, letter)) return null
      return {
        subject: `Choose a new password for ${institution.short_name} alumni relations`,
        heading: 'Choose a new password',
        paragraphs: [
          'Someone, probably you, asked to choose a new password for your staff account.',
          'The link works once, within one hour. If you did not ask for it, ignore this e-mail. Nothing will change.',
        ],
        button: { label: 'Choose a password', url: await createResetLink(db, { ...config, institution }, user) },
      }
    },
  ),
  'password-changed': defineStaffLetter<Letters['password-changed']>(
    ({ user, institution, PUBLIC_URL }, { is_first }) =>
      is_first
        ? {
            subject: `Your ${institution.short_name} alumni relations account is ready`,
            heading: 'Your account is ready',
            paragraphs: [
              `You have chosen your password. From now on you sign in with ${user.email}.`,
              `If this was not you, ${describeContact(institution)}`,
            ],
            button: { label: 'Open alumni relations', url: PUBLIC_URL },
          }
        : {
            subject: `Your ${institution.short_name} alumni relations password was changed`,
            heading: 'Your password was changed',
            paragraphs: [
              'The password of your staff account was just changed, and every device was signed out.',
              `If this was not you, ${describeContact(institution)}`,
            ],
          },
  ),
  'staff-invitation': defineStaffLetter<Letters['staff-invitation']>(
    async ({ db, user, institution, ...config }, data) => {
      if (user.password_hash || user.google_uid) return null
      const inviter = await db.entities.findOne(StaffUser, { id: data.by })
      return {
        subject: `You are invited to ${institution.short_name} alumni relations`,
        heading: 'Welcome',
        paragraphs: [
          `${inviter?.name ?? 'An administrator'} invites you to alumni relations at ${institution.name}. Choose a password to get started. You will sign in with ${user.email}.`,
          'The link works once, within seven days. If you did not expect this invitation, ignore it.',
        ],
        button: {
          label: 'Choose your password',
          url: await createResetLink(db, { ...config, institution }, user, invitationMs),
        },
      }
    },
  ),
  'second-factor-changed': defineStaffLetter<Letters['second-factor-changed']>(({ institution }, { what }) => ({
    subject: `The second factor of your ${institution.short_name} account was changed`,
    heading: 'Your second factor was changed',
    paragraphs: [
      `The second factor of your staff account was just changed: ${what}`,
      `If this was not you, change your password and ${describeContact(institution)}`,
    ],
  })),
  'wrong-codes': defineStaffLetter<Letters['wrong-codes']>(({ institution }) => ({
    subject: `Wrong codes were entered for your ${institution.short_name} account`,
    heading: 'Was this you?',
    paragraphs: [
      'Many wrong codes or passwords were entered for your staff account by someone who knows your password or uses a browser where you are signed in. No more codes are accepted for a while.',
      `If this was not you, choose a new password and ${describeContact(institution)}`,
    ],
  })),
}

const describeContact = ({ support_email }: Config['institution']) => `write to ${support_email} right away.`

/** Limits letters of a kind to three in fifteen minutes, so that no one can flood a mailbox. */
async function hasThreeRecentLetters(db: Db, letter: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('letters as letter')
    .innerJoin('letters as other', (join) =>
      join.onRef('other.kind', '=', 'letter.kind').onRef('other.about', '=', 'letter.about'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('letter.id', '=', letter)
    .whereRef('other.id', '<', 'letter.id')
    .where('other.created_at', '>', sql<string>`letter.created_at - interval '15 minutes'`)
    .where('other.unneeded', '=', false)
    .executeTakeFirstOrThrow()
  return count >= 3
}
