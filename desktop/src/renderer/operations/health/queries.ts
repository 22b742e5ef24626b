import { lettersPage, sendAgainReply, type LettersQuery, type RetainedRequest } from '@alumni/shared/operations/letters'
import { processesPage, releasesPage, settingsHome } from '@alumni/shared/operations/settings'
import { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { read, readPage } from '../../ui/read.ts'

const lettersUrl = '/settings/letters'
const processesUrl = '/settings/processes'

export const settingsHomeQuery = read(['settings', 'home'], '/settings', settingsHome, { refetchInterval: 60_000 })

export const releasesQuery = read(['settings', 'releases'], '/settings/releases', releasesPage, { staleTime: Infinity })

export const processesQuery = read(['settings', 'processes'], processesUrl, processesPage, { refetchInterval: 10_000 })

export const lettersQuery = (search: LettersQuery) =>
  readPage(['settings', 'letters', search], `${lettersUrl}${writePlainSearch(search)}`, lettersPage, {
    refetchInterval: 30_000,
  })

/** Sends one letter that was given up again, or all of them. */
export function useSendAgain() {
  return useAction(
    (id?: number) =>
      request(`${lettersUrl}/send_again`, sendAgainReply, { method: 'POST', body: id === undefined ? {} : { id } }),
    {
      done: ({ letters }) => ({
        title: 'On their way again',
        message: `${countOf(letters, ['letter is', 'letters are'])} sent again.`,
      }),
      invalidates: ['settings'],
    },
  )
}

/** Sends or drops the letters that waited before a restore. */
export function useDecideRetained() {
  return useAction(
    (body: RetainedRequest) => request(`${lettersUrl}/retained`, sendAgainReply, { method: 'POST', body }),
    {
      done: ({ letters }, { decision }) =>
        `${countOf(letters, ['letter', 'letters'])} ${decision === 'send' ? 'on the way' : 'dropped'}.`,
      invalidates: ['settings'],
    },
  )
}

/** Runs the failed jobs of a kind again. */
export function useRunAgain() {
  return useAction(
    (name: string) => request(`${processesUrl}/failed_jobs`, z.object({}), { method: 'POST', body: { name } }),
    {
      done: () => ({
        title: 'Requested',
        message: 'A worker runs them again; this page is updated within 30 seconds.',
      }),
      invalidates: ['settings'],
    },
  )
}
