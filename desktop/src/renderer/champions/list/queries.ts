import { signupChoices, signupsPage } from '@alumni/shared/champions/staff-list'
import { writePlainSearch } from '../../plain-search.ts'
import type { SignupParams } from './signup-params.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const signupsUrl = '/champion_signups'

/** Caches each page for half an hour, so that going back shows it at once and then refreshes it. */
export const signupsListQuery = (params: SignupParams) =>
  readPageQuery(['champion_signups', 'page', params], `${signupsUrl}${writePlainSearch(params)}`, signupsPage, {
    gcTime: 30 * 60_000,
  })

export const choicesQuery = readQuery(['champion_signups', 'choices'], `${signupsUrl}/choices`, signupChoices, {
  staleTime: 5 * 60_000,
})
