import type { ImportStatusReply } from '@alumni/shared/imports'
import { fieldOf, type Field, type ImportDefinition } from './definition.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { CsvRecord } from './read-csv.ts'
import { cellText, readValue } from './values.ts'

/**
 * A row as it is meant. `values` stand in the order of the file's fields: null is blank, undefined leaves the record's
 * value as it is. `notes` are warnings. A row with a `problem` is skipped.
 */
export type Row = {
  line: number
  key: string
  values: (string | null | undefined)[]
  notes: string[]
  problem?: string
}

/** The fields of one file in the order of its columns, with the places of the key's fields among them. */
export type FileFields = { fields: Field[]; cells: number[]; keyAt: number[]; headerLength: number }

export function fileFields(definition: ImportDefinition, header: string[], columns: ImportStatusReply['columns']): FileFields {
  const fields = columns.map((column) => fieldOf(definition, column.field))
  const cells = columns.map((column) => header.indexOf(column.header))
  const keyAt = definition.key.map((name) => fields.findIndex((field) => field.name === name))
  return { fields, cells, keyAt, headerLength: header.length }
}

const isIdentifier = (field: Field) => field.kind === 'contact_id' || field.kind === 'crm_id'

/** Reads a record of the file; touches no database. */
export function readRow({ fields, cells, keyAt, headerLength }: FileFields, record: CsvRecord, vocabulary: Vocabulary): Row {
  const row: Row = { line: record.line, key: '', values: new Array(fields.length), notes: [] }
  let problem = record.problem ?? tooManyCells(record, headerLength)
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!
    const text = cellText(record.cells[cells[at]!] ?? '')
    const reading = readValue(field.kind, text)
    if ('value' in reading) {
      row.values[at] = reading.value
      if (reading.note) row.notes.push(`${field.label} “${shown(text)}” ${reading.note}.`)
      if (reading.value !== null) {
        if (vocabulary.get(field.name)?.has(reading.value) === false) row.notes.push(`${field.label} “${shown(text)}” is not in the list of this service.`)
        continue
      }
      if (field.isRequired) problem ??= `${field.label} is blank.`
      else if (isIdentifier(field)) row.values[at] = undefined
      else if (field.kind === 'flag') row.values[at] = 'false'
    } else if (keyAt.includes(at) || isIdentifier(field)) {
      problem ??= `${field.label} “${shown(text)}” ${reading.problem}.`
      row.values[at] = text
    } else {
      row.values[at] = undefined
      row.notes.push(`${field.label} “${shown(text)}” ${reading.problem}, so it was left as it is.`)
    }
  }
  row.key = keyText(row, keyAt)
  if (problem) row.problem = problem
  return row
}

/** The key as a person reads it, and as rows of one file are compared. */
function keyText(row: Row, keyAt: number[]): string {
  if (keyAt.length === 1) return row.values[keyAt[0]!] ?? ''
  return keyAt.map((at) => row.values[at] ?? '').join(' · ')
}

function tooManyCells(record: CsvRecord, headerLength: number): string | undefined {
  if (record.cells.length <= headerLength) return undefined
  if (record.cells.slice(headerLength).every((cell) => cell.trim() === '')) return undefined
  return `The row has ${record.cells.length} cells, but the header has ${headerLength}.`
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
