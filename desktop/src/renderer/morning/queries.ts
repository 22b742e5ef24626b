import { morning } from '@alumni/shared/morning'
import { readQuery } from '../ui/read-query.ts'

export const morningQuery = readQuery(['morning'], '/morning', morning, {
  staleTime: 20_000,
  refetchOnWindowFocus: false,
  refetchInterval: 5 * 60_000,
})
