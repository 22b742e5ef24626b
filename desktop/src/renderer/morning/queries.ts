import { morning } from '@alumni/shared/morning'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../http.ts'

/** Read anew when someone comes to a page that shows it, and every five minutes while it is looked at. */
export const morningQuery = queryOptions({
  queryKey: ['morning'],
  queryFn: ({ signal }) => request('/morning', morning, { signal }),
  staleTime: 20_000,
  refetchOnWindowFocus: false,
  refetchInterval: 5 * 60_000,
})
