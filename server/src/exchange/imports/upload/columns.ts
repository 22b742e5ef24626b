import { fieldOfHeading } from '@alumni/shared/alumni/export'
import { foldHeader, type ImportStatusReply, type ImportType } from '@alumni/shared/exchange/imports'
import { type Field, type ImportDefinition, ImportRefused } from '../definition.ts'
import { contacts } from '../types.ts'
import { sql } from 'kysely'
import type { Db } from '../../../foundations/database/db.ts'

/** A header's columns for a type: read, unknown, never read, and the required ones that are missing. */
export type ColumnMap = {
  columns: ImportStatusReply['columns']
  unknown: string[]
  refused: string[]
  missing: Field[]
  /** The file is a list of alumni that this service exported. */
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

/** The columns of our issues files, after the uploaded row's own columns. */
export const issueColumns = ['row', 'outcome', 'reason'] as const

/** The header without the columns that an issues file of ours added, for it comes back mended. */
export function uploadedColumns(header: string[]): string[] {
  const own = header.length - issueColumns.length
  return header.slice(Math.max(0, own)).join() === issueColumns.join() ? header.slice(0, own) : header
}

/**
 * Maps a header to fields; assignments by hand (folded header → field) come first. Throws `ImportRefused` with every
 * problem of one kind.
 */
export function mapColumns(
  definition: ImportDefinition,
  wholeHeader: string[],
  byHand: ReadonlyMap<string, string>,
): ColumnMap {
  const header = uploadedColumns(wholeHeader)
  refuseTwice(header)
  const sensitive = header.filter((name) => neverStored.includes(foldHeader(name)))
  if (sensitive.length > 0)
    throw new ImportRefused(
      `This service may not store ${quoted(sensitive)}. Remove ${sensitive.length === 1 ? 'that column' : 'those columns'} from the file and upload it again.`,
    )
  refuseOtherFiles(header)
  const isOwn = isOwnList(definition, header)
  if (isOwn === true && definition.type !== 'contacts')
    throw new ImportRefused('This is a list of alumni from this service. It can only be imported as contacts.')
  const map: ColumnMap = { columns: [], unknown: [], refused: [], missing: [], isOwn: isOwn === true }
  const taken = new Map<string, string>()
  const take = (name: string, field: string, isByHand: boolean) => {
    const earlier = taken.get(field)
    if (earlier !== undefined) return map.unknown.push(name)
    taken.set(field, name)
    return map.columns.push({ header: name, field, by_hand: isByHand })
  }
  const fields = fieldsByHeader(definition)
  const isOurs = (name: string) => map.isOwn && fieldOfHeading(name) !== undefined
  for (const name of header.filter(isOurs)) if (fieldOfHeading(name)) take(name, fieldOfHeading(name)!, false)
  const names = header.filter((name) => name !== '' && !isOurs(name))
  for (const name of names) if (byHand.has(foldHeader(name))) take(name, byHand.get(foldHeader(name))!, true)
  const others = names.filter((name) => !byHand.has(foldHeader(name)))
  for (const name of others) if (fields.own.has(foldHeader(name))) take(name, fields.own.get(foldHeader(name))!, false)
  const rest = others.filter((name) => !fields.own.has(foldHeader(name)))
  map.refused.push(...rest.filter((name) => isMoney(foldHeader(name))))
  const readable = rest.filter((name) => !isMoney(foldHeader(name)))
  // In a file that may be ours it may be the greeting, which is no prefix.
  const also = fields.also.filter(({ name }) => isOwn === false || name !== foldHeader('Salutation'))
  for (const { name: folded, field } of also)
    for (const name of readable) if (foldHeader(name) === folded) take(name, field, false)
  map.unknown.push(...readable.filter((name) => !also.some((one) => one.name === foldHeader(name))))
  map.missing = missingColumns(definition, taken)
  map.columns.sort((a, b) => header.indexOf(a.header) - header.indexOf(b.header))
  map.unknown.sort((a, b) => header.indexOf(a) - header.indexOf(b))
  return map
}

function fieldsByHeader(definition: ImportDefinition) {
  const own = new Map(definition.fields.map((field) => [foldHeader(field.label), field.name]))
  const also = definition.fields.flatMap((field) =>
    (field.also ?? []).map((name) => ({ name: foldHeader(name), field: field.name })),
  )
  return { own, also }
}

function refuseTwice(header: string[]): void {
  const seen = new Set<string>()
  const twice = header.filter((name) => {
    const folded = name.trim().toLowerCase().replaceAll(/[\s_]/g, '')
    const isTwice = folded !== '' && seen.has(folded)
    seen.add(folded)
    return isTwice
  })
  if (twice.length > 0)
    throw new ImportRefused(`The header names ${quoted(twice)} twice, so it is not clear which column counts.`)
}

/** The required fields that no column fills. */
export function missingColumns(definition: ImportDefinition, filled: { has(field: string): boolean }): Field[] {
  return definition.fields.filter(({ name, isRequired }) => isRequired && !filled.has(name))
}

/** “The file lacks the required column “BUID”.” */
export function missingWords(missing: readonly Pick<Field, 'label'>[]): string {
  return `The file lacks the required ${missing.length === 1 ? 'column' : 'columns'} ${quoted(missing.map(({ label }) => label))}.`
}

function quoted(names: string[]): string {
  const shown = [...new Set(names)].map((name) => `“${name.slice(0, 100)}”`)
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`
}

/** The columns that people assigned by hand for a type: folded header → field. */
export async function knownAliases(db: Db, type: ImportType): Promise<Map<string, string>> {
  const rows = await db.findAll('import_column_aliases', ['header', 'field'], { type }, { by: 'header' })
  return new Map(rows.map(({ header, field }) => [header, field]))
}

/** Remembers (or, with a null field, forgets) what columns mean for a type. */
export async function rememberAliases(
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

/** Files of this service that are no lists of alumni, by columns that no other file has together. */
const otherFiles = [
  { has: ['ID', 'BUID', 'Alumnus'], is: 'a list of champion signups' },
  { has: ['buid', 'answered_at'], is: 'a list of answers' },
  { has: ['Perhaps meant', 'BUID'], is: 'a report on employers' },
  { has: ['Perhaps Meant', 'BUID'], is: 'a report on employers' },
]

/** Throws `ImportRefused` for a file of this service that says something else than the CRM does. */
function refuseOtherFiles(header: readonly string[]): void {
  const other = otherFiles.find(({ has }) => has.every((name) => header.includes(name)))
  if (other) throw new ImportRefused(`This is ${other.is} from this service, not a CRM export. It cannot be imported.`)
}

/**
 * Whether a file is a list of alumni that this service exported: each column that is known bears the name that exports
 * give it, and one a name that no CRM gives it. `perhaps`: it may as well come from the CRM.
 */
function isOwnList(definition: ImportDefinition, header: readonly string[]): boolean | 'perhaps' {
  const isKnown = (name: string) => [definition, contacts].some((known) => namesOf(known).has(foldHeader(name)))
  if (header.some((name) => fieldOfHeading(name) === undefined && isKnown(name))) return false
  return header.some((name) => fieldOfHeading(name) !== undefined && !isOfCrm(name)) || 'perhaps'
}

function namesOf({ fields }: ImportDefinition): Set<string> {
  return new Set(fields.flatMap(({ label, also = [] }) => [label, ...also]).map(foldHeader))
}

/** Names that a CRM may give a column in just this spelling. */
const namesOfCrm = new Set(['Name', 'Salutation', 'Degree', 'Major', 'College', 'Employer'])

function isOfCrm(name: string): boolean {
  return namesOfCrm.has(name) || contacts.fields.some(({ label }) => label === name)
}
