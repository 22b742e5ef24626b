import {
  decideReply,
  opportunityContract,
  staffOpportunityPage,
  type Decision,
  type OpportunityFields,
  type ResponsesQuery,
  type StaffOpportunitiesQuery,
} from '@alumni/shared/publications/staff-opportunities'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useOfferDelete, useOfferMove } from '../../domain/publications/mutations.ts'
import { sayRefused } from '../../domain/publications/say.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'

const home = '/champion_signups/opportunities'
export const opportunityUrl = (id: number | string) => `${home}/${id}`

export function opportunitiesQuery(search: StaffOpportunitiesQuery) {
  return queryOptions({
    queryKey: ['opportunities', 'list', search],
    queryFn: ({ signal }) => request(`${home}${writePlainSearch(search)}`, opportunityContract.page, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function opportunityQuery(id: string, search: ResponsesQuery) {
  return queryOptions({
    queryKey: ['opportunities', id, search],
    queryFn: ({ signal }) =>
      request(`${opportunityUrl(id)}${writePlainSearch(search)}`, staffOpportunityPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** An opportunity to be edited, as it is at this moment. */
export function recordQuery(id: string) {
  return queryOptions({
    queryKey: ['opportunities', id, 'edit'],
    queryFn: ({ signal }) => request(`${opportunityUrl(id)}/edit`, opportunityContract.record, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
}

export function saveOpportunity(id: string | null, fields: OpportunityFields, version: number | null) {
  return id === null
    ? request(home, opportunityContract.record, { method: 'POST', body: fields })
    : request(opportunityUrl(id), opportunityContract.record, { method: 'PATCH', body: { ...fields, version } })
}

export const useMove = (id: number) => useOfferMove(opportunityUrl(id), 'opportunities')
export const useDelete = (id: number) => useOfferDelete(opportunityUrl(id), 'opportunities')

/** Decides about answers; who is left as they are is told with the reason. */
export function useDecide(id: number) {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (decisions: { ids: number[]; decision: Decision }) =>
      request(`${opportunityUrl(id)}/decisions`, decideReply, { method: 'POST', body: decisions }),
    onSuccess: ({ refused }) => sayRefused(refused),
    onError: sayRefusal,
    onSettled: lookAgain,
  })
}

export function useLookAgain() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['opportunities'] })
}
