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
import { notifications } from '@mantine/notifications'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { sessionQuery } from '../../domain/session/session.ts'
import { countOf } from '../../ui/words/numbers.ts'

const url = '/users'

export function usersQuery(search: UsersQuery) {
  return queryOptions({
    queryKey: ['users', search],
    queryFn: ({ signal }) => request(`${url}${writePlainSearch(search)}`, usersPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useInvite(onInvited: () => void) {
  return useUserAction(
    (body: InviteRequest) => request(url, listedUser, { method: 'POST', body }),
    ({ email }) => `A letter with a link is on its way to ${email}.`,
    onInvited,
  )
}

export function useChangeUser({ id, name }: ListedUser, onChanged: () => void) {
  return useUserAction(
    (body: ChangeUserRequest) => request(`${url}/${id}`, listedUser, { method: 'PATCH', body }),
    () => `The account of ${name} is changed.`,
    onChanged,
  )
}

export function useEndSessions({ id, name }: ListedUser, onEnded: () => void) {
  return useUserAction(
    (_: void) => request(`${url}/${id}/end_sessions`, endedSessions, { method: 'POST', body: {} }),
    ({ sessions }) => `${countOf(sessions, ['session', 'sessions'])} of ${name} ended.`,
    onEnded,
  )
}

export function useInviteAgain({ id, email }: ListedUser, onInvited: () => void) {
  return useUserAction(
    (_: void) => request(`${url}/${id}/invitation`, listedUser, { method: 'POST', body: {} }),
    () => `Another letter is on its way to ${email}. The link of the one before has ended.`,
    onInvited,
  )
}

export function useTakeBack({ id, name }: ListedUser, onTakenBack: () => void) {
  return useUserAction(
    (_: void) => request(`${url}/${id}/invitation`, z.null(), { method: 'DELETE' }),
    () => `The invitation of ${name} is taken back.`,
    onTakenBack,
  )
}

export function useChangePolicy(onChanged: () => void) {
  return useUserAction(
    (admins_need_second_factor: boolean) =>
      request(`${url}/policy`, staffPolicy, { method: 'PATCH', body: { admins_need_second_factor } }),
    ({ admins_need_second_factor }) =>
      admins_need_second_factor
        ? 'Administrators need a second factor from now on.'
        : 'Administrators may go without a second factor.',
    onChanged,
  )
}

/** Says what was done; what was refused, its dialog says. The list is read anew in both cases. */
function useUserAction<Input, Reply>(
  mutationFn: (input: Input) => Promise<Reply>,
  say: (reply: Reply) => string,
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess(reply) {
      notifications.show({ color: 'green', title: 'Done', message: say(reply) })
      onDone()
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}
