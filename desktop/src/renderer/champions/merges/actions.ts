import {
  dismissReply,
  mergePage,
  searchReply,
  type MergePage,
  type MergeRequest,
} from '@alumni/shared/champions/merges'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { notifyDone, notifyRefusal } from '../../ui/notify.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { duplicatesUrl, mergesUrl } from './queries.ts'

/** Looks through all signups anew. */
export function useSearchAnew() {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: () => request(`${duplicatesUrl}/search`, searchReply, { method: 'POST' }),
    onSuccess: ({ found }) =>
      notifyDone({
        title: 'Looked through all signups',
        message: found === 0 ? 'No two look alike.' : `${countOf(found, ['pair looks', 'pairs look'])} alike.`,
      }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

/** Says that two signups are not of one person; the message offers to take it back. */
export function useDismiss() {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (ids: [number, number]) =>
      request(`${duplicatesUrl}/dismissals`, dismissReply, { method: 'POST', body: { ids } }),
    onSuccess: () =>
      notifyDone({
        title: 'Not the same person',
        message: 'This pair is not suggested again. You find it under “Dismissed”.',
      }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

export function useTakeBack() {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (id: number) => request(`${duplicatesUrl}/dismissals/${id}`, z.null(), { method: 'DELETE' }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

export function useMerge(onDone: (made: MergePage) => void) {
  const lookAgain = useLookAgain()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: MergeRequest) => request(mergesUrl, mergePage, { method: 'POST', body }),
    onSuccess: onDone,
    onError: () => queryClient.invalidateQueries({ queryKey: ['signup-merges', 'preview'] }),
    onSettled: lookAgain,
  })
}

export function useUndoMerge() {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (id: number) => request(`${mergesUrl}/${id}/undo`, mergePage, { method: 'POST' }),
    onSuccess: ({ merge }) =>
      notifyDone({
        title: 'Merge undone',
        message: `${countOf(merge.sources.length + 1, ['signup stands', 'signups stand'])} side by side again.`,
      }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

/** Signups are shown in several places. A preview of what has been merged would only say that it has been. */
function useLookAgain() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [of, what] }) => of !== 'session' && what !== 'preview' })
}
