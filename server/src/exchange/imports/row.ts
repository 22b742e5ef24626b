import { leftOutMark } from '@alumni/shared/alumni/export'
import type { FieldChange, ImportStatusReply, RowOutcome } from '@alumni/shared/exchange/imports'
import { fieldOf, type Field, type ImportDefinition, type Vocabulary } from './definition.ts'
import type { BadCell, CorrectedCell } from '@alumni/shared/exchange/import-corrections'
import { isDamaged, type CsvRecord } from './read-csv.ts'
import { cleanCell, isFlag, readValue } from '@alumni/shared/alumni/values'

export type Row = {
  /** Row number in a spreadsheet; the header is 1. */
  line: number
  /** Identifies the record in readable form; rows with the same key are about the same record. */
  key: string
  /** In the order of the file's fields; null means blank. In the manifest, empty for a skipped row. */
  values: readonly (string | null)[]
  /** Indexes of values that leave the record unchanged, such as blank identifiers and unreadable cells. */
  kept?: readonly number[]
  warnings?: readonly string[]
  unreadable?: readonly { index: number; reason: string }[]
  /** Why the row is skipped regardless of the records on file. */
  problem?: string
  /** The cells that cause the row to be skipped; undefined if correcting them would not help. */
  cells?: readonly BadCell[]
  corrected?: readonly CorrectedCell[]
}

/** A row of the manifest; only changed rows have `changes`. */
export type ReviewedRow = Row & {
  outcome: RowOutcome
  reason: string | null
  name: string
  changes?: readonly FieldChange[]
  difference?: string
  undoes?: { table: 'record_changes' | ExchangeTable; id: number }
}

export type ExchangeTable = 'crm_data_changes' | 'crm_conflicts'

/** Fields are in the order of the file's columns. An index is -1 if the file does not have the field. */
export type FileFields = {
  fields: readonly Field[]
  cells: readonly number[]
  keyIndexes: readonly number[]
  nameIndexes: readonly [first: number, last: number]
  placeIndexes: readonly [zip: number, country: number]
  dateCells: readonly number[]
  headerLength: number
  /** True if this service exported the file. Exports up to v0.10.0 left omitted values blank, without a mark. */
  isOwn: boolean
  /** Why all rows are skipped, such as a missing required column. */
  problem?: string
}

/** `columns` maps headers to fields. `isOwn` means that this service exported the file. */
export function buildFileFields(
  definition: ImportDefinition,
  header: string[],
  columns: ImportStatusReply['columns'],
  isOwn = false,
): FileFields {
  const fields = columns.map((column): Field => {
    const field = fieldOf(definition, column.field)
    return column.day_first && field.kind === 'date' ? { ...field, kind: 'day_first_date' } : field
  })
  const cells = columns.map((column) => header.indexOf(column.header))
  const fieldIndex = (name: string) => fields.findIndex((field) => field.name === name)
  return {
    fields,
    cells,
    keyIndexes: definition.key.map(fieldIndex),
    nameIndexes: [fieldIndex('first_name'), fieldIndex('last_name')],
    placeIndexes: [fieldIndex('postal_code'), fieldIndex('country')],
    dateCells: cells.filter((_, index) => ['date', 'day_first_date'].includes(fields[index]!.kind)),
    headerLength: header.length,
    isOwn,
  }
}

/** Returns true if an export of this service omitted the value. */
export function isLeftOut({ isOwn }: FileFields, field: Field, text: string): boolean {
  return text === leftOutMark || (text === '' && isOwn && mayBeLeftOut.has(field.name))
}

const mayBeLeftOut = new Set(['primary_email', 'mobile_phone', 'street', 'postal_code'])

/** The row has a `problem` if it must be skipped. Codes that are not in `vocabulary` are warnings. */
export function readRow(file: FileFields, record: CsvRecord, vocabulary: Vocabulary): Row {
  const { fields, cells, keyIndexes } = file
  const read: CellsRead = { values: [], kept: [], warnings: [], unreadable: [], keyTexts: [], problems: [], bad: [] }
  // Order of problems: the record, the key fields, then other identifiers.
  read.problems.length = 1 + keyIndexes.length
  read.problems[0] = file.problem ?? record.problem ?? describeExtraCells(file, record)
  for (let index = 0; index < fields.length; index++) {
    const text = cleanCell(record.cells[cells[index]!] ?? '')
    if (isLeftOut(file, fields[index]!, text) && !keyIndexes.includes(index)) {
      read.values.push(null)
      read.kept.push(index)
    } else readCell(read, fields[index]!, index, text, keyIndexes.indexOf(index), vocabulary)
  }
  restoreZip(file, read)
  const { values, kept, warnings, unreadable, keyTexts } = read
  const keyParts = file.problem ? keyTexts.filter(Boolean) : keyIndexes.map((_, index) => keyTexts[index] ?? '')
  const row: Row = { line: record.line, key: keyParts.join(' · '), values }
  const problem = read.problems.find((message) => message !== undefined)
  if (kept.length > 0) row.kept = kept
  if (warnings.length > 0) row.warnings = warnings
  if (unreadable.length > 0) row.unreadable = unreadable
  if (problem) row.problem = problem
  const bad = problem ? findBadCells(file, record, read.bad) : []
  if (bad.length > 0) row.cells = bad
  if (record.corrected)
    row.corrected = record.corrected.flatMap(({ cell, before, after }) => {
      const field = fields[cells.indexOf(cell)]
      return field ? [{ field: field.name, before: cleanCell(before), after }] : []
    })
  return row
}

/** Returns the cells to correct in a skipped record, or none if correcting cells of known columns would not help. */
function findBadCells(file: FileFields, record: CsvRecord, bad: readonly BadCell[]): readonly BadCell[] {
  const damaged = record.cells.flatMap((cell, index) => (isDamaged(cell) ? [index] : []))
  const isOtherProblem = record.problem !== undefined && damaged.length === 0
  if (file.problem || isOtherProblem || describeExtraCells(file, record)) return []
  const indexes = damaged.map((cell) => file.cells.indexOf(cell))
  if (indexes.includes(-1)) return []
  const unreadable = indexes.map((index, position) => ({
    field: file.fields[index]!.name,
    text: cleanCell(record.cells[damaged[position]!]!),
    reason: position === 0 ? record.problem! : null,
  }))
  return [...unreadable, ...bad.filter(({ field }) => unreadable.every((cell) => cell.field !== field))]
}

const unitedStates = /^(?:US|USA|United States(?: of America)?)$/i
const shortZip = /^(?:\d{3}|\d{4}(?:-\d{4})?)$/

function restoreZip({ fields, placeIndexes: [zip, country] }: FileFields, { values, warnings }: CellsRead): void {
  const text = values[zip]
  if (!text || !shortZip.test(text) || !unitedStates.test(values[country] ?? '')) return
  values[zip] = text.replace(/^\d+/, (digits) => digits.padStart(5, '0'))
  warnings.push(`${fields[zip]!.label} “${text}” had lost its leading zeros, which were restored.`)
}

type CellsRead = {
  values: (string | null)[]
  kept: number[]
  warnings: string[]
  unreadable: { index: number; reason: string }[]
  keyTexts: string[]
  problems: (string | undefined)[]
  bad: BadCell[]
}

/** `keyIndex` is the position of the field in the key, or -1. */
function readCell(
  { values, kept, warnings, unreadable, keyTexts, problems, bad }: CellsRead,
  field: Field,
  index: number,
  text: string,
  keyIndex: number,
  vocabulary: Vocabulary,
): void {
  const reading = readValue(field.kind, text)
  const value = 'problem' in reading ? null : reading.value
  // For a new person, an unreadable flag counts as set.
  const isProtected = 'problem' in reading && field.kind === 'flag'
  values.push(value ?? (isFlag(field.kind) ? String(isProtected) : null))
  if (keyIndex >= 0) keyTexts[keyIndex] = value ?? text
  if ('problem' in reading) {
    const message = `${field.label} “${shorten(text)}” ${reading.problem}`
    if (keyIndex >= 0 || isIdentifier(field)) {
      if (keyIndex >= 0) problems[1 + keyIndex] = `${message}.`
      else problems.push(`${message}.`)
      bad.push({ field: field.name, text, reason: `${message}.` })
    } else {
      kept.push(index)
      unreadable.push({ index, reason: message })
    }
  } else if (value === null) {
    if (keyIndex >= 0 && field.isRequired) {
      problems[1 + keyIndex] = `${field.label} is blank.`
      bad.push({ field: field.name, text, reason: `${field.label} is blank.` })
    }
    if (isIdentifier(field)) kept.push(index)
  } else warnings.push(...warningsOf(field, text, value, reading.warning, vocabulary))
}

function warningsOf(
  field: Field,
  text: string,
  value: string,
  warning: string | undefined,
  vocabulary: Vocabulary,
): readonly string[] {
  const isUnknown = vocabulary.get(field.name)?.has(value) === false
  if (!warning && !isUnknown) return []
  return [
    ...(warning ? [`${field.label} “${shorten(text)}” ${warning}.`] : []),
    ...(isUnknown ? [`${field.label} “${shorten(text)}” is not in the list of this service.`] : []),
  ]
}

/** Returns the values of the key fields in the order of the definition; null means blank or missing from the file. */
export function keyValuesOf({ keyIndexes }: Pick<FileFields, 'keyIndexes'>, { values }: Row): (string | null)[] {
  return keyIndexes.map((index) => values[index] ?? null)
}

export function nameOf({ nameIndexes: [first, last] }: FileFields, { values }: Row): string {
  return [values[first], values[last]].filter(Boolean).join(' ')
}

const isIdentifier = (field: Field) => field.kind === 'contact_id' || field.kind === 'crm_id'

function describeExtraCells({ headerLength }: FileFields, { cells }: CsvRecord): string | undefined {
  if (cells.length <= headerLength) return undefined
  if (cells.slice(headerLength).every((cell) => cell.trim() === '')) return undefined
  return `The line has ${cells.length} cells, but the header has ${headerLength}.`
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
