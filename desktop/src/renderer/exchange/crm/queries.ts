import {
  conflictsPage,
  crmChangesPage,
  openConflictsReply,
  type ConflictsQuery,
  type CrmChangesQuery,
} from '@alumni/shared/exchange/crm'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export const conflictsUrl = '/settings/crm/conflicts'
export const changesUrl = '/settings/crm/crm_changes'

export type ConflictsSearch = Omit<ConflictsQuery, 'state'> & Partial<Pick<ConflictsQuery, 'state'>>

export function conflictsQuery(search: ConflictsSearch) {
  return queryOptions({
    queryKey: ['crm', 'conflicts', search],
    queryFn: ({ signal }) => request(`${conflictsUrl}${writePlainSearch(search)}`, conflictsPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function changesQuery(search: CrmChangesQuery) {
  return queryOptions({
    queryKey: ['crm', 'changes', search],
    queryFn: ({ signal }) => request(`${changesUrl}${writePlainSearch(search)}`, crmChangesPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Counts the open conflicts, for the links that lead to them. */
export const openConflictsQuery = queryOptions({
  queryKey: ['crm', 'conflicts', 'open'],
  queryFn: ({ signal }) => request(`${conflictsUrl}/open`, openConflictsReply, { signal }),
  staleTime: 5 * 60_000,
})
