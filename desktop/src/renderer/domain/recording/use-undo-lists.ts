import { undoListReply } from '@alumni/shared/alumni/recorded-lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { recordedListsUrl } from './queries.ts'

/** Takes back what was recorded in these lists, and answers how many engagements that were. */
export function useUndoLists(onUndone: (deleted: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(lists: readonly number[]) {
      let deleted = 0
      for (const id of lists)
        deleted += (await request(`${recordedListsUrl}/${id}/undo`, undoListReply, { method: 'POST' })).deleted
      return deleted
    },
    onSuccess: onUndone,
    onError: sayRefusal,
    onSettled: () =>
      Promise.all(['recorded-lists', 'alumni'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
}
