import {
  commitGivingRequest,
  givingPage,
  givingPreview,
  givingUrl,
  type GivingPreview,
} from '@alumni/shared/exchange/giving'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { HttpError, request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'

export type GivingSearch = { preview_id?: number | undefined; page: number }

export function givingPageQuery(search: GivingSearch) {
  return queryOptions({
    queryKey: ['giving', search],
    queryFn: ({ signal }) => request(`${givingUrl}${writePlainSearch(search)}`, givingPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** A refusal says why, and brings the preview as it is now where that has changed. */
export type Refusal = { sentence: string; preview: GivingPreview | null }

export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || (error instanceof HttpError && error.status === 401)) return null
  const body = error instanceof HttpError ? (error.body as { preview?: unknown }) : {}
  const { data } = givingPreview.safeParse(body.preview)
  return { sentence: error.message, preview: data ?? null }
}

/** Imports what the preview shows; a large one takes its time. */
export function useCommit(onError: (error: Error) => void) {
  return useAction(
    (body: z.input<typeof commitGivingRequest>) =>
      request(`${givingUrl}/commit`, givingPreview, { method: 'POST', body, patienceInMs: 10 * 60_000 }),
    { invalidates: ['giving', 'statistics'], isErrorInline: true, onError },
  )
}

/** Forgets a preview at once. */
export function useDiscard() {
  return useAction((preview_id: number) => request(givingUrl, z.null(), { method: 'DELETE', body: { preview_id } }), {
    invalidates: [{ queryKey: ['giving'], refetchType: 'none' }],
    isErrorInline: true,
  })
}
