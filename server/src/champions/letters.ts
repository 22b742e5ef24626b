import { sql } from 'kysely'
import type { Db } from '../foundations/database/db.ts'
import { compare, isNotNull } from '../foundations/database/rows.ts'
import { renderLetter } from '../foundations/mail/letter.ts'
import type { Composer } from '../foundations/mail/letters.ts'
import type { Message } from '../foundations/mail/mailer.ts'
import type { Config } from '../foundations/process/config.ts'
import { isTaken, findOpenChange, createChangeLink } from './profile/change-email.ts'
import { survivorOf } from './record/find-signup.ts'
import { greetedName } from './record/signup-of-letter.ts'
import { createSigninSecrets } from './sign-in/signin-requests.ts'
import { contactRefusalOf } from './staff-pages/contact-refusal.ts'

type LetterReferences = {
  'sign-in': { request: number }
  'signup-confirmation': { request: number }
  /** Someone signed up with an address that already has a signup. */
  'duplicate-signup': { request: number }
  'email-change': { change: number }
  'email-change-asked': { change: number }
  'email-changed': { change: number }
  'email-set-by-staff': { change: number }
  'signup-deleted': { signup: number }
  'signup-restored': { signup: number }
  'from-staff': { written: number }
}

declare module '../foundations/mail/letters.ts' {
  interface Letters extends LetterReferences {}
}

/** Rendered at the time of sending, because the links and codes in letters are not stored. */
export const championLetters: { [Kind in keyof LetterReferences]: Composer<Kind> } = {
  'sign-in': (db, config, { request }) =>
    renderSignin(db, config, request, {
      subject: `Your sign-in for ${siteName(config)}`,
      heading: 'Sign in',
      preview: 'Your link and code work for ten minutes.',
      opening: `Use this code or the link below to sign in to ${siteName(config)}.`,
      code: 'Enter this code where you asked for it',
      button: 'Sign in',
      closing: [
        'The code and the link each work once, within ten minutes.',
        'If you did not ask for this, you can ignore this e-mail. No one can sign in without it.',
      ],
    }),
  'signup-confirmation': (db, config, { request }) =>
    renderSignin(db, config, request, {
      ...signupTexts,
      subject: `Welcome to ${siteName(config)}`,
      heading: 'Thank you for signing up',
      opening: `You are now one of the ${siteName(config)}. Open your profile to see where you can help.`,
      button: 'Open your profile',
      closing: [
        validityText,
        'If this was not you, sign in and delete the signup, or write to us and we will delete it.',
      ],
    }),
  async 'duplicate-signup'(db, config, { request }) {
    if (await hasLetterSince(db, request)) return null
    return renderSignin(db, config, request, {
      ...signupTexts,
      subject: `You have already signed up for ${siteName(config)}`,
      heading: 'You have already signed up',
      opening: `Someone, probably you, filled out the signup form for ${siteName(config)} with this address. You had already signed up, so nothing has changed. You can sign in with this code or the link below.`,
      button: 'Sign in',
      closing: [
        validityText,
        'If you did not ask for this, you can ignore this e-mail. No one can sign in without it.',
      ],
    })
  },
  /** Sent to the new address, so that only its owner learns about an existing signup. */
  async 'email-change'(db, config, letter) {
    const change = await findOpenChange(db, letter.change)
    if (!change) return null
    const { new_email: to } = change
    const site = siteName(config)
    if (await isTaken(db, to, change.signup_id))
      return render(config, to, `You have already signed up for ${site}`, {
        heading: 'You have already signed up with this address',
        paragraphs: [
          `Someone, probably you, wanted to use this address to sign in to ${site}. It already has a signup of its own, so nothing has changed.`,
          'Sign in with this address to use it. If you did not ask for this, ignore this e-mail.',
        ],
        button: signInButton(config),
      })
    return render(config, to, `Confirm your e-mail address for ${site}`, {
      heading: 'Confirm your e-mail address',
      paragraphs: [
        `Someone, probably you, wants to use this address to sign in to ${site}.`,
        'Once you have confirmed it, sign in with this address. The link works once, within 24 hours.',
        'If you did not ask for this, ignore this e-mail. Nothing will change.',
      ],
      button: { label: 'Confirm this address', url: await createChangeLink(db, config, change.id) },
    })
  },
  async 'email-change-asked'(db, config, letter) {
    const change = await findOpenChange(db, letter.change)
    if (!change) return null
    return render(config, change.old_email, `A request to change your e-mail address for ${siteName(config)}`, {
      heading: 'Your e-mail address is about to change',
      paragraphs: [
        `Someone, probably you, wants to use ${change.new_email} to sign in to ${siteName(config)}. We have sent a link to that address. Until the new address is confirmed, you keep using this one.`,
        `If this was not you, cancel the change on your profile and write to ${config.institution.support_email}.`,
      ],
      button: { label: 'Go to your profile', url: `${config.CHAMPIONS_URL}/profile/email` },
    })
  },
  async 'email-changed'(db, config, letter) {
    const change = await db.find('email_changes', ['old_email', 'new_email'], { id: letter.change })
    if (!change) return null
    return render(config, change.old_email, `Your e-mail address for ${siteName(config)} was changed`, {
      heading: 'Your e-mail address was changed',
      paragraphs: [
        `You sign in to ${siteName(config)} with ${change.new_email} from now on. We will not send e-mail to this address again.`,
        `If this was not you, write to ${config.institution.support_email} right away.`,
      ],
    })
  },
  /** Sent to the new address; the old one gets `email-changed`. */
  async 'email-set-by-staff'(db, config, letter) {
    const change = await db.find('email_changes', ['old_email', 'new_email'], { id: letter.change })
    if (!change) return null
    const { name, support_email } = config.institution
    return render(config, change.new_email, `Your e-mail address for ${siteName(config)} was changed`, {
      heading: 'Sign in with this address from now on',
      paragraphs: [
        `${name} has changed the e-mail address of your signup for ${siteName(config)} from ${change.old_email} to this one. You are signed out everywhere. From now on, sign in with this address.`,
        `If you did not ask for this, write to ${support_email}.`,
      ],
      button: signInButton(config),
    })
  },
  async 'signup-deleted'(db, config, { signup: id }) {
    const deleted = { id, deleted_at: isNotNull, email: compare('!=', '') }
    const signup = await db.find('champion_signups', ['email', 'first_name'], deleted)
    if (!signup) return null
    return render(config, signup.email, `Your signup for ${siteName(config)} is deleted`, {
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
  async 'signup-restored'(db, config, { signup: id }) {
    const signup = await db.find('champion_signups', ['email', 'first_name'], { id, deleted_at: null })
    if (!signup) return null
    return render(config, signup.email, `Your signup for ${siteName(config)} has been restored`, {
      heading: 'Your signup has been restored',
      paragraphs: [
        `Hello${greetedName(signup.first_name)},`,
        `We have restored your signup for ${siteName(config)} with the details you gave us. Your places at events, offers to help and communities could not be restored.`,
        `If you did not want this, you can delete it again on your profile, or write to ${config.institution.support_email}.`,
      ],
      button: signInButton(config),
    })
  },
  /**
   * Sends letters that the previous release queued, except to deleted signups and people not to be contacted.
   * `despite_wish` overrides only `do_not_email`.
   */
  async 'from-staff'(db, config, { written: id }) {
    const letter = await db
      .selectFrom('signup_letters as letter')
      .innerJoin('staff_users as staff', 'staff.id', 'letter.staff_user_id')
      .innerJoin('champion_signups as signup', (join) =>
        join.on(({ eb, ref }) => eb('signup.id', '=', survivorOf(ref('letter.signup_id')))),
      )
      .select(['letter.subject', 'letter.body', 'letter.has_button', 'letter.despite_wish'])
      .select(['staff.name as author', 'signup.email', 'signup.buid'])
      .where('letter.id', '=', id)
      .executeTakeFirst()
    if (!letter) return null
    const { subject, body, author, email, has_button } = letter
    const refusal = await contactRefusalOf(db, letter.buid)
    if (refusal && !(refusal === 'do_not_email' && letter.despite_wish)) return null
    const { name, support_email } = config.institution
    return render(config, email, subject, {
      heading: subject,
      paragraphs: body.split(/\n\s*\n/),
      ...(has_button && { button: { label: 'Open your profile', url: `${config.CHAMPIONS_URL}/profile` } }),
      closing: [`${author} wrote this e-mail for ${name}. To answer, reply to it or write to ${support_email}.`],
    })
  },
}

const signupTexts = {
  preview: 'Your sign-in link and code work for ten minutes.',
  code: 'Enter this code where you signed up',
}
const validityText =
  'The link and the code work once, within ten minutes. After that, ask for a new e-mail on the site.'

type SigninTexts = Record<'subject' | 'heading' | 'preview' | 'opening' | 'code' | 'button', string> & {
  closing: string[]
}

async function renderSignin(db: Db, config: Config, request: number, texts: SigninTexts): Promise<Message | null> {
  const secrets = await createSigninSecrets(db, config, request)
  if (!secrets) return null
  const { subject, heading, preview, opening, code, button, closing } = texts
  return render(config, secrets.to, subject, {
    heading,
    preview,
    paragraphs: [`Hello${greetedName(secrets.signup.first_name)},`, opening],
    code: { label: code, digits: secrets.code },
    button: { label: button, url: secrets.url },
    closing,
  })
}

async function hasLetterSince(db: Db, request: number): Promise<boolean> {
  const otherRequest = await db
    .selectFrom('signin_requests as request')
    .innerJoin('signin_requests as other', 'other.email_hash', 'request.email_hash')
    .select('other.id')
    .where('request.id', '=', request)
    .where('other.id', '!=', request)
    .where('other.link_hash', 'is not', null)
    .where('other.ended_at', 'is', null)
    // Finds letters sent after `request`, because sending sets `expires_at` to ten minutes later.
    .where('other.expires_at', '>', sql<string>`request.created_at + interval '10 minutes'`)
    .executeTakeFirst()
  return otherRequest !== undefined
}

type Content = Omit<Parameters<typeof renderLetter>[0], 'institution'>

function render({ institution }: Config, to: string, subject: string, content: Content): Message {
  return { to, subject, ...renderLetter({ institution, ...content }) }
}

function signInButton({ CHAMPIONS_URL }: Config) {
  return { label: 'Sign in', url: `${CHAMPIONS_URL}/sign-in` }
}

function siteName({ institution }: Config): string {
  return `${institution.short_name} alumni champions`
}
