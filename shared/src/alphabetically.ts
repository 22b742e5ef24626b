const collator = new Intl.Collator('en')

/** Compares as people sort: accents and letter case count only between texts that are else the same. */
export function alphabetically(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b))
}
