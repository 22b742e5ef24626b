import type { ImportStatusReply } from '@alumni/shared/imports'
import { cellText, readValue, withChecksum } from '../alumni/index.ts'
import { fieldOf, type Field, type ImportDefinition } from './definition.ts'
import type { CsvRecord } from './read-csv.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Stands between the values of a record or row in one text; `cellText` lets it into no value, and JSON need not escape it. */
export const separator = '\u007f'
const separatorCode = 0x7f

/** Which record a row is about; `key` is what a person reads, and by what rows of one file are compared. */
export type KeyedRow = { line: number; key: string; keyValues: (string | null)[]; problem?: string }

/**
 * A row as it is meant. `text` joins the values of the file's fields, blank ones as ''; those at `keep` leave the
 * record as it is. `notes` are warnings. A row with a `problem` is skipped.
 */
export type Row = KeyedRow & { text: string; keep?: number[]; notes: readonly string[] }

/** The fields of one file in the order of its columns, their places in its records, and the places of some among them. */
export type FileFields = {
  fields: Field[]
  cells: number[]
  keyAt: number[]
  nameAt: [first: number, last: number]
  dateCells: number[]
  headerLength: number
}

export function fileFields(
  definition: ImportDefinition,
  header: string[],
  columns: ImportStatusReply['columns'],
): FileFields {
  const fields = columns.map((column) => fieldOf(definition, column.field))
  const cells = columns.map((column) => header.indexOf(column.header))
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name)
  return {
    fields,
    cells,
    keyAt: definition.key.map(placeOf),
    nameAt: [placeOf('first_name'), placeOf('last_name')],
    dateCells: cells.filter((_, at) => fields[at]!.kind === 'date'),
    headerLength: header.length,
  }
}

/** Reads what a record of the file is about. */
export function readKey({ fields, cells, keyAt, headerLength }: FileFields, record: CsvRecord): KeyedRow {
  const row: KeyedRow = { line: record.line, key: '', keyValues: [] }
  let problem = record.problem ?? tooManyCells(record, headerLength)
  for (const at of keyAt) {
    const text = at < 0 ? '' : cellText(record.cells[cells[at]!] ?? '')
    const reading = at < 0 ? { value: null } : readValue(fields[at]!.kind, text)
    if ('problem' in reading) problem ??= `${fields[at]!.label} “${shown(text)}” ${reading.problem}.`
    else if (reading.value === null && fields[at]?.isRequired) problem ??= `${fields[at]!.label} is blank.`
    row.keyValues.push('value' in reading ? reading.value : text)
  }
  row.key =
    row.keyValues.length === 1 ? (row.keyValues[0] ?? '') : row.keyValues.map((value) => value ?? '').join(' · ')
  if (problem) row.problem = problem
  return row
}

const noNotes: readonly string[] = []

/** The row of a record that says what is on file anyway: there is nothing more to read. */
export function sameRow(keyed: KeyedRow, text: string): Row {
  return { ...keyed, text, notes: noNotes }
}

/** Whether the cells say to the letter what is on file; compares in place, because most rows of most files do. */
export function saysTheSame({ fields, cells }: FileFields, record: CsvRecord, values: string): boolean {
  let at = 0
  for (let place = 0; place < cells.length; place++) {
    const text = sameText(fields[place]!.kind, record.cells[cells[place]!] ?? '')
    if (!values.startsWith(text, at)) return false
    at += text.length
    if (place < cells.length - 1 && values.charCodeAt(at++) !== separatorCode) return false
  }
  return at === values.length
}

/** Whether a cell has a code that the service's lists do not know: worth a remark even where nothing changes. */
export function hasUnknownCode({ fields, cells }: FileFields, record: CsvRecord, vocabulary: Vocabulary): boolean {
  if (vocabulary.size === 0) return false
  return fields.some(({ name }, at) => {
    const cell = record.cells[cells[at]!]
    return Boolean(cell) && vocabulary.get(name)?.has(cell!) === false
  })
}

/** A cell as it would be stored, for the kinds that the CRM writes in several ways. */
function sameText(kind: Field['kind'], cell: string): string {
  if (kind === 'crm_id' && cell.length === 18 && withChecksum(cell.slice(0, 15)) === cell) return cell.slice(0, 15)
  if (kind === 'flag' && (cell === '1' || cell === '0')) return cell === '1' ? 'true' : 'false'
  return cell
}

const isIdentifier = (field: Field) => field.kind === 'contact_id' || field.kind === 'crm_id'

/** Reads a record of the file; touches no database. */
export function readRow(
  { fields, cells }: FileFields,
  keyed: KeyedRow,
  record: CsvRecord,
  vocabulary: Vocabulary,
): Row {
  const values: string[] = []
  const keep: number[] = []
  const notes: string[] = []
  let { problem } = keyed
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!
    const text = cellText(record.cells[cells[at]!] ?? '')
    if (text === '' && field.kind === 'text') {
      values.push('')
      continue
    }
    const reading = readValue(field.kind, text)
    if ('problem' in reading) {
      values.push('')
      if (isIdentifier(field)) problem ??= `${field.label} “${shown(text)}” ${reading.problem}.`
      else {
        keep.push(at)
        notes.push(`${field.label} “${shown(text)}” ${reading.problem}, so it was left as it is.`)
      }
      continue
    }
    const { value, note } = reading
    values.push(value ?? (field.kind === 'flag' ? 'false' : ''))
    if (value === null && isIdentifier(field)) keep.push(at)
    if (note) notes.push(`${field.label} “${shown(text)}” ${note}.`)
    if (value !== null && vocabulary.get(field.name)?.has(value) === false)
      notes.push(`${field.label} “${shown(text)}” is not in the list of this service.`)
  }
  const row: Row = { ...keyed, text: values.join(separator), notes }
  if (keep.length > 0) row.keep = keep
  if (problem) row.problem = problem
  return row
}

/** The values of a row: null is blank, undefined leaves the record's value as it is. */
export function rowValues({ text, keep }: Row): (string | null | undefined)[] {
  const values: (string | null | undefined)[] = splitValues(text)
  keep?.forEach((at) => (values[at] = undefined))
  return values
}

export function splitValues(text: string): (string | null)[] {
  return text.split(separator).map((value) => (value === '' ? null : value))
}

function tooManyCells(record: CsvRecord, headerLength: number): string | undefined {
  if (record.cells.length <= headerLength) return undefined
  if (record.cells.slice(headerLength).every((cell) => cell.trim() === '')) return undefined
  return `The row has ${record.cells.length} cells, but the header has ${headerLength}.`
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
