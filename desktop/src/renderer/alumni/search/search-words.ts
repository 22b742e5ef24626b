import { searchQuery, type SearchQuery } from '@alumni/shared/alumni/search'
import { addressWords, type AddressWords } from '../../domain/searches/address-words.ts'

export type SearchWords = AddressWords<keyof SearchQuery>
export type SearchWord = keyof SearchWords

export const {
  read: readSearchWords,
  withChanges,
  queryOf,
  wordsOf,
} = addressWords(Object.keys(searchQuery.shape) as SearchWord[])

/** Whether anything is asked for; an order alone asks for everyone. */
export function isSearch(words: SearchWords): boolean {
  return Object.keys(words).length > 0
}
