import { importStatusReply, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { statusQuery } from './queries.ts'

/** Commit, cancel and columns: each answers with the new status. */
export function useBatchAction({ type, id }: ImportStatusReply) {
  const queryClient = useQueryClient()
  return useAction(
    ({ url, body = {} }: { url: string; body?: object }) => request(url, importStatusReply, { method: 'POST', body }),
    {
      invalidates: ['imports'],
      async onDone(status) {
        await queryClient.cancelQueries({ queryKey: ['imports', type, 'batch', String(id)] })
        queryClient.setQueryData(statusQuery(type, String(id)).queryKey, status)
      },
    },
  )
}
