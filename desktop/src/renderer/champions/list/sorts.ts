import { signupSorts, type SignupSort } from '@alumni/shared/champions/staff-list'
import type { SignupWords } from './signup-words.ts'

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
