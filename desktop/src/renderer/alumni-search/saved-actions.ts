import { savedSearch, type SavedSearch } from '@alumni/shared/alumni-search'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../http.ts'
import { savedSearchesQuery, savedUrl } from './queries.ts'

type Named = { name: string; query: string }

/** Saves a search under a name; the same name replaces. */
export function useSaveSearch() {
  return useMutation({
    mutationFn: (body: Named) => request(savedUrl, savedSearch, { method: 'POST', body }),
    onSettled: useLookAgain(),
  })
}

/** Gives a saved search another name, or another query. */
export function useChangeSaved() {
  return useMutation({
    mutationFn: ({ id, name, query }: Named & { id: number }) =>
      request(`${savedUrl}/${id}`, savedSearch, { method: 'PATCH', body: { name, query } }),
    onSettled: useLookAgain(),
  })
}

export function useDeleteSaved() {
  return useMutation({
    mutationFn: async ({ id, name }: SavedSearch) => {
      await request(`${savedUrl}/${id}`, z.unknown(), { method: 'DELETE' })
      return name
    },
    onSuccess: (name) => notifications.show({ message: `“${name}” is deleted.` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Nothing was deleted', message: error.message, role: 'alert' }),
    onSettled: useLookAgain(),
  })
}

function useLookAgain() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: savedSearchesQuery.queryKey })
}
