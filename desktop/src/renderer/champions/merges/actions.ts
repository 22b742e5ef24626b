import { dismissReply, mergePage, searchReply } from '@alumni/shared/champions/merges'
import type { MergePage, MergeRequest } from '@alumni/shared/champions/merges'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { post, remove } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { duplicatesUrl, mergesUrl } from './queries.ts'

/** Matches all queries except the session and merge previews, which would fail once the signups are merged. */
export const invalidates = [
  {
    predicate: ({ queryKey: [first, second] }: { queryKey: readonly unknown[] }) =>
      first !== 'session' && second !== 'preview',
  },
]

export function useSearchAgain() {
  return useAction(() => post(`${duplicatesUrl}/search`, searchReply), {
    invalidates,
    successNotice: ({ found }) => ({
      title: 'All signups have been checked',
      message:
        found === 0
          ? 'No possible duplicates.'
          : `${formatCount(found, ['possible duplicate', 'possible duplicates'])} found.`,
    }),
  })
}

export function useDismissPair() {
  return useAction((ids: [number, number]) => post(`${duplicatesUrl}/dismissals`, dismissReply, { ids }), {
    invalidates,
    successNotice: () => ({
      title: 'Not the same person',
      message: 'This pair will not be suggested again. It is listed under “Dismissed”.',
    }),
  })
}

export function useRestorePair() {
  return useAction((id: number) => remove(`${duplicatesUrl}/dismissals/${id}`, z.null()), {
    invalidates,
  })
}

export function useMerge(onDone: (page: MergePage) => void) {
  const queryClient = useQueryClient()
  return useAction((body: MergeRequest) => post(mergesUrl, mergePage, body), {
    invalidates,
    isErrorInline: true,
    successNotice: ({ merge }) => ({
      title: 'Merged',
      message: `${formatCount(merge.sources.length + 1, ['signup is', 'signups are'])} now one. This can be undone.`,
    }),
    onDone,
    onError: () => queryClient.invalidateQueries({ queryKey: ['signup-merges', 'preview'] }),
  })
}
