import { isSuffix, isTitle } from '@alumni/shared/alumni/typed-person'

/**
 * A first and a last name that a line may mean; `words` of the line went into it, the others were left aside as middle
 * names.
 */
export type NameKey = { key: string; words: number }

/** Given and family names of more words are only found when no middle name stands between them. */
const maxWords = 3

/**
 * The names that a line may mean, from its folded parts between commas: `usual` ones are read as people write them,
 * "First Middle Last" or "Last, First Middle"; `reversed` ones the other way round, for when no one has a usual one.
 */
export function nameKeys(parts: readonly string[]): { usual: NameKey[]; reversed: NameKey[] } {
  const spoken = parts.map(wordsOf).filter((words) => words.length > 0)
  const [first = [], ...others] = spoken.length > 1 ? spoken.filter((words) => !words.every(isBeside)) : spoken
  const rest = others.flat()
  const all = [...first, ...rest]
  if (all.length > 12) return { usual: [], reversed: [] }
  if (rest.length > 0) return { usual: lastFirst(first, withoutTitles(rest)), reversed: inOrder(withoutTitles(all)) }
  const words = withoutTitles(all)
  return {
    usual: [...inOrder(words), ...(words.length < all.length ? [whole(all)] : [])],
    reversed: reversedOrder(words),
  }
}

/**
 * "José Álvarez", "Margaret Ann O'Neil": given names from the beginning, family names from the end, all else left
 * aside.
 */
function inOrder(words: string[]): NameKey[] {
  const keys = words.length > 0 ? [whole(words)] : []
  for (let given = 1; given <= maxWords; given++) {
    for (let family = 1; family <= maxWords && given + family < words.length; family++)
      keys.push(whole([...words.slice(0, given), ...words.slice(-family)]))
  }
  return keys
}

/** "O'Neil, Margaret Ann". */
function lastFirst(family: string[], given: string[]): NameKey[] {
  const last = withoutTitles(family)
  return given.map((_, at) => whole([...given.slice(0, at + 1), ...last]))
}

/** "Álvarez José", "O'Neil Margaret Ann". */
function reversedOrder(words: string[]): NameKey[] {
  const keys: NameKey[] = []
  for (let family = 1; family <= maxWords; family++) {
    for (let given = 1; given <= maxWords && family + given <= words.length; given++)
      keys.push(whole([...words.slice(family, family + given), ...words.slice(0, family)]))
  }
  return keys
}

function whole(words: string[]): NameKey {
  return { key: words.join(' '), words: words.length }
}

/** At least one word stays: a person may be called Sir. */
function withoutTitles(words: string[]): string[] {
  let [from, to] = [0, words.length]
  while (from < to - 1 && isTitle(words[from]!)) from++
  while (to > from + 1 && isSuffix(words[to - 1]!)) to--
  return words.slice(from, to)
}

function isBeside(word: string): boolean {
  return isTitle(word) || isSuffix(word)
}

function wordsOf(folded: string): string[] {
  return folded.split(' ').filter(Boolean)
}
