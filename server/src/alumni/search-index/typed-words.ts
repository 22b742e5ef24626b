/** How many names a person has that a word can begin: last, first, preferred and former last name. */
const maxNames = 4

/**
 * The words of what was typed, without accents, in small letters. A word that begins another one is left out: whatever the
 * longer one begins, it begins too. More words than a person has names: null, nobody can have them all.
 */
export function typedWords(typed: string): string[] | null {
  const words = [...new Set(fold(withoutAccents(typed)).split(/\s+/).filter(Boolean))]
  const longest = words.toSorted().filter((word, at, sorted) => !sorted[at + 1]?.startsWith(word))
  return longest.length > maxNames ? null : longest
}

/** The marks of any script: й becomes и, as é becomes e. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/** Letter by letter: the small form of Σ then does not depend on its neighbours. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => letter.toLowerCase()).join('')
}

const isPlain = /^[\x20-\x7e]*$/
