import { apiKeysPage, issuedApiKey, type IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'

const url = '/settings/api_keys'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => request(url, apiKeysPage, { signal }),
})

export function useIssue(onIssued: (issued: IssuedApiKey) => void) {
  return useKeyAction(
    (body: { name: string; owner: string }) => request(url, issuedApiKey, { method: 'POST', body }),
    onIssued,
  )
}

export function useRotate(id: number, onIssued: (issued: IssuedApiKey) => void) {
  return useKeyAction(
    (overlap_hours: number) =>
      request(`${url}/${id}/rotate`, issuedApiKey, { method: 'POST', body: { overlap_hours } }),
    onIssued,
  )
}

export function useRevoke(id: number, onRevoked: () => void) {
  return useKeyAction((_: void) => request(`${url}/${id}`, z.null(), { method: 'DELETE' }), onRevoked)
}

function useKeyAction<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>, onSuccess: (reply: Reply) => void) {
  const queryClient = useQueryClient()
  // What an action shows once is not kept behind the page.
  return useMutation({
    mutationFn,
    onSuccess,
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}
