import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { institution } from '../institution.ts'

/** In ascending order; each role includes the previous ones. */
export const roles = ['viewer', 'staff', 'admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

export const staffUser = z.object({ id: z.number().int(), email: z.string(), name: z.string(), role })
export type StaffUser = z.infer<typeof staffUser>

/** With `token: true`, the reply has the session token instead of a cookie, for the desktop app. */
export const loginRequest = z.object({
  email: z
    .string()
    .overwrite(withoutFormatCharacters)
    .trim()
    .min(1, 'Enter your e-mail address, such as name@example.edu.')
    .max(320, 'An e-mail address has at most 320 characters.'),
  password: z.string().min(1, 'Enter your password.').max(1024, 'A password has at most 128 characters.'),
  return_to: z.string().max(2000).optional(),
  token: z.boolean().optional(),
})

export const loginReply = z.object({ user: staffUser, token: z.string().optional() })
export type LoginReply = z.infer<typeof loginReply>

export const sessionReply = z.object({
  user: staffUser,
  institution,
  must_set_up_second_factor: z.literal(true).optional(),
})
export type SessionReply = z.infer<typeof sessionReply>

export const sessionElement = 'staff-session'

export const signedOutPage = z.object({
  institution,
  user: staffUser.nullable().optional(),
  has_google: z.boolean().optional(),
})

/** The page that signs in the desktop app. `POST` gives the user's consent and returns the URL to continue with. */
export const appSignInUrl = '/auth/app'
export const appSignInReply = z.object({ url: z.string() })

export const appSignInQuery = z.object({
  port: z.coerce.number('The port is missing.').int().min(1024).max(65_535),
  /** The SHA-256 of the verifier as base64url; only the owner of the verifier gets a session for the code. */
  challenge: z.string().regex(/^[\w-]{43}$/, 'The challenge is a SHA-256 as base64url.'),
  /** Returned to the app unchanged. */
  state: z.string().regex(/^[\w-]{43}$/, 'The state is 32 random bytes as base64url.'),
})

/** Replies like `POST /login` with `token: true`, or 410 if the code was used or has expired. */
export const appCodeRequest = z.object({ code: z.string().min(1).max(100), verifier: z.string().min(1).max(200) })

export const googleRefusal =
  'Google did not sign you in. Use your work account, and ask an administrator whether you have an account here.'

export const passwordLength = { min: 15, max: 128 } as const

/** The reply does not reveal whether the address is known. */
export const passwordResetRequest = z.object({
  email: z
    .string()
    .overwrite(withoutFormatCharacters)
    .trim()
    .min(1, 'Enter your e-mail address, such as name@example.edu.')
    .max(320, 'An e-mail address has at most 320 characters.'),
})
/** `user` is set if this was the user's first password. The user is then signed in. */
export const passwordResetReply = z.object({ message: z.string(), user: staffUser.optional() })

/** `invited` is the user whom the link invites. Loading the page does not use up the link. */
export const passwordResetPage = signedOutPage.extend({
  valid: z.boolean(),
  invited: staffUser.pick({ name: true, email: true }).optional(),
})

export const welcomePath = '/account/welcome'

/** `passwordLength` counts code points after NFKC normalization. */
export const newPasswordRequest = z.object({ password: z.string().max(1024, 'A password has at most 128 characters.') })

/** Returns a path on this site with special characters encoded, or `/` for other URLs, such as `//x` or `/\x`. */
export function localPath(returnTo: string | undefined): string {
  if (!returnTo || !/^\/(?![/\\])[^\\\u0000-\u001f]*$/u.test(returnTo)) return '/'
  return returnTo.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
}

/** Returns "AL" for Ada Lindqvist and "P" for Plato. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
