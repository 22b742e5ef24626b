import { dismissReply, mergePage, searchReply, type MergePage, type MergeRequest } from '@alumni/shared/signup-merges'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { HttpError, request } from '../http.ts'
import { countOf } from '../ui/words/numbers.ts'
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
  return useMutation({
    mutationFn: (body: MergeRequest) => request(mergesUrl, mergePage, { method: 'POST', body }),
    onSuccess: onDone,
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

function sayRefusal(error: Error): void {
  if (error instanceof HttpError && error.status === 401) return
  notifications.show({
    color: 'red',
    title: 'Nothing has been done',
    message: error.message,
    autoClose: false,
    role: 'alert',
  })
}

/** Signups are shown in several places. */
function useLookAgain() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
