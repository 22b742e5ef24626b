import { greetedName } from '../record/signup-of-letter.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import { writeSigninSecrets } from './signin-requests.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'sign-in': { request: number }
  }
}

/** The letter that signs a person in, written when it is sent: its link and code are nowhere else. */
export const identityLetters: { 'sign-in': Composer<'sign-in'> } = {
  async 'sign-in'(db, config, { request }) {
    const secrets = await writeSigninSecrets(db, config, request)
    if (!secrets) return null
    const { institution } = config
    const { signup, to, url, code } = secrets
    const site = `${institution.short_name} alumni champions`
    const content = letter({
      institution,
      heading: 'Sign in',
      preview: 'Your link and code work for ten minutes.',
      paragraphs: [
        `Hello${greetedName(signup.first_name)},`,
        `Use this code or the button below to sign in to ${site}.`,
      ],
      code: { label: 'Enter this code where you asked for it', digits: code },
      button: { label: 'Or sign in with this link', url },
      closing: [
        'The code and the link each work once, within ten minutes.',
        'If you did not ask for this, you can ignore this e-mail. No one can sign in without it.',
      ],
    })
    return { to, subject: `Your sign-in for ${site}`, ...content }
  },
}
