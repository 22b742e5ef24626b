import { liftReply, protectionPage, type ProtectionQuery } from '@alumni/shared/operations/protection'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'

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
  return useAction(
    (address: string) => request(`${url}/bans/${encodeURIComponent(address)}`, liftReply, { method: 'DELETE' }),
    {
      done: ({ lifted }) => ({ title: 'Ban lifted', message: `${lifted} is let in again.` }),
      invalidates: ['protection'],
    },
  )
}
