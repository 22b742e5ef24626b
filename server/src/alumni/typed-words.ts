/** What no stored name has more of, so that `name >= word and name < word + end` is "begins with". */
const end = '\u{10ffff}'

/** How many names a person has that a word can begin: last, first, preferred and former last name. */
const mostNames = 4

/** A typed word as the beginning of a name: from `from` on, up to but without `to`, in the order of code points. */
export type Beginning = { from: string; to: string }

/**
 * The words of what was typed, without accents, in small letters, each as a range. A word that begins another one is left out:
 * whatever the longer one begins, it begins too. More words than a person has names: null, nobody can have them all.
 */
export function typedWords(typed: string): Beginning[] | null {
  const words = [...new Set(fold(withoutAccents(typed)).split(/\s+/).filter(Boolean))]
  const longest = words.toSorted().filter((word, at, sorted) => !sorted[at + 1]?.startsWith(word))
  if (longest.length > mostNames) return null
  return longest.map((from) => ({ from, to: from + end }))
}

/** Accents of Latin and Greek letters; in other scripts the marks make another letter (й) or a vowel. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '').normalize('NFC')
}

/** Letter by letter, as PostgreSQL does: the small form of Σ does not depend on its neighbours. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase()).join('')
}
