import { alumnusPage } from '@alumni/shared/profile'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../http.ts'

export function alumnusQuery(id: string) {
  return queryOptions({
    queryKey: ['alumni', id.toUpperCase()],
    queryFn: ({ signal }) => request(`/alumni/${encodeURIComponent(id)}`, alumnusPage, { signal }),
  })
}
