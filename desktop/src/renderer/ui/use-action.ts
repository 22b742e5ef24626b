import {
  useMutation,
  useQueryClient,
  type InvalidateQueryFilters,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useId } from 'react'
import { hideToast, notifySuccess, notifyError, type Notice } from './notify.tsx'

type Invalidated = QueryKey | string | InvalidateQueryFilters

export type ActionOptions<Input, Reply> = {
  /**
   * The queries that show what the action changes, each by its key, the key's first word or a filter; they are read
   * again.
   */
  invalidates?: readonly Invalidated[]
  /** Returns what the toast reports as done; undefined shows none. */
  successNotice?: (reply: Reply, input: Input) => Notice | string | undefined
  onDone?: ((reply: Reply, input: Input) => unknown) | undefined
  onError?: (error: Error, input: Input) => unknown
  /** Titles the toast that says why it was refused. */
  errorTitle?: string
  /** The page shows `error` itself, so that no toast does. */
  isErrorInline?: boolean
  /** The cache retains an unused reply for this long. */
  gcTime?: number
}

/** Something that a person does: the request, the toast, and the queries that are read again in any case. */
export function useAction<Input = void, Reply = unknown>(
  run: (input: Input) => Promise<Reply>,
  {
    invalidates = [],
    successNotice,
    onDone,
    onError,
    isErrorInline = false,
    errorTitle,
    gcTime,
  }: ActionOptions<Input, Reply> = {},
): UseMutationResult<Reply, Error, Input> {
  const invalidate = useInvalidate()
  const own = useId()
  return useMutation({
    ...(gcTime !== undefined && { gcTime }),
    mutationFn: run,
    onSuccess(reply, input) {
      hideToast(own)
      const notice = successNotice?.(reply, input)
      if (notice !== undefined) notifySuccess(notice)
      return onDone?.(reply, input)
    },
    onError(error, input) {
      if (!isErrorInline) notifyError(errorTitle ?? 'Nothing was changed', error, own)
      return onError?.(error, input)
    },
    onSettled: () => invalidate(invalidates),
  })
}

/** Reads again what is shown of these queries; what is not shown is read when it is needed. */
function useInvalidate() {
  const queryClient = useQueryClient()
  return (all: readonly Invalidated[]) => Promise.all(all.map((each) => queryClient.invalidateQueries(filterOf(each))))
}

function filterOf(each: Invalidated): InvalidateQueryFilters {
  if (typeof each === 'string') return { queryKey: [each] }
  return 'length' in each ? { queryKey: each } : each
}
