import {
  dismissReply,
  mergePage,
  searchReply,
  type MergePage,
  type MergeRequest,
} from '@alumni/shared/champions/merges'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { post, remove } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { duplicatesUrl, mergesUrl } from './queries.ts'

/** Signups are shown in several places. A preview of what has been merged would only say that it has been. */
export const invalidates = [
  { predicate: ({ queryKey: [of, what] }: { queryKey: readonly unknown[] }) => of !== 'session' && what !== 'preview' },
]

/** Looks through all signups anew. */
export function useSearchAgain() {
  return useAction(() => post(`${duplicatesUrl}/search`, searchReply), {
    invalidates,
    successNotice: ({ found }) => ({
      title: 'All signups have been checked',
      message:
        found === 0
          ? 'No possible duplicates.'
          : `${countOf(found, ['possible duplicate', 'possible duplicates'])} found.`,
    }),
  })
}

/** Says that two signups are not of one person. */
export function useDismiss() {
  return useAction((ids: [number, number]) => post(`${duplicatesUrl}/dismissals`, dismissReply, { ids }), {
    invalidates,
    successNotice: () => ({
      title: 'Not the same person',
      message: 'This pair will not be suggested again. It is listed under “Dismissed”.',
    }),
  })
}

export function useTakeBack() {
  return useAction((id: number) => remove(`${duplicatesUrl}/dismissals/${id}`, z.null()), {
    invalidates,
  })
}

export function useMerge(onDone: (made: MergePage) => void) {
  const queryClient = useQueryClient()
  return useAction((body: MergeRequest) => post(mergesUrl, mergePage, body), {
    invalidates,
    isErrorInline: true,
    successNotice: ({ merge }) => ({
      title: 'Merged',
      message: `${countOf(merge.sources.length + 1, ['signup is', 'signups are'])} now one. This can be undone.`,
    }),
    onDone,
    onError: () => queryClient.invalidateQueries({ queryKey: ['signup-merges', 'preview'] }),
  })
}
