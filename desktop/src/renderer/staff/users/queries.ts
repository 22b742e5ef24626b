import {
  endedSessions,
  listedUser,
  staffPolicy,
  usersPage,
  type ChangeUserRequest,
  type InviteRequest,
  type ListedUser,
  type UsersQuery,
} from '@alumni/shared/staff/users'
import { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { sessionQuery } from '../../domain/session/session.ts'
import { useAction } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { readPage } from '../../ui/read.ts'

const url = '/users'

export const usersQuery = (search: UsersQuery) =>
  readPage(['users', search], `${url}${writePlainSearch(search)}`, usersPage)

export function useInvite(onDone: () => void) {
  return useUserAction(
    (body: InviteRequest) => request(url, listedUser, { method: 'POST', body }),
    ({ email }) => `A letter with a link is on its way to ${email}.`,
    onDone,
  )
}

export function useChangeUser({ id, name }: ListedUser, onDone: () => void) {
  return useUserAction(
    (body: ChangeUserRequest) => request(`${url}/${id}`, listedUser, { method: 'PATCH', body }),
    () => `The account of ${name} is changed.`,
    onDone,
  )
}

export function useEndSessions({ id, name }: ListedUser, onDone: () => void) {
  return useUserAction(
    () => request(`${url}/${id}/end_sessions`, endedSessions, { method: 'POST', body: {} }),
    ({ sessions }) => `${countOf(sessions, ['session', 'sessions'])} of ${name} ended.`,
    onDone,
  )
}

export function useInviteAgain({ id, email }: ListedUser, onDone: () => void) {
  return useUserAction(
    () => request(`${url}/${id}/invitation`, listedUser, { method: 'POST', body: {} }),
    () => `Another letter is on its way to ${email}. The previous link no longer works.`,
    onDone,
  )
}

export function useWithdrawInvitation({ id, name }: ListedUser, onDone: () => void) {
  return useUserAction(
    () => request(`${url}/${id}/invitation`, z.null(), { method: 'DELETE' }),
    () => `The invitation of ${name} was withdrawn.`,
    onDone,
  )
}

export function useChangePolicy(onDone: () => void) {
  return useUserAction(
    (admins_need_second_factor: boolean) =>
      request(`${url}/policy`, staffPolicy, { method: 'PATCH', body: { admins_need_second_factor } }),
    ({ admins_need_second_factor }) =>
      admins_need_second_factor
        ? 'Administrators now need a second factor.'
        : 'Administrators no longer need a second factor.',
    onDone,
  )
}

/** The dialog shows what was refused. The person may have changed their own account, which the session shows. */
function useUserAction<Reply, Input = void>(
  run: (input: Input) => Promise<Reply>,
  message: (reply: Reply) => string,
  onDone: () => void,
) {
  return useAction(run, {
    done: (reply) => ({ title: 'Done', message: message(reply) }),
    onDone,
    isErrorInline: true,
    invalidates: ['users', sessionQuery.queryKey],
  })
}
