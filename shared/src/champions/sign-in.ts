import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { formState, portalPage } from '../portal.ts'

/** Checks little, because only delivery shows whether an address is valid. */
const emailField = z
  .string('Enter your e-mail address.')
  .overwrite(withoutFormatCharacters)
  .trim()
  .min(1, 'Enter your e-mail address.')
  .max(254, 'An e-mail address has at most 254 characters.')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/u, 'Enter an e-mail address such as name@example.org.')

const checkbox = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'yes' || value === 'true' || value === 'on')
const returnTo = z.string().max(2000).optional().catch(undefined)

export const profileLinkForm = z.object({ email: emailField, keep_me_signed_in: checkbox, return_to: returnTo })
export const recognizedLinkForm = z.object({
  email: z.undefined().optional(),
  return_to: returnTo,
})

export const codeDigits = 6

export const codeForm = z.object({
  email: z.string().max(254).optional().catch(undefined),
  /** The public ID of the signup, if the code was entered on the signup’s confirmation page. */
  signup: z.uuid().optional().catch(undefined),
  code: z
    .string('Enter the code from the e-mail.')
    .transform((code) => withoutFormatCharacters(code.normalize('NFKC')).replace(/[\s\p{Pd}]/gu, ''))
    .superRefine((code, { addIssue }) => {
      const message = codeProblem(code)
      if (message) addIssue({ code: 'custom', message })
    }),
  return_to: returnTo,
})

function codeProblem(code: string): string | undefined {
  if (code === '') return 'Enter the code from the e-mail.'
  if (!/^\d+$/.test(code)) return 'The code has digits only. Check what you entered.'
  if (code.length < codeDigits) return `That is too short: the code has ${codeDigits} digits.`
  if (code.length > codeDigits) return `That is too long: the code has ${codeDigits} digits.`
  return undefined
}

/** Wrong, expired and used codes get the same message, so that it does not reveal which of these applies. */
export const spentCodeMessage =
  'That code does not work: it may have expired or been used. Check the newest e-mail, or ask for a new one.'

export const otherBrowserMessage =
  'A code works only in the browser where you asked for it. Ask for a new e-mail here, or open the link in the e-mail that you have.'

export const googleForm = z.object({ keep_me_signed_in: checkbox, return_to: returnTo })

/** `askedFor` is the address of a pending sign-in, masked unless it was typed in this browser. */
export const signInPage = portalPage('sign-in/start', {
  form: formState,
  askedFor: z.string().nullable().default(null),
  returnTo: z.string().nullable(),
  hasGoogle: z.boolean(),
})

export const codePage = portalPage('sign-in/code', {
  form: formState,
  email: z.string(),
  isMasked: z.boolean(),
  keepMeSignedIn: z.boolean(),
  returnTo: z.string().nullable(),
  mailbox: z.object({ name: z.string(), url: z.string() }).nullable(),
  secondsToWait: z.number().int(),
})

export const linkPage = portalPage('sign-in/link', { token: z.string(), problem: z.string().nullable() })
export const spentLinkMessage = 'A sign-in link works once, for ten minutes. This one has been used or has expired.'

const mailboxes = [
  { name: 'Gmail', url: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/',
    domains: [
      'yahoo.com',
      'ymail.com',
      'rocketmail.com',
      'yahoo.co.uk',
      'yahoo.ca',
      'yahoo.de',
      'yahoo.fr',
      'yahoo.es',
      'yahoo.it',
    ],
  },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Proton Mail', url: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
]

/** Returns the webmail of an address, such as Gmail, or null for an unknown provider. */
export function mailboxOf(email: string): { name: string; url: string } | null {
  const domain = email.trim().toLowerCase().split('@').at(-1)!
  const mailbox = mailboxes.find(({ domains }) => domains.includes(domain))
  return mailbox ? { name: mailbox.name, url: mailbox.url } : null
}
