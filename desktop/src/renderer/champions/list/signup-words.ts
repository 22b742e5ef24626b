import { signupsQuery, type SignupsQuery, signupSorts, type SignupSort } from '@alumni/shared/champions/list-filters'
import { useSearch } from '@tanstack/react-router'
import { createListWords, useListAddress, type ListWords } from '../../domain/searches/list-words.ts'

export type SignupWords = ListWords<keyof SignupsQuery>
export type SignupWord = keyof SignupWords

const listWords = createListWords(Object.keys(signupsQuery.shape) as SignupWord[])
export const { read: readSignupWords, queryOf, wordsOf } = listWords

export const useSignupsAddress = () =>
  useListAddress<SignupWord>(useSearch({ from: '/shell/champion_signups' }), listWords)

const sortLabels: Record<SignupSort, string> = {
  '-signed_up': 'Newest first',
  signed_up: 'Oldest first',
  name: 'Last name, A to Z',
  '-name': 'Last name, Z to A',
  status: 'State, started first',
  '-status': 'State, linked first',
  place: 'Place, A to Z',
  '-place': 'Place, Z to A',
}

export const defaultSort: SignupSort = '-signed_up'

export function listSorts({ sort }: SignupWords) {
  return {
    defaultSort,
    sorts: signupSorts.map((each) => ({ sort: each, label: sortLabels[each] })),
    current: signupSorts.find((each) => each === sort) ?? defaultSort,
  }
}
