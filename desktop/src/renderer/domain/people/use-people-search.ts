import { searchPage, type FoundAlumnus, type SearchPage } from '@alumni/shared/alumni/search'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readPage } from '../../ui/read.ts'

const maxPeople = 7

/** `page` is the reply, with how the words were read. */
export type PeopleSearch = {
  people: readonly FoundAlumnus[]
  page: SearchPage | undefined
  error: Error | null
  retry: () => unknown
}

/** The first people of this name, BUID, address or number, or class, place or employer. */
export function usePeopleSearch(typed: string): PeopleSearch {
  const [settled] = useDebouncedValue(typed.trim(), 240)
  const isAsking = typed.trim().length >= 2 && settled.length >= 2
  const { data, error, refetch } = useQuery({ ...calledQuery(settled), enabled: isAsking, retry: false })
  return isAsking
    ? { people: (data?.alumni ?? []).slice(0, maxPeople), page: data, error, retry: refetch }
    : { people: [], page: undefined, error: null, retry: refetch }
}

/** As the search page asks for it, so that each finds what the other has asked. */
function calledQuery(q: string) {
  return readPage(['alumni_search', 'page', { q }], `/alumni_search?${new URLSearchParams({ q })}`, searchPage, {
    staleTime: 5 * 60_000,
  })
}
