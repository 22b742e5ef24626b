/** The query of a URL as plain words; the router's own form would write `q="5"`. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Commas of a list stay commas: `college=EN,AS`. Blanks and the first page are left out. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const words = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null || value === '' || (key === 'page' && value === 1)
      ? []
      : [[key, String(value)]],
  )
  return words.length > 0 ? `?${new URLSearchParams(words).toString().replaceAll('%2C', ',')}` : ''
}
