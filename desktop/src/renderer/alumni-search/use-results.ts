import type { SearchPage } from '@alumni/shared/alumni-search'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { HttpError } from '../http.ts'
import { alumniSearchQuery } from './queries.ts'
import { isSearch, type SearchWords } from './search-words.ts'

export type Results = {
  /** What to show: the answer, or, dimmed, the one before while it is on its way or the question makes no sense yet. */
  page: SearchPage | undefined
  isStale: boolean
  isFetching: boolean
  /** The server's sentences about words that it does not understand, by field. */
  refusal: { sentence: string; fields: Record<string, string> } | undefined
  /** Any other failure. */
  error: Error | null
  retry: () => unknown
}

/** The answer to a search; the last good one stays until there is another. */
export function useResults(words: SearchWords): Results {
  const query = useQuery({ ...alumniSearchQuery(words), enabled: isSearch(words) })
  const last = useRef<SearchPage>(undefined)
  const isAsking = isSearch(words)
  useEffect(() => {
    last.current = isAsking ? (query.data ?? last.current) : undefined
  }, [isAsking, query.data])
  const { error } = query
  const refusal =
    error instanceof HttpError && error.status === 400
      ? { sentence: error.message, fields: error.body.fields ?? {} }
      : undefined
  return {
    page: isAsking ? (query.data ?? (refusal && last.current)) : undefined,
    isStale: query.isPlaceholderData || refusal !== undefined,
    isFetching: query.isFetching,
    refusal,
    error: refusal || query.data ? null : error,
    retry: query.refetch,
  }
}
