import {
  bouncedLettersPage,
  dismissLookAlikeReply,
  duplicateEmailsPage,
  lookAgainReply,
  lookAlikesPage,
  reportsPage,
  unknownEmployersPage,
  withoutDegreesPage,
  type ReportName,
} from '@alumni/shared/alumni/reports'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { notifyRefusal } from '../../ui/notify.tsx'
import { countOf } from '../../ui/words/numbers.ts'

const home = '/settings/reports'
const pages = {
  look_alikes: lookAlikesPage,
  duplicate_emails: duplicateEmailsPage,
  unknown_employers: unknownEmployersPage,
  bounced_letters: bouncedLettersPage,
  alumni_without_degrees: withoutDegreesPage,
} satisfies Record<ReportName, z.ZodObject>

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => request(home, reportsPage, { signal }),
})

/** A page of a report, filtered as the address says. */
export function reportQuery<Name extends ReportName>(name: Name, search: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['reports', name, search],
    queryFn: ({ signal }) =>
      request(`${home}/${name}${writePlainSearch(search)}`, pages[name], { signal }) as Promise<
        z.infer<(typeof pages)[Name]>
      >,
    placeholderData: keepPreviousData,
  })
}

/** Looks anew for what a prepared report shows. */
export function useLookAgain(name: 'look_alikes' | 'unknown_employers', noun: readonly [string, string]) {
  const lookAgain = useReadAgain()
  return useMutation({
    mutationFn: () => request(`${home}/${name}/search`, lookAgainReply, { method: 'POST', patienceInMs: 5 * 60_000 }),
    onSuccess: ({ found }) =>
      notifications.show({
        color: 'green',
        title: 'Looked through everything',
        message: `${countOf(found, noun)} found.`,
      }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

/** Says that two alumni are not one person. */
export function useDismiss() {
  const lookAgain = useReadAgain()
  return useMutation({
    mutationFn: (buids: [string, string]) =>
      request(`${home}/look_alikes/dismissals`, dismissLookAlikeReply, { method: 'POST', body: { buids } }),
    onSuccess: () =>
      notifications.show({
        color: 'green',
        title: 'Not the same person',
        message: 'This pair is not suggested again. You find it under “Dismissed”.',
      }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

export function useTakeBack() {
  const lookAgain = useReadAgain()
  return useMutation({
    mutationFn: (id: number) => request(`${home}/look_alikes/dismissals/${id}`, z.null(), { method: 'DELETE' }),
    onError: notifyRefusal,
    onSettled: lookAgain,
  })
}

function useReadAgain() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['reports'] })
}
