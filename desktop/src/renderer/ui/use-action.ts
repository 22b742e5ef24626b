import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InvalidateQueryFilters, QueryKey, UseMutationResult } from '@tanstack/react-query'
import { useId } from 'react'
import { hideToast, notifySuccess, notifyError, type Notice } from './notify.tsx'

type InvalidationTarget = QueryKey | string | InvalidateQueryFilters

export type ActionOptions<Input, Reply> = {
  /** The queries to invalidate, each as a key, the first element of a key, or a filter. */
  invalidates?: readonly InvalidationTarget[]
  successNotice?: (reply: Reply, input: Input) => Notice | string | undefined
  onDone?: ((reply: Reply, input: Input) => unknown) | undefined
  onError?: (error: Error, input: Input) => unknown
  errorTitle?: string
  isErrorInline?: boolean
  gcTime?: number
}

/** Returns a mutation that runs `run`, shows the result in a toast and invalidates queries, even after an error. */
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
  const toastTopic = useId()
  return useMutation({
    ...(gcTime !== undefined && { gcTime }),
    mutationFn: run,
    onSuccess(reply, input) {
      hideToast(toastTopic)
      const notice = successNotice?.(reply, input)
      if (notice !== undefined) notifySuccess(notice)
      return onDone?.(reply, input)
    },
    onError(error, input) {
      if (!isErrorInline) notifyError(errorTitle ?? 'Nothing was changed', error, toastTopic)
      return onError?.(error, input)
    },
    onSettled: () => invalidate(invalidates),
  })
}

function useInvalidate() {
  const queryClient = useQueryClient()
  return (all: readonly InvalidationTarget[]) =>
    Promise.all(all.map((each) => queryClient.invalidateQueries(filterOf(each))))
}

function filterOf(each: InvalidationTarget): InvalidateQueryFilters {
  if (typeof each === 'string') return { queryKey: [each] }
  return 'length' in each ? { queryKey: each } : each
}
