import { findFieldOfHeading } from '@alumni/shared/alumni/export'
import { foldHeader, type ImportStatusReply, type ImportType } from '@alumni/shared/exchange/imports'
import { type Field, type ImportDefinition, ImportRefused } from '../definition.ts'
import { contacts } from '../types.ts'
import { sql } from 'kysely'
import type { Db } from '../../../foundations/database/db.ts'

/** `refused` columns are never read. */
export type ColumnMap = {
  columns: ImportStatusReply['columns']
  unknown: string[]
  refused: string[]
  missing: Field[]
  isOwn: boolean
}

const neverStored = [
  'socialsecuritynumber',
  'socialsecurity',
  'ssn',
  'race',
  'race/ethnicity',
  'raceethnicity',
  'religion',
  'religiousaffiliation',
  'ethnicity',
]
const isMoney = (folded: string) =>
  /earnings|salary|income|amount|giving|donation|networth|(^|total|gross|net)wealth/.test(folded)

/** Columns that an issues file has after the uploaded columns. */
export const issueColumns = ['row', 'outcome', 'reason'] as const

/** Removes the columns that an issues file adds, because the file may be uploaded again after corrections. */
export function uploadedColumns(header: string[]): string[] {
  const count = header.length - issueColumns.length
  return header.slice(Math.max(0, count)).join() === issueColumns.join() ? header.slice(0, count) : header
}

/** Assignments in `byHand` (folded header → field) take precedence. Throws `ImportRefused`. */
export function mapColumns(
  definition: ImportDefinition,
  wholeHeader: string[],
  byHand: ReadonlyMap<string, string>,
): ColumnMap {
  const header = uploadedColumns(wholeHeader)
  refuseDuplicates(header)
  const sensitive = header.filter((name) => neverStored.includes(foldHeader(name)))
  if (sensitive.length > 0)
    throw new ImportRefused(
      `This service may not store ${quoteNames(sensitive)}. Remove ${sensitive.length === 1 ? 'that column' : 'those columns'} from the file and upload it again.`,
    )
  refuseOtherFiles(header)
  const isOwn = isOwnList(definition, header)
  if (isOwn === true && definition.type !== 'contacts')
    throw new ImportRefused('This is a list of alumni from this service. It can only be imported as contacts.')
  const map: ColumnMap = { columns: [], unknown: [], refused: [], missing: [], isOwn: isOwn === true }
  const assigned = new Map<string, string>()
  const assign = (name: string, field: string, isByHand: boolean) => {
    const earlier = assigned.get(field)
    if (earlier !== undefined) return map.unknown.push(name)
    assigned.set(field, name)
    return map.columns.push({ header: name, field, by_hand: isByHand })
  }
  const fields = fieldsByHeader(definition)
  const isExported = (name: string) => map.isOwn && findFieldOfHeading(name) !== undefined
  for (const name of header.filter(isExported))
    if (findFieldOfHeading(name)) assign(name, findFieldOfHeading(name)!, false)
  const names = header.filter((name) => name !== '' && !isExported(name))
  for (const name of names) if (byHand.has(foldHeader(name))) assign(name, byHand.get(foldHeader(name))!, true)
  const others = names.filter((name) => !byHand.has(foldHeader(name)))
  for (const name of others)
    if (fields.byLabel.has(foldHeader(name))) assign(name, fields.byLabel.get(foldHeader(name))!, false)
  const unmatched = others.filter((name) => !fields.byLabel.has(foldHeader(name)))
  map.refused.push(...unmatched.filter((name) => isMoney(foldHeader(name))))
  const readable = unmatched.filter((name) => !isMoney(foldHeader(name)))
  // In this service's exports, “Salutation” is the greeting of a letter, not the prefix.
  const otherNames = fields.byOtherName.filter(({ name }) => isOwn === false || name !== foldHeader('Salutation'))
  for (const { name: folded, field } of otherNames)
    for (const name of readable) if (foldHeader(name) === folded) assign(name, field, false)
  map.unknown.push(...readable.filter((name) => !otherNames.some((other) => other.name === foldHeader(name))))
  map.missing = findMissingColumns(definition, assigned)
  map.columns.sort((a, b) => header.indexOf(a.header) - header.indexOf(b.header))
  map.unknown.sort((a, b) => header.indexOf(a) - header.indexOf(b))
  return map
}

function fieldsByHeader(definition: ImportDefinition) {
  const byLabel = new Map(definition.fields.map((field) => [foldHeader(field.label), field.name]))
  const byOtherName = definition.fields.flatMap((field) =>
    (field.otherNames ?? []).map((name) => ({ name: foldHeader(name), field: field.name })),
  )
  return { byLabel, byOtherName }
}

function refuseDuplicates(header: string[]): void {
  const names = new Set<string>()
  const duplicates = header.filter((name) => {
    const folded = name.trim().toLowerCase().replaceAll(/[\s_]/g, '')
    const isTwice = folded !== '' && names.has(folded)
    names.add(folded)
    return isTwice
  })
  if (duplicates.length > 0)
    throw new ImportRefused(`The header names ${quoteNames(duplicates)} twice, so it is not clear which column counts.`)
}

export function findMissingColumns(definition: ImportDefinition, filled: { has(field: string): boolean }): Field[] {
  return definition.fields.filter(({ name, isRequired }) => isRequired && !filled.has(name))
}

export function describeMissing(missing: readonly Pick<Field, 'label'>[]): string {
  return `The file lacks the required ${missing.length === 1 ? 'column' : 'columns'} ${quoteNames(missing.map(({ label }) => label))}.`
}

function quoteNames(names: string[]): string {
  const quoted = [...new Set(names)].map((name) => `“${name.slice(0, 100)}”`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)!}`
}

/** Returns fields by folded header. */
export async function readAliases(db: Db, type: ImportType): Promise<Map<string, string>> {
  const rows = await db.findAll('import_column_aliases', ['header', 'field'], { type }, { by: 'header' })
  return new Map(rows.map(({ header, field }) => [header, field]))
}

/** Saves the fields that users assigned to columns. A null field removes the column's assignment. */
export async function saveAliases(
  db: Db,
  type: ImportType,
  columns: ReadonlyMap<string, string | null>,
  staffUserId: number,
): Promise<void> {
  const fields = [...new Map([...columns].map(([name, field]) => [foldHeader(name), field]))]
  const forgotten = fields.flatMap(([header, field]) => (field === null ? [header] : []))
  if (forgotten.length > 0) await db.remove('import_column_aliases', { type, header: forgotten })
  const assigned = fields.flatMap(([header, field]) =>
    field === null ? [] : [{ type, header, field, assigned_by_id: staffUserId }],
  )
  if (assigned.length === 0) return
  await db
    .insertInto('import_column_aliases')
    .values(assigned)
    .onConflict((alias) =>
      alias.columns(['type', 'header']).doUpdateSet(({ ref }) => ({
        field: ref('excluded.field'),
        assigned_by_id: ref('excluded.assigned_by_id'),
        assigned_at: sql<string>`now()`,
      })),
    )
    .execute()
}

const otherFiles = [
  { has: ['ID', 'BUID', 'Alumnus'], is: 'a list of champion signups' },
  { has: ['buid', 'answered_at'], is: 'a list of answers' },
  { has: ['Perhaps meant', 'BUID'], is: 'a report on employers' },
  { has: ['Perhaps Meant', 'BUID'], is: 'a report on employers' },
]

function refuseOtherFiles(header: readonly string[]): void {
  const other = otherFiles.find(({ has }) => has.every((name) => header.includes(name)))
  if (other) throw new ImportRefused(`This is ${other.is} from this service, not a CRM export. It cannot be imported.`)
}

/**
 * A list exported by this service has only our names for known columns, including at least one that CRMs do not use.
 * Returns `perhaps` if the file may come from either.
 */
function isOwnList(definition: ImportDefinition, header: readonly string[]): boolean | 'perhaps' {
  const isKnown = (name: string) => [definition, contacts].some((known) => namesOf(known).has(foldHeader(name)))
  if (header.some((name) => findFieldOfHeading(name) === undefined && isKnown(name))) return false
  return header.some((name) => findFieldOfHeading(name) !== undefined && !isCrmName(name)) || 'perhaps'
}

function namesOf({ fields }: ImportDefinition): Set<string> {
  return new Set(fields.flatMap(({ label, otherNames = [] }) => [label, ...otherNames]).map(foldHeader))
}

/** Names used both in our exports and in CRM files. */
const crmNames = new Set(['Name', 'Salutation', 'Degree', 'Major', 'College', 'Employer'])

function isCrmName(name: string): boolean {
  return crmNames.has(name) || contacts.fields.some(({ label }) => label === name)
}
