import { importStatusReply, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HttpError, request } from '../../http.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { statusQuery } from './queries.ts'

type Action = { url: string; body?: object }

/** Commit, cancel and columns: each answers with the new status. A refusal is said, and the page is looked at again. */
export function useBatchAction(batch: ImportStatusReply) {
  const queryClient = useQueryClient()
  const id = String(batch.id)
  return useMutation({
    mutationFn: ({ url, body = {} }: Action) => request(url, importStatusReply, { method: 'POST', body }),
    onSuccess: async (status) => {
      await queryClient.cancelQueries({ queryKey: ['imports', batch.type, 'batch', id] })
      queryClient.setQueryData(statusQuery(batch.type, id).queryKey, status)
      await queryClient.invalidateQueries({ queryKey: ['imports'] })
    },
    onError: (error) => {
      sayRefusal(error)
      if (error instanceof HttpError)
        void queryClient.invalidateQueries({ queryKey: ['imports', batch.type, 'batch', id] })
    },
  })
}
