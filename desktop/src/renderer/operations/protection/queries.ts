import { liftReply, protectionPage, type ProtectionQuery } from '@alumni/shared/operations/protection'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'

const url = '/settings/protection'

export function protectionQuery({ q, limit, page }: ProtectionQuery) {
  return queryOptions({
    queryKey: ['protection', q, limit, page],
    queryFn: ({ signal }) => request(`${url}${writePlainSearch({ q, limit, page })}`, protectionPage, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** Lets an address in again before its time. */
export function useLift() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (address: string) =>
      request(`${url}/bans/${encodeURIComponent(address)}`, liftReply, { method: 'DELETE' }),
    onSuccess: ({ lifted }) =>
      notifications.show({ color: 'green', title: 'Ban lifted', message: `${lifted} is let in again.` }),
    onError: sayRefusal,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  })
}
