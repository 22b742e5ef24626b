/** What a line asks for. A name is told in its parts between commas, as they were typed. */
export type Question =
  | { as: 'email'; addresses: string[] }
  | { as: 'buid' | 'contact_id'; value: string }
  | { as: 'name'; parts: string[] }

/** Reads a line; null when it is blank. Control characters, such as a NUL or the tab between two cells, are spaces. */
export function readLine(line: string): Question | null {
  const text = line.replace(/[\s\p{Cc}\p{Cs}\ufeff]+/gu, ' ').trim()
  if (text === '') return null
  if (text.includes('@')) return { as: 'email', addresses: addressesIn(text) }
  if (/^B\d{8}$/i.test(text)) return { as: 'buid', value: text.toUpperCase() }
  if (/^C-\d{9}$/i.test(text)) return { as: 'contact_id', value: text.toUpperCase() }
  return {
    as: 'name',
    parts: text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  }
}

/** Questions that are answered alike have the same key. */
export function keyOf(question: Question): string {
  return JSON.stringify(question).toLowerCase()
}

/** `jane@x.org`, also as `Jane Doe <jane@x.org>`, `mailto:jane@x.org?subject=…`, or two of them. */
function addressesIn(text: string): string[] {
  const found = text.matchAll(/[^\s<>,;"()[\]]+@[^\s<>,;"()[\]]+/g)
  return [...found].map(([address]) =>
    address
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, '')
      .replace(/^'(.*)'$/, '$1')
      .replace(/[.:]+$/, ''),
  )
}
