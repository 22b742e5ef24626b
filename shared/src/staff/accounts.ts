import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { institution } from '../institution.ts'

/** Roles in rising order; each contains the ones before it. */
export const roles = ['viewer', 'staff', 'admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** Whether someone with `held` may do what `needed` may. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

export const staffUser = z.object({ id: z.number().int(), email: z.string(), name: z.string(), role })
export type StaffUser = z.infer<typeof staffUser>

/** `POST /login`; `token: true` asks for the session token in the reply instead of a cookie (the desktop app). */
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

/** `GET /session`: who is signed in, and what the staff app needs to draw its frame. */
export const sessionReply = z.object({
  user: staffUser,
  institution,
  /** An administrator who may do nothing as such before a second factor is set up. */
  must_set_up_second_factor: z.literal(true).optional(),
})
export type SessionReply = z.infer<typeof sessionReply>

/** The element of the staff app's document that has the same in it, for the person whose cookie asked. */
export const sessionElement = 'staff-session'

/** `GET /login` as JSON: what a signed-out page may know. `user` is there when the caller is signed in already. */
export const signedOutPage = z.object({
  institution,
  user: staffUser.nullable().optional(),
  /** Whether staff may sign in with Google. */
  has_google: z.boolean().optional(),
})

/**
 * The page in which a desktop app asks for a sign-in, which comes back to it at this port of its own computer. `POST`
 * is the person's consent, and answers where the browser goes.
 */
export const appSignInUrl = '/auth/app'
export const appSignInReply = z.object({ url: z.string() })

export const appSignInQuery = z.object({
  port: z.coerce.number('The port is missing.').int().min(1024).max(65_535),
  /** SHA-256 of the verifier, as base64url. Only who knows the verifier gets a session for the code. */
  challenge: z.string().regex(/^[\w-]{43}$/, 'The challenge is a SHA-256 as base64url.'),
  /** Comes back as it was sent. */
  state: z.string().regex(/^[\w-]{43}$/, 'The state is 32 random bytes as base64url.'),
})

/** `POST /auth/google/app`, answered as `POST /login` with `token: true` is. 410: the code was used, or is too old. */
export const appCodeRequest = z.object({ code: z.string().min(1).max(100), verifier: z.string().min(1).max(200) })

/** `GET /login?refused=google`: who comes back from Google and is not let in. */
export const googleRefusal =
  'Google did not sign you in. Use your work account, and ask an administrator whether you have an account here.'

export const passwordLength = { min: 15, max: 128 } as const

/** `POST /password-resets`. The reply is the same whether or not the address is known. */
export const passwordResetRequest = z.object({
  email: z
    .string()
    .overwrite(withoutFormatCharacters)
    .trim()
    .min(1, 'Enter your e-mail address, such as name@example.edu.')
    .max(320, 'An e-mail address has at most 320 characters.'),
})
/** `user` has chosen their first password, and is signed in. */
export const passwordResetReply = z.object({ message: z.string(), user: staffUser.optional() })

/**
 * `GET /password-resets/:token` as JSON: whether the link can still be used, and whom it invites. Asking does not use
 * it up.
 */
export const passwordResetPage = signedOutPage.extend({
  valid: z.boolean(),
  invited: staffUser.pick({ name: true, email: true }).optional(),
})

/** The page that an invited person reaches with the first password. */
export const welcomePath = '/account/welcome'

/** `POST /password-resets/:token`. Length counts code points after NFKC. */
export const newPasswordRequest = z.object({ password: z.string().max(1024, 'A password has at most 128 characters.') })

/**
 * Only a path of this site, as a header can carry it: `/x`, never `//x`, `/\x` or a scheme. Anything else is the start
 * page.
 */
export function localPath(returnTo: string | undefined): string {
  if (!returnTo || !/^\/(?![/\\])[^\\\u0000-\u001f]*$/u.test(returnTo)) return '/'
  return returnTo.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
}

/** "AL" for Ada Lindqvist, "P" for Plato. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
