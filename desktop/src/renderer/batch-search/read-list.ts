import Papa from 'papaparse'

/** A file's text. The mark at its beginning decides, then the zeros of UTF-16 without one; what is no UTF-8 is Windows-1252. */
export function decode(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const beginning = [...bytes.subarray(0, 400)]
  const zeros = (parity: number) => beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length
  if (zeros(1) > beginning.length / 5) return new TextDecoder('utf-16le').decode(bytes)
  if (zeros(0) > beginning.length / 5) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export type Table = { rows: string[][]; width: number; hasHeader: boolean }
/** What one line is made of: a column, several that are a name together, or all of them. */
export type Source = { label: string; columns: number[]; join: string }

/** The cells of a CSV file, and whether its first row seems to name the columns. */
export function readTable(text: string): Table {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const first = data[0] ?? []
  return {
    rows: data,
    width: Math.max(0, ...data.map((row) => row.length)),
    hasHeader: first.some((cell) => columnNames.test(cell.trim())) && !first.some((cell) => cell.includes('@')),
  }
}

const columnNames = /^(.*[ _-])?(e-?mail|name|buid|id)([ _-]address|s)?$/i

/** What may be looked up in a table, the likeliest first. */
export function sourcesOf(table: Table): Source[] {
  const header = Array.from(
    { length: table.width },
    (_, index) => (table.hasHeader && table.rows[0]![index]?.trim()) || `Column ${index + 1}`,
  )
  const sources = header.map((label, index) => ({ label, columns: [index], join: ' ' }))
  const place = (pattern: RegExp) => header.findIndex((name) => pattern.test(name))
  const [first, last] = [place(/^(preferred|first|given)[ _-]?name$/i), place(/^((last|family)[ _-]?name|surname)$/i)]
  if (first >= 0 && last >= 0)
    sources.push({ label: `${header[first]} and ${header[last]}`, columns: [first, last], join: ' ' })
  if (table.width > 1) sources.push({ label: 'The whole row', columns: header.map((_, index) => index), join: ', ' })
  return sources.toSorted((a, b) => likelihood(b, table) - likelihood(a, table))
}

function likelihood({ label, columns, join }: Source, { rows }: Table): number {
  const cells = rows.slice(0, 200).map((row) => row[columns[0]!]?.trim() ?? '')
  const most = (is: (cell: string) => boolean) => cells.filter(is).length > cells.length / 3
  if (join === ', ') return 0.5
  if (columns.length > 1) return 3
  if (most((cell) => /^B\d{8}$/i.test(cell))) return 5
  if (most((cell) => cell.includes('@'))) return 4
  return /^(full |display )?name$/i.test(label) ? 2 : /name/i.test(label) ? 1 : 0
}

/** One line for each row; a row without anything there is a blank line. */
export function linesOf({ rows, hasHeader }: Table, { columns, join }: Source): string[] {
  return rows.slice(hasHeader ? 1 : 0).map((row) =>
    columns
      .map((index) => (row[index] ?? '').replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(join),
  )
}
