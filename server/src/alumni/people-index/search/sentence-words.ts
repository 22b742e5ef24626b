/** Words of sentences such as `everyone who lives in Boston`. As typed, each may still be a name. */
const wordsForEveryone = new Set(
  'everyone anyone people persons alumni alumnae grad grads graduate graduates major majors who'.split(' '),
)
const wordsBesideEveryone = new Set('all that are is the of in from'.split(' '))
export const connectingWords: ReadonlySet<string> = new Set(['in', 'at', 'from', 'of'])
const introductions = new Set('who that is are live lives living work works working employed based'.split(' '))
/** These have no filter, or are not read as one. */
const otherGroups = new Set(
  'donor donors volunteer volunteers parent parents student students trustee trustees living deceased lost'.split(' '),
)
const fillers = new Set([
  ...wordsForEveryone,
  ...wordsBesideEveryone,
  ...connectingWords,
  ...introductions,
  'and',
  'or',
])

/** Returns true if the words mean everyone, as in "graduates of". Alone, "the" or "all" may be part of a name. */
export function meansEveryone(words: readonly string[]): boolean {
  return (
    words.every((word) => wordsForEveryone.has(word) || wordsBesideEveryone.has(word)) &&
    (words.length === 0 || words.some((word) => wordsForEveryone.has(word)))
  )
}

/** Returns where the introduction of a place or employer starts, such as `who works at`; else `end`. */
export function findIntroduction(words: readonly string[], end: number): number {
  let start = end
  if (words[start - 1] === 'the' && connectingWords.has(words[start - 2] ?? '')) start--
  if (start > 0 && connectingWords.has(words[start - 1]!)) start--
  while (start > 0 && introductions.has(words[start - 1]!)) start--
  return start
}

/** Returns true for words that add nothing to a sentence. */
export function isFiller(word: string): boolean {
  return fillers.has(word) && !otherGroups.has(word)
}

/** Returns true for words that are not misspelled names, such as "donors", which is not Dolores. */
export function isUncorrected(word: string): boolean {
  return fillers.has(word) || otherGroups.has(word)
}
