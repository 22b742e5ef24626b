import {
  savedSearch,
  type SavedSearch,
  type SaveSearchRequest,
  type SearchableList,
  savedCounts,
  savedSearches,
} from '@alumni/shared/alumni/saved-searches'
import { z } from 'zod'
import { patch, post, remove } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { read } from '../../ui/read.ts'

/** Saves a search under a name, which replaces one of the same name; with an `id`, that one is renamed or shared. */
export function useSaveSearch(list: SearchableList, onDone: () => void) {
  return useAction(
    ({ id, ...body }: SaveSearchRequest & { id?: number | undefined }) =>
      id === undefined ? post(savedUrl(list), savedSearch, body) : patch(`${savedUrl(list)}/${id}`, savedSearch, body),
    {
      invalidates: [savedSearchesQuery(list).queryKey],
      isErrorInline: true,
      done: ({ name, is_shared }) => `Saved as “${name}”${is_shared ? ', and colleagues can see it too' : ''}.`,
      onDone,
    },
  )
}

export function useDeleteSaved(list: SearchableList) {
  return useAction(({ id }: SavedSearch) => remove(`${savedUrl(list)}/${id}`, z.unknown()), {
    invalidates: [savedSearchesQuery(list).queryKey],
    done: (_, { name }) => `“${name}” is deleted.`,
    refusal: 'Nothing was deleted',
  })
}

export const savedUrl = (list: SearchableList) => `/${list}/saved`

/** Loads one's own searches of a list and shared ones. */
export const savedSearchesQuery = (list: SearchableList) =>
  read([list, 'saved'], savedUrl(list), savedSearches, { staleTime: 30 * 60_000 })

/** How many each of them finds now. */
export const savedCountsQuery = (list: SearchableList) =>
  read([list, 'saved', 'counts'], `${savedUrl(list)}/counts`, savedCounts, {
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
