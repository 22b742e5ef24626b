import { catalogEntry, catalogKey, type CatalogName, type Entry } from '@alumni/shared/alumni/catalog'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { catalogUrl } from './queries.ts'

/** An entry as it is to be, and as it was when it was opened; null is a new one. */
export type Save = { entry: Entry; seen: Entry | null }

/** Adds an entry, or changes the one that was seen. */
export function useSave(list: CatalogName) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ entry, seen }: Save): Promise<Entry> => {
      const url = seen ? catalogUrl(list, codeOf(list, seen)) : catalogUrl(list)
      return (await request(url, catalogEntry[list], { method: 'POST', body: seen ? { entry, seen } : entry })) as Entry
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  })
}

export function useDelete(list: CatalogName) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (seen: Entry) =>
      request(catalogUrl(list, codeOf(list, seen)), z.unknown(), { method: 'DELETE', body: { seen } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  })
}

export function codeOf(list: CatalogName, entry: Entry): string {
  return String(entry[catalogKey[list]])
}

export function sayDone(message: string): void {
  notifications.show({ color: 'green', message })
}
