import { searchPage, type FoundAlumnus, type SearchPage } from '@alumni/shared/alumni/search'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readPageQuery } from '../../ui/read-query.ts'

const maxPeople = 7

export type PeopleSearch = {
  people: readonly FoundAlumnus[]
  page: SearchPage | undefined
  error: Error | null
  retry: () => unknown
}

/** Searches alumni by the typed text, after a pause in typing. Returns no people for fewer than two characters. */
export function usePeopleSearch(text: string): PeopleSearch {
  const [query] = useDebouncedValue(text.trim(), 240)
  const isEnabled = text.trim().length >= 2 && query.length >= 2
  const { data, error, refetch } = useQuery({ ...peopleQuery(query), enabled: isEnabled, retry: false })
  return isEnabled
    ? { people: (data?.alumni ?? []).slice(0, maxPeople), page: data, error, retry: refetch }
    : { people: [], page: undefined, error: null, retry: refetch }
}

/** Uses the same query key as the search page, so that both share the reply. */
function peopleQuery(q: string) {
  return readPageQuery(['alumni_search', 'page', { q }], `/alumni_search?${new URLSearchParams({ q })}`, searchPage, {
    staleTime: 5 * 60_000,
  })
}
