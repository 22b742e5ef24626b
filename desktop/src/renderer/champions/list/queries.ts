import { signupChoices, signupsPage } from '@alumni/shared/champions/staff-list'
import { writePlainSearch } from '../../plain-search.ts'
import type { SignupParams } from './signup-params.ts'
import { read, readPage } from '../../ui/read.ts'

export const signupsUrl = '/champion_signups'

/** Caches each page for half an hour, so that going back shows it at once and then refreshes it. */
export const signupsListQuery = (params: SignupParams) =>
  readPage(['champion_signups', 'page', params], `${signupsUrl}${writePlainSearch(params)}`, signupsPage, {
    gcTime: 30 * 60_000,
  })

export const choicesQuery = read(['champion_signups', 'choices'], `${signupsUrl}/choices`, signupChoices, {
  staleTime: 5 * 60_000,
})
