import { apiKeysPage, issuedApiKey, type IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { z } from 'zod'
import { post, remove } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { readQuery } from '../../ui/read-query.ts'

const url = '/settings/api_keys'

export const apiKeysQuery = readQuery(['api-keys'], url, apiKeysPage)

export function useIssue(onIssued: (issued: IssuedApiKey) => void) {
  return useKeyAction((body: { name: string; owner: string }) => post(url, issuedApiKey, body), onIssued)
}

export function useRotate(id: number, onIssued: (issued: IssuedApiKey) => void) {
  return useKeyAction((overlap_hours: number) => post(`${url}/${id}/rotate`, issuedApiKey, { overlap_hours }), onIssued)
}

export function useRevoke(id: number, onRevoked: () => void) {
  return useKeyAction(() => remove(`${url}/${id}`, z.null()), onRevoked)
}

function useKeyAction<Reply, Input = void>(run: (input: Input) => Promise<Reply>, onDone: (reply: Reply) => void) {
  // Removes secrets from the cache, because they are shown only once.
  return useAction(run, { onDone, isErrorInline: true, gcTime: 0, invalidates: [apiKeysQuery.queryKey] })
}
