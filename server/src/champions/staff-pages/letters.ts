import type { Config } from '../../foundations/process/config.ts'
import { greetedName } from '../record/signup-of-letter.ts'
import { survivorOf } from '../record/find-signup.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import { contactRefusalOf } from './contact-refusal.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'from-staff': { written: number }
  }
}

/** The letters about what staff do with a signup. */
export const championSignupLetters: {
  'from-staff': Composer<'from-staff'>
  'email-set-by-staff': Composer<'email-set-by-staff'>
  'signup-restored': Composer<'signup-restored'>
} = {
  /** A letter that the last release left in the outbox; null if the signup or the person's consent is gone. */
  async 'from-staff'(db, { institution, CHAMPIONS_URL }, { written: id }) {
    const written = await db
      .selectFrom('signup_letters as w')
      .innerJoin('staff_users as s', 's.id', 'w.staff_user_id')
      .innerJoin('champion_signups as c', (join) =>
        join.on(({ eb, ref }) => eb('c.id', '=', survivorOf(ref('w.signup_id')))),
      )
      .select(['w.subject', 'w.body', 'w.has_button', 'w.despite_wish', 's.name as by', 'c.email', 'c.buid'])
      .where('w.id', '=', id)
      .executeTakeFirst()
    if (!written) return null
    const { subject, body, by, email, has_button } = written
    const refusal = await contactRefusalOf(db, written.buid)
    if (refusal && !(refusal === 'do_not_email' && written.despite_wish)) return null
    const { name, support_email } = institution
    const content = letter({
      institution,
      heading: subject,
      paragraphs: body.split(/\n\s*\n/),
      ...(has_button && { button: { label: 'Open your profile', url: `${CHAMPIONS_URL}/profile` } }),
      closing: [`${by} wrote this e-mail for ${name}. To answer, reply to it or write to ${support_email}.`],
    })
    return { to: email, subject, ...content }
  },
  /** To the new address; the old one gets the letter that it gets when a champion changes it. */
  async 'email-set-by-staff'(db, config, { change: id }) {
    const change = await db.find('email_changes', ['old_email', 'new_email'], { id })
    if (!change) return null
    const site = siteName(config)
    const { institution } = config
    return {
      to: change.new_email,
      subject: `Your e-mail address for ${site} was changed`,
      ...letter({
        institution,
        heading: 'Sign in with this address from now on',
        paragraphs: [
          `${institution.name} has changed the e-mail address of your signup for ${site} from ${change.old_email} to this one. You are signed out everywhere. From now on, sign in with this address.`,
          `If you did not ask for this, write to ${institution.support_email}.`,
        ],
        button: { label: 'Sign in', url: `${config.CHAMPIONS_URL}/sign-in` },
      }),
    }
  },
  async 'signup-restored'(db, config, { signup: id }) {
    const signup = await db.find('champion_signups', ['email', 'first_name'], { id, deleted_at: null })
    if (!signup) return null
    const site = siteName(config)
    const { institution } = config
    return {
      to: signup.email,
      subject: `Your signup for ${site} has been restored`,
      ...letter({
        institution,
        heading: 'Your signup has been restored',
        paragraphs: [
          `Hello${greetedName(signup.first_name)},`,
          `We have restored your signup for ${site} with the details you gave us. Your places at events, offers to help and communities could not be restored.`,
          `If you did not want this, you can delete it again on your profile, or write to ${institution.support_email}.`,
        ],
        button: { label: 'Sign in', url: `${config.CHAMPIONS_URL}/sign-in` },
      }),
    }
  },
}

function siteName({ institution }: Config): string {
  return `${institution.short_name} alumni champions`
}
