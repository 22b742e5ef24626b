/** Parses a query as plain strings; the router's own format would be `q="5"`. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Omits blanks and page 1, and does not escape commas: `college=EN,AS`. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const words = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null || value === '' || (key === 'page' && value === 1)
      ? []
      : [[key, String(value)]],
  )
  return words.length > 0 ? `?${new URLSearchParams(words).toString().replaceAll('%2C', ',')}` : ''
}
