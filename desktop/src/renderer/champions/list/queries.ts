import { signupChoices, signupsPage } from '@alumni/shared/champions/staff-list'
import { writePlainSearch } from '../../plain-search.ts'
import type { SignupWords } from './signup-words.ts'
import { read, readPage } from '../../ui/read.ts'

export const signupsUrl = '/champion_signups'

/**
 * One page of the list. What is cached shows at once on the way back, and is read anew: signups come and change at any
 * time.
 */
export const signupsListQuery = (words: SignupWords) =>
  readPage(['champion_signups', 'page', words], `${signupsUrl}${writePlainSearch(words)}`, signupsPage, {
    gcTime: 30 * 60_000,
  })

export const choicesQuery = read(['champion_signups', 'choices'], `${signupsUrl}/choices`, signupChoices, {
  staleTime: 5 * 60_000,
})
