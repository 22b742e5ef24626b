/** Parses a query into plain strings. The router's default format would write a text such as "5" as `q="5"`. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Returns a query such as `?college=EN,AS`, without empty values or page 1. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null || value === '' || (key === 'page' && value === 1)
      ? []
      : [[key, String(value)]],
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString().replaceAll('%2C', ',')}` : ''
}
