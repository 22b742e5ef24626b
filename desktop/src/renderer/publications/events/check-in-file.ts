import type { Table } from '../../ui/table/read-table.ts'

/** The addresses of a check-in file, with the row of the file that each stands in; blank rows are not counted. */
export type CheckInFile = { name: string; column: string; emails: string[]; lines: number[] }

/**
 * The addresses in the column whose head says that they are, or else in the one that has most of them; blank lines are
 * left out.
 */
export function addressesOf(name: string, { rows, width, ...table }: Table): CheckInFile {
  const hasHeader = table.hasHeader || (rows.length > 1 && !rows[0]!.some((cell) => cell.includes('@')))
  const header = hasHeader ? rows[0]! : []
  const body = rows.slice(hasHeader ? 1 : 0)
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    isNamed: /e-?mail/i.test(header[index] ?? ''),
    addresses: body.filter((row) => row[index]?.includes('@')).length,
  }))
  const [best] = columns
    .filter(({ addresses }) => addresses > 0)
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.addresses - a.addresses || a.index - b.index)
  if (!best) return { name, column: '', emails: [], lines: [] }
  const found = body
    .map((row, index) => ({ email: (row[best.index] ?? '').trim().slice(0, 400), line: index + (hasHeader ? 2 : 1) }))
    .filter(({ email }) => email !== '')
  return {
    name,
    column: header[best.index]?.trim() || `column ${best.index + 1}`,
    emails: found.map(({ email }) => email),
    lines: found.map(({ line }) => line),
  }
}
