type Named = { display_name: string }

/**
 * The one of several people at an address whose name an attendee's fits: each word that was typed is one of the person's
 * names, an initial begins one. Undefined where none or several fit, or where the attendee has fewer than two names.
 */
export function fittingPerson<Person extends Named>(typed: string, people: readonly Person[]): Person | undefined {
  const words = wordsOf(typed)
  if (words.filter((word) => word.length > 1).length < 2) return undefined
  const [person, ...others] = people.filter(({ display_name }) => isNameOf(words, wordsOf(display_name)))
  return others.length === 0 ? person : undefined
}

function isNameOf(words: readonly string[], names: readonly string[]): boolean {
  const left = [...names]
  return words.every((word) => {
    const index = left.findIndex((name) => (word.length === 1 ? name.startsWith(word) : name === word))
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
}

/** Words without accents, case and punctuation: `Dr. Margaret "Peggy" (Jones) O'Neil` has five. */
function wordsOf(name: string): string[] {
  const folded = name.normalize('NFKD').replaceAll(/[\p{M}'’]/gu, '')
  return folded.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
