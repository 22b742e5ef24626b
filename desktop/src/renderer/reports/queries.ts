import { withoutDegreesPage, type WithoutDegreesQuery } from '@alumni/shared/reports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../http.ts'
import { writePlainSearch } from '../plain-search.ts'

export function withoutDegreesQuery({ q, page }: WithoutDegreesQuery) {
  return queryOptions({
    queryKey: ['reports', 'alumni_without_degrees', q, page],
    queryFn: ({ signal }) =>
      request(`/settings/reports/alumni_without_degrees${writePlainSearch({ q, page })}`, withoutDegreesPage, {
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
