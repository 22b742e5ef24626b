import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { HttpError, request } from '../../http.ts'
import { notifyRefusal } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'

export type Move = { move: string; at?: string | undefined }

/**
 * Moves what `url` names, such as publishing it. A refusal that belongs to the field of the time is left to the form.
 */
export function usePublicationMove(url: string, key: string) {
  return useAction((move: Move) => request(`${url}/moves`, z.unknown(), { method: 'POST', body: move }), {
    invalidates: [key],
    isErrorInline: true,
    onError(error) {
      if (!(error instanceof HttpError && error.body.fields?.at)) notifyRefusal(error)
    },
  })
}
export type PublicationMove = ReturnType<typeof usePublicationMove>

/** Deletes what `url` names, as it was seen. */
export function usePublicationDelete(url: string, key: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (version: number) => request(url, z.unknown(), { method: 'DELETE', body: { version } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [key, 'list'] }),
    onError: notifyRefusal,
  })
}
export type PublicationDelete = ReturnType<typeof usePublicationDelete>
