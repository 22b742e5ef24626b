import {
  commitGivingRequest,
  givingPage,
  givingPreview,
  givingUrl,
  undoGivingReply,
  type GivingPreview,
} from '@alumni/shared/exchange/giving'
import { z } from 'zod'
import { HttpError, request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { readPage } from '../../ui/read.ts'

export type GivingSearch = { preview_id?: number | undefined; page: number }

export const givingPageQuery = (search: GivingSearch) =>
  readPage(['giving', search], `${givingUrl}${writePlainSearch(search)}`, givingPage)

/** The reason of a refusal; the preview as it is now where that has changed. */
export type Refusal = { id: number; sentence: string; preview: GivingPreview | null }

export function refusalOf(id: number, error: Error): Refusal | null {
  if (error instanceof HttpError && error.status === 401) return null
  const body = error instanceof HttpError ? (error.body as { preview?: unknown }) : {}
  const { data } = givingPreview.safeParse(body.preview)
  return { id, sentence: error.message, preview: data ?? null }
}

/** A large file takes its time. */
const patienceInMs = 10 * 60_000

/** Imports what the preview shows. */
export function useCommit(onDone: () => void, onError: (error: Error) => void) {
  return useAction(
    (body: z.input<typeof commitGivingRequest>) =>
      request(`${givingUrl}/commit`, givingPreview, { method: 'POST', body, patienceInMs }),
    { invalidates: ['giving', 'statistics'], isErrorInline: true, onDone, onError },
  )
}

/** Takes an import back. */
export function useUndo() {
  return useAction(
    (preview_id: number) =>
      request(`${givingUrl}/undo`, undoGivingReply, { method: 'POST', body: { preview_id }, patienceInMs }),
    {
      invalidates: ['giving', 'statistics'],
      refusal: 'Nothing has been undone',
      done: ({ removed, restored, left_out }) => ({
        title: 'The giving import is undone',
        message: `${countOf(removed, ['gift', 'gifts'])} removed, ${count(restored)} restored.${leftOutWords(left_out)}`,
      }),
    },
  )
}

/** Forgets a preview at once. */
export function useDiscard() {
  return useAction((preview_id: number) => request(givingUrl, z.null(), { method: 'DELETE', body: { preview_id } }), {
    invalidates: [{ queryKey: ['giving'], refetchType: 'none' }],
    isErrorInline: true,
  })
}

function leftOutWords(leftOut: number): string {
  return leftOut === 0
    ? ''
    : ` ${countOf(leftOut, ['gift', 'gifts'])} could not be restored: the person, or the list that added them, has since been removed.`
}
