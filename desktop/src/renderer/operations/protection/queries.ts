import { liftReply, protectionPage, type ProtectionQuery } from '@alumni/shared/operations/protection'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { readPage } from '../../ui/read.ts'

const url = '/settings/protection'

export const protectionQuery = ({ q, limit, page }: ProtectionQuery) =>
  readPage(['protection', q, limit, page], `${url}${writePlainSearch({ q, limit, page })}`, protectionPage, {
    refetchInterval: 60_000,
  })

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
