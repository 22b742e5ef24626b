import { sendAgainReply } from '@alumni/shared/operations/letters'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { lettersUrl, processesUrl } from './queries.ts'

/** Sends one letter that was given up again, or all of them. */
export function useSendAgain() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id?: number) =>
      request(`${lettersUrl}/send_again`, sendAgainReply, { method: 'POST', body: id === undefined ? {} : { id } }),
    onSuccess: ({ letters }) =>
      notifications.show({
        color: 'green',
        title: 'On their way again',
        message: `${countOf(letters, ['letter is', 'letters are'])} sent again.`,
      }),
    onError: sayRefusal,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  })
}

/** Runs the failed jobs of a kind again. */
export function useRunAgain() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      request(`${processesUrl}/failed_jobs`, z.object({}), { method: 'POST', body: { name } }),
    onSuccess: () =>
      notifications.show({
        color: 'green',
        title: 'Asked for',
        message: 'A worker runs them again; this page shows it within half a minute.',
      }),
    onError: sayRefusal,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  })
}
