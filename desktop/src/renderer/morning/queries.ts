import { morning } from '@alumni/shared/morning'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../http.ts'

/** Read again on every page that shows it, and every five minutes while it is shown. */
export const morningQuery = queryOptions({
  queryKey: ['morning'],
  queryFn: ({ signal }) => request('/morning', morning, { signal }),
  staleTime: 20_000,
  refetchOnWindowFocus: false,
  refetchInterval: 5 * 60_000,
})
