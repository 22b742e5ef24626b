import { isSuffix, isTitle } from '@alumni/shared/alumni/typed-person'

/** A possible first and last name in a line. `words` is the number of words without skipped middle names. */
export type NameKey = { key: string; words: number }

/** Maximum number of words in a given or family name when middle names are skipped. */
const maxWords = 3

/** Returns keys in the usual order ("First Middle Last" or "Last, First Middle") and in the reversed order. */
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

/** Combines words from the start with words from the end: "Margaret Ann O'Neil" also yields "Margaret O'Neil". */
function inOrder(words: string[]): NameKey[] {
  const keys = words.length > 0 ? [joinWords(words)] : []
  for (let givenCount = 1; givenCount <= maxWords; givenCount++) {
    for (let familyCount = 1; familyCount <= maxWords && givenCount + familyCount < words.length; familyCount++)
      keys.push(joinWords([...words.slice(0, givenCount), ...words.slice(-familyCount)]))
  }
  return keys
}

function lastFirst(familyNames: string[], givenNames: string[]): NameKey[] {
  const last = withoutTitles(familyNames)
  return givenNames.map((_, index) => joinWords([...givenNames.slice(0, index + 1), ...last]))
}

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
