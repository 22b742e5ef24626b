import type { Table } from '../../ui/read-table.ts'

/** What one line is made of: a column, several that are a name together, or all of them. */
export type Source = { label: string; columns: number[]; join: string }

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
