import { morning } from '@alumni/shared/morning'
import { read } from '../ui/read.ts'

/** Read again on every page that shows it, and every five minutes while it is shown. */
export const morningQuery = read(['morning'], '/morning', morning, {
  staleTime: 20_000,
  refetchOnWindowFocus: false,
  refetchInterval: 5 * 60_000,
})
