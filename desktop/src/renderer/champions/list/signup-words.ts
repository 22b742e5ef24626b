import { signupsQuery, type SignupsQuery, signupSorts, type SignupSort } from '@alumni/shared/champions/staff-list'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addressWords, type AddressWords } from '../../domain/searches/address-words.ts'

/** What a list of signups is asked for, as its address says it. */
export type SignupWords = AddressWords<keyof SignupsQuery>
export type SignupWord = keyof SignupWords

const { withChanges, ...ways } = addressWords(Object.keys(signupsQuery.shape) as SignupWord[])
export const { read: readSignupWords, queryOf, wordsOf } = ways

/** The list that the address says, and the ways to change it. Back leads through pages and saved searches, not through every letter. */
export function useSignupsAddress() {
  const words: SignupWords = useSearch({ from: '/shell/champion_signups' })
  const navigate = useNavigate({ from: '/champion_signups' })
  return {
    words,
    change: (changes: SignupWords) =>
      void navigate({ search: (before) => withChanges(before, changes), replace: true, resetScroll: false }),
    turn: (page: number) =>
      void navigate({ search: (before) => readSignupWords({ ...before, page }), resetScroll: false }),
    open: (to: SignupWords) => void navigate({ search: to }),
  }
}

const sortWords: Record<SignupSort, string> = {
  '-signed_up': 'Newest first',
  signed_up: 'Oldest first',
  name: 'Last name, A to Z',
  '-name': 'Last name, Z to A',
  status: 'Status, started first',
  '-status': 'Status, linked first',
  place: 'Place, A to Z',
  '-place': 'Place, Z to A',
}

/** The order of a list that says none. */
export const usualSort: SignupSort = '-signed_up'

/** The orders of the list, and the one it has. */
export function sortsOf({ sort }: SignupWords) {
  return {
    offered: signupSorts.map((each) => ({ sort: each, words: sortWords[each] })),
    current: signupSorts.find((each) => each === sort) ?? usualSort,
  }
}
