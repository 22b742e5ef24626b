import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { request } from '../http.ts'

type Options<Data> = Omit<UseQueryOptions<Data, Error, Data, readonly unknown[]>, 'queryKey' | 'queryFn'>

/** Builds the query options for a GET of `url`; `reply` parses the response. */
export function readQuery<Schema extends z.ZodType>(
  key: readonly unknown[],
  url: string,
  reply: Schema,
  options: Options<z.infer<Schema>> = {},
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => request(url, reply, { signal })
  return queryOptions({ queryKey: key, queryFn, ...options })
}

/** Like `readQuery`, for a page of a list: shows the previous page until the next one is loaded. */
export function readPageQuery<Schema extends z.ZodType>(
  key: readonly unknown[],
  url: string,
  reply: Schema,
  options: Options<z.infer<Schema>> = {},
) {
  return readQuery(key, url, reply, { placeholderData: keepPreviousData as never, ...options })
}
