import { isSuffix, isTitle } from '@alumni/shared/alumni/typed-person'

/** A first and last name that a line may mean; `words` counts the words used, without skipped middle names. */
export type NameKey = { key: string; words: number }

/** Longer given and family names are only found without a middle name between them. */
const maxWords = 3

/** `usual` names are "First Middle Last" or "Last, First Middle"; `reversed` names have the other order. */
export function listNameKeys(parts: readonly string[]): { usual: NameKey[]; reversed: NameKey[] } {
  const partsAsWords = parts.map((part) => part.split(' ').filter(Boolean)).filter((words) => words.length > 0)
  const [first = [], ...others] =
    partsAsWords.length > 1
      ? partsAsWords.filter((words) => !words.every((word) => isTitle(word) || isSuffix(word)))
      : partsAsWords
  const rest = others.flat()
  const all = [...first, ...rest]
  if (all.length > 12) return { usual: [], reversed: [] }
  if (rest.length > 0) return { usual: lastFirst(first, withoutTitles(rest)), reversed: inOrder(withoutTitles(all)) }
  const words = withoutTitles(all)
  return {
    usual: [...inOrder(words), ...(words.length < all.length ? [joinWords(all)] : [])],
    reversed: reversedOrder(words),
  }
}

/** Lists keys of "Margaret Ann O'Neil": given names from the start, family names from the end, others skipped. */
function inOrder(words: string[]): NameKey[] {
  const keys = words.length > 0 ? [joinWords(words)] : []
  for (let givenCount = 1; givenCount <= maxWords; givenCount++) {
    for (let familyCount = 1; familyCount <= maxWords && givenCount + familyCount < words.length; familyCount++)
      keys.push(joinWords([...words.slice(0, givenCount), ...words.slice(-familyCount)]))
  }
  return keys
}

/** Lists keys of "O'Neil, Margaret Ann". */
function lastFirst(familyNames: string[], givenNames: string[]): NameKey[] {
  const last = withoutTitles(familyNames)
  return givenNames.map((_, index) => joinWords([...givenNames.slice(0, index + 1), ...last]))
}

/** Lists keys of "O'Neil Margaret Ann". */
function reversedOrder(words: string[]): NameKey[] {
  const keys: NameKey[] = []
  for (let familyCount = 1; familyCount <= maxWords; familyCount++) {
    for (let givenCount = 1; givenCount <= maxWords && familyCount + givenCount <= words.length; givenCount++)
      keys.push(joinWords([...words.slice(familyCount, familyCount + givenCount), ...words.slice(0, familyCount)]))
  }
  return keys
}

function joinWords(words: string[]): NameKey {
  return { key: words.join(' '), words: words.length }
}

/** Keeps at least one word, because a person may be called Sir. */
function withoutTitles(words: string[]): string[] {
  let [from, to] = [0, words.length]
  while (from < to - 1 && isTitle(words[from]!)) from++
  while (to > from + 1 && isSuffix(words[to - 1]!)) to--
  return words.slice(from, to)
}
