import {
  dismissReply,
  mergePage,
  searchReply,
  type MergePage,
  type MergeRequest,
} from '@alumni/shared/champions/merges'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { duplicatesUrl, mergesUrl } from './queries.ts'

/** Looks through all signups anew. */
export function useSearchAnew() {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: () => request(`${duplicatesUrl}/search`, searchReply, { method: 'POST' }),
    onSuccess: ({ found }) =>
      notifications.show({
        color: 'green',
        title: 'Looked through all signups',
        message: found === 0 ? 'No two look alike.' : `${countOf(found, ['pair looks', 'pairs look'])} alike.`,
      }),
    onError: sayRefusal,
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
      notifications.show({
        color: 'green',
        title: 'Not the same person',
        message: 'This pair is not suggested again. You find it under “Dismissed”.',
      }),
    onError: sayRefusal,
    onSettled: lookAgain,
  })
}

export function useTakeBack() {
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: (id: number) => request(`${duplicatesUrl}/dismissals/${id}`, z.null(), { method: 'DELETE' }),
    onError: sayRefusal,
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
      notifications.show({
        color: 'green',
        title: 'Merge undone',
        message: `${countOf(merge.sources.length + 1, ['signup stands', 'signups stand'])} side by side again.`,
      }),
    onError: sayRefusal,
    onSettled: lookAgain,
  })
}

/** Signups are shown in several places. A preview of what has been merged would only say that it has been. */
function useLookAgain() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [of, what] }) => of !== 'session' && what !== 'preview' })
}
