import type { FoundAlumnus } from '@alumni/shared/alumni-search'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { alumniSearchQuery } from '../alumni-search/queries.ts'

const maxPeople = 7

export type PeopleCalled = { people: readonly FoundAlumnus[]; error: Error | null; retry: () => unknown }

/** The first people of this name. */
export function usePeopleCalled(typed: string): PeopleCalled {
  const [settled] = useDebouncedValue(typed.trim(), 240)
  const isAsking = typed.trim().length >= 2 && settled.length >= 2
  const { data, error, refetch } = useQuery({ ...alumniSearchQuery({ q: settled }), enabled: isAsking, retry: false })
  return isAsking
    ? { people: (data?.alumni ?? []).slice(0, maxPeople), error, retry: refetch }
    : { people: [], error: null, retry: refetch }
}
