import { savedSearch, savedCounts, savedSearches, searchableLists } from '@alumni/shared/alumni/saved-searches'
import type { SavedSearch, SaveSearchRequest, SearchableList, SavedCount } from '@alumni/shared/alumni/saved-searches'
import { hasRole } from '@alumni/shared/staff/accounts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { patch, post, remove } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { readQuery } from '../../ui/read-query.ts'
import { useSession } from '../session/session.ts'

/** Saves a search, replacing one with the same name. With an `id`, updates that search instead. */
export function useSaveSearch(list: SearchableList, onDone: () => void) {
  return useAction(
    ({ id, ...body }: SaveSearchRequest & { id?: number | undefined }) =>
      id === undefined ? post(savedUrl(list), savedSearch, body) : patch(`${savedUrl(list)}/${id}`, savedSearch, body),
    {
      invalidates: [savedSearchesQuery(list).queryKey],
      isErrorInline: true,
      successNotice: ({ name, is_shared }) =>
        `Saved as “${name}”${is_shared ? ', and colleagues can see it too' : ''}.`,
      onDone,
    },
  )
}

export function useDeleteSearch() {
  return useAction(({ list, id }: CountedSearch) => remove(`${savedUrl(list)}/${id}`, z.unknown()), {
    invalidates: searchableLists.map((list) => savedSearchesQuery(list).queryKey),
    successNotice: (_, { name }) => `“${name}” is deleted.`,
    errorTitle: 'Nothing was deleted',
  })
}

const savedUrl = (list: SearchableList) => `/${list}/saved`

export const savedSearchesQuery = (list: SearchableList) =>
  readQuery([list, 'saved'], savedUrl(list), savedSearches, { staleTime: 30 * 60_000 })

const savedCountsQuery = (list: SearchableList) =>
  readQuery([list, 'saved', 'counts'], `${savedUrl(list)}/counts`, savedCounts, {
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

/** `found` is undefined until the results are counted. */
export type CountedSearch = SavedSearch & { list: SearchableList; found: SavedCount | undefined }

/** Returns the saved searches of all lists that the user may see. `data` is undefined until every list is loaded. */
export function useSavedSearches() {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const lists = [useSearchesOf('alumni_search'), useSearchesOf('champion_signups', isStaff)].slice(0, isStaff ? 2 : 1)
  const queries = lists.map(({ query }) => query)
  const isComplete = queries.every(({ data }) => data !== undefined)
  return {
    data: isComplete ? lists.flatMap(({ searches }) => searches) : undefined,
    error: isComplete ? null : (queries.find(({ error }) => error)?.error ?? null),
    isLoading: queries.some(({ isPending, failureCount }) => isPending && failureCount === 0),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

/** Returns one list's saved searches, each with its count once loaded, and the query that loads the searches. */
export function useSearchesOf(list: SearchableList, enabled = true) {
  const query = useQuery({ ...savedSearchesQuery(list), enabled })
  const { searches = [] } = query.data ?? {}
  const { data } = useQuery({ ...savedCountsQuery(list), enabled: enabled && searches.length > 0 })
  const findCount = (search: SavedSearch) => data?.counts.find(({ id }) => id === search.id)
  return { query, searches: searches.map((search): CountedSearch => ({ ...search, list, found: findCount(search) })) }
}
