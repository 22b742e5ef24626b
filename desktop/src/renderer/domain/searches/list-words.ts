import { useNavigate } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '../../plain-search.ts'

/** A search as its address says it: plain words. Whether they make sense is the server's to say, beside the field. */
export type ListWords<Word extends string> = Partial<Record<Word, string>>

/** The ways to read and write the searches of a list whose address knows these words; `page` is one of them. */
export function createListWords<Word extends string>(names: readonly Word[]) {
  type Words = ListWords<Word>

  /** Returns an address's search words in a fixed order; blanks and the first page are left out. */
  function read(address: Record<string, unknown>): Words {
    const words: Words = {}
    for (const word of names) {
      const value = address[word]
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
      if (text && !(word === 'page' && text === '1')) words[word] = text
    }
    return words
  }

  return {
    read,
    /** Another question begins on its first page. */
    withChanges: (words: Record<string, unknown>, changes: Words): Words =>
      read({ ...words, page: undefined, ...changes }),
    /** The part of an address that is saved under a name or exported: `college=EN&sort=-class_year`. */
    queryOf: (words: Words): string => writePlainSearch({ ...words, page: undefined }).slice(1),
    /** Parses a saved query. */
    wordsOf: (query: string): Words => read({ ...parsePlainSearch(query), page: undefined }),
  }
}

export type ListAddress<Word extends string> = {
  words: ListWords<Word>
  change: (changes: ListWords<Word>) => void
  turn: (page: number) => void
  open: (words: ListWords<Word>) => void
}

/**
 * The list that the address says, and the ways to change it. Back leads to the page before, not through every letter.
 */
export function useListAddress<Word extends string>(
  words: ListWords<Word>,
  { read, withChanges }: Pick<ReturnType<typeof createListWords<Word>>, 'read' | 'withChanges'>,
  isReplaced: (words: ListWords<Word>) => boolean = () => true,
): ListAddress<Word> {
  const navigate = useNavigate()
  const go = (search: (before: Record<string, unknown>) => ListWords<Word>, replace = false) =>
    void navigate({ to: '.', search, replace, resetScroll: false })
  return {
    words,
    change: (changes) => go((before) => withChanges(before, changes), isReplaced(words)),
    turn: (page) => go((before) => read({ ...before, page })),
    open: (to) => void navigate({ to: '.', search: to }),
  }
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
