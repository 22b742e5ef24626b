import { Skeleton } from '@mantine/core'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { HttpError } from '../../http.ts'

/** A reply with status 400; `fields` has the errors by parameter. */
export type Refusal = { message: string; fields: Record<string, string> }

export type Results<Page> = {
  /** While the next reply loads, and if the search is invalid, this is still the previous reply. */
  page: Page | undefined
  isStale: boolean
  isFetching: boolean
  refusal: Refusal | undefined
  error: Error | null
  retry: () => unknown
}

/** Runs a search. Returns a refused search (status 400) apart from other errors, together with the last page shown. */
export function useResults<Page, Key extends readonly unknown[]>(
  options: UseQueryOptions<Page, Error, Page, Key>,
  isEnabled = true,
): Results<Page> {
  const query = useQuery({ ...options, enabled: isEnabled })
  const last = useRef<Page>(undefined)
  useEffect(() => {
    last.current = isEnabled ? (query.data ?? last.current) : undefined
  }, [isEnabled, query.data])
  const { error } = query
  const refusal =
    error instanceof HttpError && error.status === 400
      ? { message: error.message, fields: error.body.fields ?? {} }
      : undefined
  return {
    page: isEnabled ? (query.data ?? (refusal && last.current)) : undefined,
    isStale: query.isPlaceholderData || refusal !== undefined,
    isFetching: query.isFetching,
    refusal,
    error: refusal || query.data ? null : error,
    retry: query.refetch,
  }
}

export function ResultsSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Searching…</span>
      <Skeleton height={20} width={120} mb={24} />
      {Array.from({ length: 14 }, (_, i) => (
        <Skeleton key={i} height={16} mb={20} />
      ))}
    </div>
  )
}
