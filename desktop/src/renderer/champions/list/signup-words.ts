import { signupsQuery, type SignupsQuery } from '@alumni/shared/champions/staff-list'
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
