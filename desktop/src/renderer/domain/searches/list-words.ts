import { useNavigate } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '../../plain-search.ts'

export type ListWords<Word extends string> = Partial<Record<Word, string>>

export function createListWords<Word extends string>(names: readonly Word[]) {
  type Words = ListWords<Word>

  /** Returns the known parameters in a fixed order, without blank values or page 1. */
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
    withChanges: (words: Record<string, unknown>, changes: Words): Words =>
      read({ ...words, page: undefined, ...changes }),
    /** Returns the query to save or export, without the page, such as `college=EN&sort=-class_year`. */
    queryOf: (words: Words): string => writePlainSearch({ ...words, page: undefined }).slice(1),
    wordsOf: (query: string): Words => read({ ...parsePlainSearch(query), page: undefined }),
  }
}

export type ListAddress<Word extends string> = {
  words: ListWords<Word>
  change: (changes: ListWords<Word>) => void
  turn: (page: number) => void
  open: (words: ListWords<Word>) => void
}

/** `isReplaced` decides whether a change replaces the history entry. */
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

/** Splits `EN,AS` into unique codes. */
export function splitCodes(value: string | undefined): string[] {
  return [
    ...new Set(
      (value ?? '')
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ]
}
