import {
  savedSearch,
  type SavedSearch,
  type SaveSearchRequest,
  type SearchableList,
  savedCounts,
  savedSearches,
} from '@alumni/shared/alumni/saved-searches'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'

/** Saves a search under a name; the same name replaces. */
export function useSaveSearch(list: SearchableList) {
  return useMutation({
    mutationFn: (body: SaveSearchRequest) => request(savedUrl(list), savedSearch, { method: 'POST', body }),
    onSettled: useLookAgain(list),
  })
}

/** Gives a saved search another name, or shows it to colleagues. */
export function useChangeSaved(list: SearchableList) {
  return useMutation({
    mutationFn: ({ id, ...body }: SaveSearchRequest & { id: number }) =>
      request(`${savedUrl(list)}/${id}`, savedSearch, { method: 'PATCH', body }),
    onSettled: useLookAgain(list),
  })
}

export function useDeleteSaved(list: SearchableList) {
  return useMutation({
    mutationFn: async ({ id, name }: SavedSearch) => {
      await request(`${savedUrl(list)}/${id}`, z.unknown(), { method: 'DELETE' })
      return name
    },
    onSuccess: (name) => notifications.show({ message: `“${name}” is deleted.` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Nothing was deleted', message: error.message, role: 'alert' }),
    onSettled: useLookAgain(list),
  })
}

function useLookAgain(list: SearchableList) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: savedSearchesQuery(list).queryKey })
}

export const savedUrl = (list: SearchableList) => `/${list}/saved`

/** What one saved of a list, and what colleagues share of it. */
export function savedSearchesQuery(list: SearchableList) {
  return queryOptions({
    queryKey: [list, 'saved'],
    queryFn: ({ signal }) => request(savedUrl(list), savedSearches, { signal }),
    staleTime: 30 * 60_000,
  })
}

/** How many each of them finds now. */
export function savedCountsQuery(list: SearchableList) {
  return queryOptions({
    queryKey: [list, 'saved', 'counts'],
    queryFn: ({ signal }) => request(`${savedUrl(list)}/counts`, savedCounts, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}
