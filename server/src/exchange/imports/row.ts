import { leftOutMark } from '@alumni/shared/alumni/export'
import type { FieldChange, ImportStatusReply, RowOutcome } from '@alumni/shared/exchange/imports'
import { fieldOf, type Field, type ImportDefinition, type Vocabulary } from './definition.ts'
import type { BadCell, CorrectedCell } from '@alumni/shared/exchange/import-corrections'
import { isDamaged, type CsvRecord } from './read-csv.ts'
import { cleanCell, isFlag, readValue } from '@alumni/shared/alumni/values'

/** One row of the file. It has this shape from the scan through the manifest to the table. */
export type Row = {
  /** The row's number in a spreadsheet: the header is 1. */
  line: number
  /** The record's identity, for people to read and for comparing the rows of one file. */
  key: string
  /** The values of the cells, in the order of the file's fields; null is blank. A skipped row has none. */
  values: readonly (string | null)[]
  /** Indexes of values that leave the record as it is: a blank identifier, a cell that cannot be read. */
  kept?: readonly number[]
  /** Oddities in its cells; it can still be applied. */
  warnings?: readonly string[]
  /** Why a value cannot be read; what follows from it depends on the record. */
  unreadable?: readonly { index: number; reason: string }[]
  /** Why it is skipped, whatever is on file. */
  problem?: string
  /** The cells for which it is skipped, where others in their place would do. */
  cells?: readonly BadCell[]
  /** What a person has corrected in it. */
  corrected?: readonly CorrectedCell[]
}

/**
 * A row with what the scan decided, as the manifest has it. `changes` are there where a record changes: a new one's
 * values say it all.
 */
export type ReviewedRow = Row & {
  outcome: RowOutcome
  reason: string | null
  /** The person's name, from the file or from what is on file. */
  name: string
  changes?: readonly FieldChange[]
  /** The result's difference from the review. */
  difference?: string
  /** The row that an undo reverts: in the history, or in the exchange with the CRM. */
  undoes?: { table: 'record_changes' | ExchangeTable; id: number }
}

export type ExchangeTable = 'crm_data_changes' | 'crm_conflicts'

/**
 * The fields of one file in the order of its columns, the indexes of their cells in its records, and the indexes of
 * some fields.
 */
export type FileFields = {
  fields: readonly Field[]
  cells: readonly number[]
  /** Indexes of the key's fields; -1 for one that the file does not have. */
  keyIndexes: readonly number[]
  nameIndexes: readonly [first: number, last: number]
  placeIndexes: readonly [zip: number, country: number]
  dateCells: readonly number[]
  headerLength: number
  /** The file is an export of ours, which may have left out values without a mark, as all did up to v0.10.0. */
  isOwn: boolean
  /** Why no row can be read: a required column is missing. */
  problem?: string
}

export function fileFields(
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

/** Whether a cell says nothing because an export of ours left its value out. */
export function isLeftOut({ isOwn }: FileFields, field: Field, text: string): boolean {
  return text === leftOutMark || (text === '' && isOwn && mayBeLeftOut.has(field.name))
}

const mayBeLeftOut = new Set(['primary_email', 'mobile_phone', 'street', 'postal_code'])

/** Reads a record of the file; touches no database. */
export function readRow(file: FileFields, record: CsvRecord, vocabulary: Vocabulary): Row {
  const { fields, cells, keyIndexes } = file
  const read: CellsRead = { values: [], kept: [], warnings: [], unreadable: [], keyTexts: [], problems: [], bad: [] }
  // The record's own problem comes first, then those of its key in the key's order, then those of other identifiers.
  read.problems.length = 1 + keyIndexes.length
  read.problems[0] = file.problem ?? record.problem ?? tooManyCells(file, record)
  for (let index = 0; index < fields.length; index++) {
    const text = cleanCell(record.cells[cells[index]!] ?? '')
    if (isLeftOut(file, fields[index]!, text) && !keyIndexes.includes(index)) {
      read.values.push(null)
      read.kept.push(index)
    } else readCell(read, fields[index]!, index, text, keyIndexes.indexOf(index), vocabulary)
  }
  mendZip(file, read)
  const { values, kept, warnings, unreadable, keyTexts } = read
  const keyParts = file.problem ? keyTexts.filter(Boolean) : keyIndexes.map((_, index) => keyTexts[index] ?? '')
  const row: Row = { line: record.line, key: keyParts.join(' · '), values }
  const problem = read.problems.find((sentence) => sentence !== undefined)
  if (kept.length > 0) row.kept = kept
  if (warnings.length > 0) row.warnings = warnings
  if (unreadable.length > 0) row.unreadable = unreadable
  if (problem) row.problem = problem
  const bad = problem ? badCells(file, record, read.bad) : []
  if (bad.length > 0) row.cells = bad
  if (record.corrected)
    row.corrected = record.corrected.flatMap(({ cell, before, after }) => {
      const field = fields[cells.indexOf(cell)]
      return field ? [{ field: field.name, before: cleanCell(before), after }] : []
    })
  return row
}

/** The cells that make a record unreadable: none where it is in the wrong cells, or where a cell is that is not read. */
function badCells(file: FileFields, record: CsvRecord, bad: readonly BadCell[]): readonly BadCell[] {
  const damaged = record.cells.flatMap((cell, index) => (isDamaged(cell) ? [index] : []))
  const isOther = record.problem !== undefined && damaged.length === 0
  if (file.problem || isOther || tooManyCells(file, record)) return []
  const indexes = damaged.map((cell) => file.cells.indexOf(cell))
  if (indexes.includes(-1)) return []
  const unreadable = indexes.map((index, nth) => ({
    field: file.fields[index]!.name,
    text: cleanCell(record.cells[damaged[nth]!]!),
    reason: nth === 0 ? record.problem! : null,
  }))
  return [...unreadable, ...bad.filter(({ field }) => unreadable.every((cell) => cell.field !== field))]
}

const isOfUnitedStates = /^(?:US|USA|United States(?: of America)?)$/i
const shortZip = /^(?:\d{3}|\d{4}(?:-\d{4})?)$/

/** Spreadsheets take a ZIP code for a number, which has no leading zeros. */
function mendZip({ fields, placeIndexes: [zip, country] }: FileFields, { values, warnings }: CellsRead): void {
  const text = values[zip]
  if (!text || !shortZip.test(text) || !isOfUnitedStates.test(values[country] ?? '')) return
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

/** `keyIndex` is the field's place in the key, -1 for one that is not in it. */
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
  // A new person whose protective flag cannot be read is protected.
  const isProtected = 'problem' in reading && field.kind === 'flag'
  values.push(value ?? (isFlag(field.kind) ? String(isProtected) : null))
  if (keyIndex >= 0) keyTexts[keyIndex] = value ?? text
  if ('problem' in reading) {
    const sentence = `${field.label} “${shown(text)}” ${reading.problem}`
    if (keyIndex >= 0 || isIdentifier(field)) {
      if (keyIndex >= 0) problems[1 + keyIndex] = `${sentence}.`
      else problems.push(`${sentence}.`)
      bad.push({ field: field.name, text, reason: `${sentence}.` })
    } else {
      kept.push(index)
      unreadable.push({ index, reason: sentence })
    }
  } else if (value === null) {
    if (keyIndex >= 0 && field.isRequired) {
      problems[1 + keyIndex] = `${field.label} is blank.`
      bad.push({ field: field.name, text, reason: `${field.label} is blank.` })
    }
    if (isIdentifier(field)) kept.push(index)
  } else warnings.push(...warningsOf(field, text, value, reading.warning, vocabulary))
}

const none: readonly string[] = []

function warningsOf(
  field: Field,
  text: string,
  value: string,
  warning: string | undefined,
  vocabulary: Vocabulary,
): readonly string[] {
  const isUnknown = vocabulary.get(field.name)?.has(value) === false
  if (!warning && !isUnknown) return none
  return [
    ...(warning ? [`${field.label} “${shown(text)}” ${warning}.`] : []),
    ...(isUnknown ? [`${field.label} “${shown(text)}” is not in the list of this service.`] : []),
  ]
}

/**
 * The values of a row's key, in the order of the definition's; null for one that is blank or that the file does not
 * have.
 */
export function keyValues({ keyIndexes }: Pick<FileFields, 'keyIndexes'>, { values }: Row): (string | null)[] {
  return keyIndexes.map((index) => values[index] ?? null)
}

/** The name among a row's values; '' where the file has none. */
export function nameIn({ nameIndexes: [first, last] }: FileFields, { values }: Row): string {
  return [values[first], values[last]].filter(Boolean).join(' ')
}

const isIdentifier = (field: Field) => field.kind === 'contact_id' || field.kind === 'crm_id'

function tooManyCells({ headerLength }: FileFields, { cells }: CsvRecord): string | undefined {
  if (cells.length <= headerLength) return undefined
  if (cells.slice(headerLength).every((cell) => cell.trim() === '')) return undefined
  return `The line has ${cells.length} cells, but the header has ${headerLength}.`
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
