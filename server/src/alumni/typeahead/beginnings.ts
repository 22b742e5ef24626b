/** By so many first letters lists are kept; the rest of a longer word is compared. */
const mostLetters = 4

/** The list in which to look for what begins with `word`, and whether everything there does. */
export function listFor(word: string): { start: string; isExact: boolean } {
  return { start: word.slice(0, mostLetters), isExact: word.length <= mostLetters }
}

/** The lists that a name stands in: its first letter, the first two, and so on. */
export function beginningsOf(name: string): string[] {
  return Array.from({ length: Math.min(mostLetters, name.length) }, (_, at) => name.slice(0, at + 1))
}

export function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key)
  if (group) group.push(value)
  else groups.set(key, [value])
}
