import { givingPage, givingPreview, givingUrl, type GivingPreview } from '@alumni/shared/exchange/giving'
import { HttpError } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { readPageQuery } from '../../ui/read-query.ts'

export type GivingSearch = { preview_id?: number | undefined; page: number }

export const givingPageQuery = (search: GivingSearch) =>
  readPageQuery(['giving', search], `${givingUrl}${writePlainSearch(search)}`, givingPage)

/** `preview` is set if the import would now have a different effect than when the user reviewed it. */
export type Refusal = { id: number; message: string; preview: GivingPreview | null }

/** Returns null for status 401, which ends the session. */
export function readRefusal(id: number, error: Error): Refusal | null {
  if (error instanceof HttpError && error.status === 401) return null
  const body = error instanceof HttpError ? (error.body as { preview?: unknown }) : {}
  const { data } = givingPreview.safeParse(body.preview)
  return { id, message: error.message, preview: data ?? null }
}

export const timeoutInMs = 10 * 60_000
