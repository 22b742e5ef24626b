import { lettersPage, sendAgainReply, type LettersQuery } from '@alumni/shared/operations/letters'
import { processesPage, releasesPage, settingsHome } from '@alumni/shared/operations/settings'
import { post } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const lettersUrl = '/settings/letters'
export const processesUrl = '/settings/processes'

export const settingsHomeQuery = readQuery(['settings', 'home'], '/settings', settingsHome, { refetchInterval: 60_000 })

export const releasesQuery = readQuery(['settings', 'releases'], '/settings/releases', releasesPage, {
  staleTime: Infinity,
})

export const processesQuery = readQuery(['settings', 'processes'], processesUrl, processesPage, {
  refetchInterval: 10_000,
})

export const lettersQuery = (search: LettersQuery) =>
  readPageQuery(['settings', 'letters', search], `${lettersUrl}${writePlainSearch(search)}`, lettersPage, {
    refetchInterval: 30_000,
  })

export const sendAgainAction = {
  run: (id?: number) => post(`${lettersUrl}/send_again`, sendAgainReply, id === undefined ? {} : { id }),
  invalidates: ['settings'],
  successNotice: ({ letters }: { letters: number }) => ({
    title: 'On their way again',
    message: `${formatCount(letters, ['letter is', 'letters are'])} sent again.`,
  }),
}
