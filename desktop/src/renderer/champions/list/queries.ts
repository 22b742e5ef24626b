import { signupChoices, signupsPage } from '@alumni/shared/champions/staff-list'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import type { SignupWords } from './signup-words.ts'

export const signupsUrl = '/champion_signups'

/**
 * One page of the list. What is cached shows at once on the way back, and is read anew: signups come and change at any
 * time.
 */
export function signupsListQuery(words: SignupWords) {
  return queryOptions({
    queryKey: ['champion_signups', 'page', words],
    queryFn: ({ signal }) => request(`${signupsUrl}${writePlainSearch(words)}`, signupsPage, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 30 * 60_000,
  })
}

export const choicesQuery = queryOptions({
  queryKey: ['champion_signups', 'choices'],
  queryFn: ({ signal }) => request(`${signupsUrl}/choices`, signupChoices, { signal }),
  staleTime: 5 * 60_000,
})
