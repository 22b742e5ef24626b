import { morning } from '@alumni/shared/morning'
import { read } from '../ui/read.ts'

export const morningQuery = read(['morning'], '/morning', morning, {
  staleTime: 20_000,
  refetchOnWindowFocus: false,
  refetchInterval: 5 * 60_000,
})
