import { is, isNotNull } from '../../foundations/database/rows.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { greetedName } from '../record/signup-of-letter.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { isTaken, openChange, writeChangeLink } from './change-email.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'email-change': { change: number }
    'email-change-asked': { change: number }
    'email-changed': { change: number }
    'signup-deleted': { signup: number }
  }
}

/** The letters about a signup's own data, written when they are sent: a confirmation link is nowhere else. */
export const profileLetters: {
  'email-change': Composer<'email-change'>
  'email-change-asked': Composer<'email-change-asked'>
  'email-changed': Composer<'email-changed'>
  'signup-deleted': Composer<'signup-deleted'>
} = {
  /** To the new address. Who has a signup of their own there learns that, and no one else does. */
  async 'email-change'(db, config, about) {
    const change = await openChange(db, about.change)
    if (!change) return null
    const { new_email: to } = change
    const site = siteName(config)
    if (await isTaken(db, to, change.signup_id))
      return message(config, to, `You have already signed up for ${site}`, {
        heading: 'You have already signed up with this address',
        paragraphs: [
          `Someone, probably you, wanted to use this address to sign in to ${site}. It already has a signup of its own, so nothing has changed.`,
          'Sign in with this address to use it. If you did not ask for this, ignore this e-mail.',
        ],
        button: { label: 'Sign in', url: `${config.CHAMPIONS_URL}/sign-in` },
      })
    return message(config, to, `Confirm your e-mail address for ${site}`, {
      heading: 'Confirm your e-mail address',
      paragraphs: [
        `Someone, probably you, wants to use this address to sign in to ${site}.`,
        'Once you have confirmed it, sign in with this address. The link works once, within 24 hours.',
        'If you did not ask for this, ignore this e-mail. Nothing will change.',
      ],
      button: { label: 'Confirm this address', url: await writeChangeLink(db, config, change.id) },
    })
  },
  async 'email-change-asked'(db, config, about) {
    const change = await openChange(db, about.change)
    if (!change) return null
    return message(config, change.old_email, `A request to change your e-mail address for ${siteName(config)}`, {
      heading: 'Your e-mail address is about to change',
      paragraphs: [
        `Someone, probably you, wants to use ${change.new_email} to sign in to ${siteName(config)}. We have sent a link to that address. Until the new address is confirmed, you keep using this one.`,
        `If this was not you, cancel the change on your profile and write to ${config.institution.support_email}.`,
      ],
      button: { label: 'Go to your profile', url: `${config.CHAMPIONS_URL}/profile/email` },
    })
  },
  async 'email-changed'(db, config, about) {
    const change = await db.find('email_changes', ['old_email', 'new_email'], { id: about.change })
    if (!change) return null
    return message(config, change.old_email, `Your e-mail address for ${siteName(config)} was changed`, {
      heading: 'Your e-mail address was changed',
      paragraphs: [
        `You sign in to ${siteName(config)} with ${change.new_email} from now on. We will not send e-mail to this address again.`,
        `If this was not you, write to ${config.institution.support_email} right away.`,
      ],
    })
  },
  async 'signup-deleted'(db, config, about) {
    const signup = await deletedSignup(db, about.signup)
    if (!signup) return null
    return message(config, signup.email, `Your signup for ${siteName(config)} is deleted`, {
      heading: 'Your signup is deleted',
      paragraphs: [
        `Hello${greetedName(signup.first_name)},`,
        `Your signup for ${siteName(config)} is deleted. You are signed out everywhere, and your places at events are free for others.`,
        'Thank you for all you have done.',
        'We will erase your details after 30 days. If this was a mistake, write to us before then and we will restore your signup.',
        `If this was not you, write to ${config.institution.support_email} right away.`,
      ],
    })
  },
}

function deletedSignup(db: Db, id: number) {
  return db.find('champion_signups', ['email', 'first_name'], { id, deleted_at: isNotNull, email: is('!=', '') })
}

type Content = { heading: string; paragraphs: string[]; button?: { label: string; url: string } }

function message({ institution }: Config, to: string, subject: string, content: Content): Message {
  return { to, subject, ...letter({ institution, ...content }) }
}

function siteName({ institution }: Config): string {
  return `${institution.short_name} alumni champions`
}
