import { foldHeader } from '@alumni/shared/exchange/imports'
import type { CsvRecord } from '../read-csv.ts'
import { definitions } from '../types.ts'

const knownNames = new Set(
  Object.values(definitions).flatMap(({ fields }) =>
    fields.flatMap(({ label, also = [] }) => [label, ...also].map(foldHeader)),
  ),
)

/** Finds the tables that follow the first one in a file, record by record in their order. */
export class LaterTables {
  /** The line of the first header that differs from the file's. */
  firstLine: number | undefined
  readonly #header: string
  #begins: number | undefined
  #previous = 1

  constructor(header: readonly string[]) {
    this.#header = folded(header).join()
  }

  /** Returns the record with a problem if it is a header, or in a table with other columns. */
  mark(record: CsvRecord): CsvRecord {
    const isBehindBlank = record.line > this.#previous + 1
    this.#previous = record.line
    // Nearly every line ends here: a header names no person.
    const names = record.cells.some(isBuid) ? [] : folded(record.cells)
    const isRepeated = names.join() === this.#header
    if (isRepeated) this.#begins = undefined
    else if (isHeader(names, isBehindBlank)) this.#begins = record.line
    this.firstLine ??= this.#begins
    if (isRepeated) return { ...record, problem: 'This line repeats the header.' }
    if (this.#begins === undefined) return record
    const problem = `Another table begins in line ${this.#begins}, with its own columns. Upload it as a separate file.`
    return { ...record, problem }
  }
}

const isBuid = (cell: string) => /^\s*b\d{8}\s*$/i.test(cell)

function folded(cells: readonly string[]): string[] {
  const names = cells.map(foldHeader)
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}

/** Whether at least half of the cells name columns: two of them or, behind a blank line, the BUID alone. */
function isHeader(names: readonly string[], isBehindBlank: boolean): boolean {
  const filled = names.filter((name) => name !== '')
  const known = filled.filter((name) => knownNames.has(name))
  return known.length * 2 >= filled.length && (known.length > 1 || (isBehindBlank && known.includes('buid')))
}
