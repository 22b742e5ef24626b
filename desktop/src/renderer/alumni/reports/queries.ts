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
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { read } from '../../ui/read.ts'

const home = '/settings/reports'
const pages = {
  look_alikes: lookAlikesPage,
  duplicate_emails: duplicateEmailsPage,
  unknown_employers: unknownEmployersPage,
  bounced_letters: bouncedLettersPage,
  alumni_without_degrees: withoutDegreesPage,
} satisfies Record<ReportName, z.ZodObject>
export type ReportPages = { [Name in ReportName]: z.infer<(typeof pages)[Name]> }

export const reportsQuery = read(['reports'], home, reportsPage)

/** A page of a report, filtered as the address says. */
export function reportQuery<Name extends ReportName>(name: Name, search: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['reports', name, search],
    queryFn: ({ signal }) =>
      request(`${home}/${name}${writePlainSearch(search)}`, pages[name], { signal }) as Promise<ReportPages[Name]>,
    placeholderData: keepPreviousData,
  })
}

/** Searches anew for what a prepared report shows. */
export function useSearchAnew(name: 'look_alikes' | 'unknown_employers', noun: readonly [string, string]) {
  return useAction(
    () => request(`${home}/${name}/search`, lookAgainReply, { method: 'POST', patienceInMs: 5 * 60_000 }),
    {
      done: ({ found }) => ({ title: 'Everything has been checked', message: `${countOf(found, noun)} found.` }),
      invalidates: ['reports'],
    },
  )
}

/** Records that two alumni are not one person. */
export function useDismiss() {
  return useAction(
    (buids: [string, string]) =>
      request(`${home}/look_alikes/dismissals`, dismissLookAlikeReply, { method: 'POST', body: { buids } }),
    {
      done: () => ({
        title: 'Not the same person',
        message: 'This pair will not be suggested again. It is listed under “Dismissed”.',
      }),
      invalidates: ['reports'],
    },
  )
}

export function useTakeBack() {
  return useAction((id: number) => request(`${home}/look_alikes/dismissals/${id}`, z.null(), { method: 'DELETE' }), {
    invalidates: ['reports'],
  })
}
