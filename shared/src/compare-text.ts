const collator = new Intl.Collator('en')

/** Compares in dictionary order: accents and letter case only break ties. */
export function compareAlphabetically(a: string, b: string): number {
  return collator.compare(a, b) || compareCharacters(a, b)
}

/** Compares by code unit, as PostgreSQL's C collation does. */
export function compareCharacters(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
