import type { FoundAlumnus } from '@alumni/shared/alumni-search'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { alumniSearchQuery } from '../search/queries.ts'

const mostPeople = 7

/** The first people of this name. A failure shows nobody: the search page says what is wrong. */
export function usePeopleCalled(typed: string): readonly FoundAlumnus[] {
  const [settled] = useDebouncedValue(typed.trim(), 150)
  const isAsking = typed.trim().length >= 2 && settled.length >= 2
  const { data } = useQuery({ ...alumniSearchQuery({ q: settled }), enabled: isAsking, retry: false })
  return isAsking ? (data?.alumni ?? []).slice(0, mostPeople) : []
}
