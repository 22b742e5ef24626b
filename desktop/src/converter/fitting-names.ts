type NamedPerson = { display_name: string }

/** Returns the only person with this name. It must have at least two full words; other words may be initials. */
export function findFittingPerson<Person extends NamedPerson>(
  attendee: string,
  people: readonly Person[],
): Person | undefined {
  const words = splitPlainName(attendee)
  if (words.filter((word) => word.length > 1).length < 2) return undefined
  const [person, ...others] = people.filter(({ display_name }) => isNameOf(words, splitPlainName(display_name)))
  return others.length === 0 ? person : undefined
}

function isNameOf(words: readonly string[], names: readonly string[]): boolean {
  const remaining = [...names]
  return words.every((word) => {
    const index = remaining.findIndex((name) => (word.length === 1 ? name.startsWith(word) : name === word))
    if (index >= 0) remaining.splice(index, 1)
    return index >= 0
  })
}

/** Splits a name into words, without accents and punctuation: `Dr. Margaret "Peggy" (Jones) O'Neil` has five words. */
function splitPlainName(name: string): string[] {
  const folded = name.normalize('NFKD').replaceAll(/[\p{M}'’]/gu, '')
  return folded.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
