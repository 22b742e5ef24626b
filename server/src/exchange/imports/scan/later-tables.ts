import { foldHeader } from '@alumni/shared/exchange/imports'
import type { CsvRecord } from '../read-csv.ts'
import { definitions } from '../types.ts'

const knownNames = new Set(
  Object.values(definitions).flatMap(({ fields }) =>
    fields.flatMap(({ label, otherNames = [] }) => [label, ...otherNames].map(foldHeader)),
  ),
)

export class LaterTables {
  firstLine: number | undefined
  readonly #header: string
  #tableStart: number | undefined
  #previous = 1

  constructor(header: readonly string[]) {
    this.#header = foldHeaders(header).join()
  }

  mark(record: CsvRecord): CsvRecord {
    const isAfterBlank = record.line > this.#previous + 1
    this.#previous = record.line
    // Most records have a BUID, so they cannot be a header.
    const names = record.cells.some(isBuid) ? [] : foldHeaders(record.cells)
    const isRepeated = names.join() === this.#header
    if (isRepeated) this.#tableStart = undefined
    else if (isHeader(names, isAfterBlank)) this.#tableStart = record.line
    this.firstLine ??= this.#tableStart
    if (isRepeated) return { ...record, problem: 'This line repeats the header.' }
    if (this.#tableStart === undefined) return record
    const problem = `Another table begins in line ${this.#tableStart}, with its own columns. Upload it as a separate file.`
    return { ...record, problem }
  }
}

const isBuid = (cell: string) => /^\s*b\d{8}\s*$/i.test(cell)

function foldHeaders(cells: readonly string[]): string[] {
  const names = cells.map(foldHeader)
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}

/** In a header, at least half of the names are known: two or more, or after a blank line, the BUID alone. */
function isHeader(names: readonly string[], isAfterBlank: boolean): boolean {
  const filled = names.filter((name) => name !== '')
  const known = filled.filter((name) => knownNames.has(name))
  return known.length * 2 >= filled.length && (known.length > 1 || (isAfterBlank && known.includes('buid')))
}
