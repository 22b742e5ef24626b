import {
  decideReply,
  staffOpportunityPage,
  type Decision,
  type ResponsesQuery,
} from '@alumni/shared/publications/staff-opportunities'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { usePublicationDelete, usePublicationMove } from '../../domain/publications/mutations.ts'
import { notifyRefused } from '../../domain/publications/notify.ts'
import { notifyRefusal } from '../../ui/notify.tsx'

const home = '/champion_signups/opportunities'
export const opportunityUrl = (id: number | string) => `${home}/${id}`

export function opportunityQuery(id: string, search: ResponsesQuery) {
  return queryOptions({
    queryKey: ['opportunities', id, search],
    queryFn: ({ signal }) =>
      request(`${opportunityUrl(id)}${writePlainSearch(search)}`, staffOpportunityPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const useMove = (id: number) => usePublicationMove(opportunityUrl(id), 'opportunities')
export const useDelete = (id: number) => usePublicationDelete(opportunityUrl(id), 'opportunities')

/** Decides about answers; who is left as they are is told with the reason. */
export function useDecide(id: number) {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: (decisions: { ids: number[]; decision: Decision }) =>
      request(`${opportunityUrl(id)}/decisions`, decideReply, { method: 'POST', body: decisions }),
    onSuccess: ({ refused }) => notifyRefused(refused),
    onError: notifyRefusal,
    onSettled: invalidate,
  })
}

function useInvalidate() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['opportunities'] })
}
