import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { pageMembers, pageNumber, searchText } from '../page.ts'
import { role } from './accounts.ts'

/** An invited user has never signed in. A deactivated user cannot sign in. */
export const userStates = ['active', 'invited', 'deactivated'] as const
export const userState = z.enum(userStates)
export type UserState = z.infer<typeof userState>

export const usersQuery = z.object({
  q: searchText,
  role: role.optional(),
  state: userState.optional(),
  second_factor: z.enum(['yes', 'no']).optional(),
  page: pageNumber,
})
export type UsersQuery = z.infer<typeof usersQuery>

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'A name has at most 100 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'A name has no line breaks or other invisible characters.')

export const listedUser = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  role,
  state: userState,
  /** Must be sent with a change, so that administrators do not overwrite each other's changes. */
  version: z.number().int(),
  has_second_factor: z.boolean(),
  has_google: z.boolean(),
  sessions: z.number().int(),
  last_signed_in_at: z.string().nullable(),
  invited_at: z.string().nullable(),
  created_at: z.string(),
})
export type ListedUser = z.infer<typeof listedUser>

export const staffPolicy = z.object({ admins_need_second_factor: z.boolean() })

export const usersPage = z.object({
  users: z.array(listedUser),
  ...pageMembers,
  counts: z.record(userState, z.number().int()),
  admins: z.object({ active: z.number().int(), with_second_factor: z.number().int() }),
  policy: staffPolicy,
})
export type UsersPage = z.infer<typeof usersPage>

/** Replies 201 and sends a letter with a link that is valid for seven days, or 409 if the address has an account. */
export const inviteRequest = z.object({
  name,
  email: z
    .string()
    .overwrite(withoutFormatCharacters)
    .trim()
    .min(1, 'Enter the e-mail address, such as name@example.edu.')
    .max(320, 'An e-mail address has at most 320 characters.')
    .pipe(z.email('The e-mail needs an address such as name@example.edu.')),
  role,
})
export type InviteRequest = z.infer<typeof inviteRequest>

/**
 * Replies 409 if the user has changed or is the last administrator. Callers who change their own account must set
 * `confirm_self`.
 */
export const changeUserRequest = z.object({
  version: z.number().int().optional(),
  role: role.optional(),
  is_active: z.boolean().optional(),
  confirm_self: z.boolean().optional(),
})
export type ChangeUserRequest = z.infer<typeof changeUserRequest>

export const signOutReply = z.object({ sessions: z.number().int() })

export const changeAccountRequest = z.object({
  name,
  job_title: z
    .string()
    .trim()
    .max(100, 'A title has at most 100 characters.')
    .regex(/^[^\p{Cc}]*$/u, 'A title has no line breaks or other invisible characters.')
    .optional(),
})
export type ChangeAccountRequest = z.infer<typeof changeAccountRequest>

export const changePasswordRequest = z.object({
  current_password: z
    .string()
    .min(1, 'Enter your current password.')
    .max(1024, 'A password has at most 128 characters.'),
  password: z.string().max(1024, 'A password has at most 128 characters.'),
})
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>
