const collator = new Intl.Collator('en')

/** Compares as people sort: accents and letter case count only between texts that are else the same. */
export function alphabetically(a: string, b: string): number {
  return collator.compare(a, b) || byCharacters(a, b)
}

/** Compares character by character, as PostgreSQL does here, whatever the language. */
export function byCharacters(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
