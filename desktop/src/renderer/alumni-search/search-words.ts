import { searchQuery, type SearchQuery } from '@alumni/shared/alumni-search'
import { parsePlainSearch, writePlainSearch } from '../plain-search.ts'

/** A search as its address says it: plain words. Whether they make sense is the server's to say, beside the field. */
export type SearchWords = Partial<Record<keyof SearchQuery, string>>
export type SearchWord = keyof SearchWords

const known = Object.keys(searchQuery.shape) as SearchWord[]

/** What of an address belongs to a search, always in the same order; blanks and the first page are left out. */
export function readSearchWords(address: Record<string, unknown>): SearchWords {
  const words: SearchWords = {}
  for (const word of known) {
    const value = address[word]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text && !(word === 'page' && text === '1')) words[word] = text
  }
  return words
}

/** Whether anything is asked for; an order alone asks for everyone. */
export function isSearch(words: SearchWords): boolean {
  return Object.keys(words).length > 0
}

/** Another question begins on its first page. */
export function withChanges(words: SearchWords, changes: SearchWords): SearchWords {
  return readSearchWords({ ...words, page: undefined, ...changes })
}

/** `EN,AS` as its codes. */
export function codesOf(value: string | undefined): string[] {
  return [
    ...new Set(
      (value ?? '')
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ]
}

/** The part of an address that is saved under a name or exported: `college=EN&sort=-class_year`. */
export function queryOf({ page: _page, ...words }: SearchWords): string {
  return writePlainSearch(words).slice(1)
}

/** What a saved query asks for. */
export function wordsOf(query: string): SearchWords {
  return readSearchWords({ ...parsePlainSearch(query), page: undefined })
}
