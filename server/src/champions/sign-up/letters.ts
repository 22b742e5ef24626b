import { sql } from 'kysely'
import { greetedName } from '../record/signup-of-letter.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { writeSigninSecrets } from '../sign-in/signin-requests.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'signup-confirmation': { request: number }
    /** A person, most likely its owner, signed up with an address that has signed up before. */
    'duplicate-signup': { request: number }
  }
}

export const signupLetters: {
  'signup-confirmation': Composer<'signup-confirmation'>
  'duplicate-signup': Composer<'duplicate-signup'>
} = {
  async 'signup-confirmation'(db, config, { request }) {
    return signupLetter(db, config, request, {
      subject: (site) => `Welcome to ${site}`,
      heading: 'Thank you for signing up',
      opening: (site) => `You are now one of the ${site}. Open your profile to see where you can help.`,
      closing: 'If this was not you, sign in and delete the signup, or write to us and we will delete it.',
      button: 'Open your profile',
    })
  },
  async 'duplicate-signup'(db, config, { request }) {
    if (await hasLetterSince(db, request)) return null
    return signupLetter(db, config, request, {
      subject: (site) => `You have already signed up for ${site}`,
      heading: 'You have already signed up',
      opening: (site) =>
        `Someone, probably you, filled out the signup form for ${site} with this address. You had already signed up, so nothing has changed. You can sign in with this code or the button below.`,
      closing: 'If you did not ask for this, you can ignore this e-mail. No one can sign in without it.',
      button: 'Sign in',
    })
  },
}

type Words = {
  subject(site: string): string
  heading: string
  opening(site: string): string
  closing: string
  button: string
}

async function signupLetter(db: Db, config: Config, request: number, words: Words): Promise<Message | null> {
  const secrets = await writeSigninSecrets(db, config, request)
  if (!secrets) return null
  const { institution } = config
  const { signup, to, url, code } = secrets
  const site = `${institution.short_name} alumni champions`
  const content = letter({
    institution,
    heading: words.heading,
    preview: 'Your sign-in link and code work for ten minutes.',
    paragraphs: [`Hello${greetedName(signup.first_name)},`, words.opening(site)],
    code: { label: 'Enter this code where you signed up', digits: code },
    button: { label: words.button, url },
    closing: [
      'The link and the code work once, within ten minutes. After that, ask for a new e-mail on the site.',
      words.closing,
    ],
  })
  return { to, subject: words.subject(site), ...content }
}

/** Another letter with a way in has left for the address since: of forms that are sent at once one letter comes. */
async function hasLetterSince(db: Db, request: number): Promise<boolean> {
  const found = await db
    .selectFrom('signin_requests as request')
    .innerJoin('signin_requests as other', 'other.email_hash', 'request.email_hash')
    .select('other.id')
    .where('request.id', '=', request)
    .where('other.id', '!=', request)
    .where('other.link_hash', 'is not', null)
    .where('other.ended_at', 'is', null)
    // When it was written it got its ten minutes.
    .where('other.expires_at', '>', sql<string>`request.created_at + interval '10 minutes'`)
    .executeTakeFirst()
  return found !== undefined
}
