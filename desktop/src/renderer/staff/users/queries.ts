import { signOutReply, listedUser, staffPolicy, usersPage } from '@alumni/shared/staff/users'
import type { ChangeUserRequest, InviteRequest, ListedUser, UsersQuery } from '@alumni/shared/staff/users'
import { z } from 'zod'
import { patch, post, remove } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { sessionQuery } from '../../domain/session/session.ts'
import { useAction } from '../../ui/use-action.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { readPageQuery } from '../../ui/read-query.ts'

const url = '/users'

export const usersQuery = (search: UsersQuery) =>
  readPageQuery(['users', search], `${url}${writePlainSearch(search)}`, usersPage)

export function useInvite(onDone: () => void) {
  return useUserAction(
    (body: InviteRequest) => post(url, listedUser, body),
    ({ email }) => `A letter with a link is on its way to ${email}.`,
    onDone,
  )
}

export function useChangeUser({ id, name }: ListedUser, onDone: () => void) {
  return useUserAction(
    (body: ChangeUserRequest) => patch(`${url}/${id}`, listedUser, body),
    () => `The account of ${name} is changed.`,
    onDone,
  )
}

export function useEndSessions({ id, name }: ListedUser, onDone: () => void) {
  return useUserAction(
    () => post(`${url}/${id}/end_sessions`, signOutReply, {}),
    ({ sessions }) => `${formatCount(sessions, ['session', 'sessions'])} of ${name} ended.`,
    onDone,
  )
}

export function useInviteAgain({ id, email }: ListedUser, onDone: () => void) {
  return useUserAction(
    () => post(`${url}/${id}/invitation`, listedUser, {}),
    () => `Another letter is on its way to ${email}. The previous link no longer works.`,
    onDone,
  )
}

export function useWithdrawInvitation({ id, name }: ListedUser, onDone: () => void) {
  return useUserAction(
    () => remove(`${url}/${id}/invitation`, z.null()),
    () => `The invitation of ${name} was withdrawn.`,
    onDone,
  )
}

export function useChangePolicy(onDone: () => void) {
  return useUserAction(
    (admins_need_second_factor: boolean) => patch(`${url}/policy`, staffPolicy, { admins_need_second_factor }),
    ({ admins_need_second_factor }) =>
      admins_need_second_factor
        ? 'Administrators now need a second factor.'
        : 'Administrators no longer need a second factor.',
    onDone,
  )
}

/** Refreshes the session too, because users may change their own account. */
function useUserAction<Reply, Input = void>(
  run: (input: Input) => Promise<Reply>,
  message: (reply: Reply) => string,
  onDone: () => void,
) {
  return useAction(run, {
    successNotice: (reply) => ({ title: 'Done', message: message(reply) }),
    onDone,
    isErrorInline: true,
    invalidates: ['users', sessionQuery.queryKey],
  })
}
