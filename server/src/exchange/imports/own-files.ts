import { exportedField } from '@alumni/shared/alumni/export'
import { foldHeader } from '@alumni/shared/exchange/imports'
import { ImportRefused, type ImportDefinition } from './definition.ts'
import { contacts } from './types.ts'

/** Files of this service that are no lists of alumni, by columns that no other file has together. */
const otherFiles = [
  { has: ['ID', 'BUID', 'Alumnus'], is: 'a list of champion signups' },
  { has: ['buid', 'answered_at'], is: 'a list of answers' },
  { has: ['Perhaps Meant', 'BUID'], is: 'a report on employers' },
]

/** Throws `ImportRefused` for a file of this service that says something else than the CRM does. */
export function refuseOtherFiles(header: readonly string[]): void {
  const other = otherFiles.find(({ has }) => has.every((name) => header.includes(name)))
  if (other)
    throw new ImportRefused(`This is ${other.is} from this service, not an export of the CRM. It cannot be imported.`)
}

/**
 * Whether a file is a list of alumni that this service exported: each column that is known bears the name that exports
 * give it, and one a name that no CRM gives it. `perhaps`: it may as well come from the CRM.
 */
export function isOwnList(definition: ImportDefinition, header: readonly string[]): boolean | 'perhaps' {
  const isKnown = (name: string) => [definition, contacts].some((known) => namesOf(known).has(foldHeader(name)))
  if (header.some((name) => exportedField(name) === undefined && isKnown(name))) return false
  return header.some((name) => exportedField(name) !== undefined && !isOfCrm(name)) || 'perhaps'
}

function namesOf({ fields }: ImportDefinition): Set<string> {
  return new Set(fields.flatMap(({ label, also = [] }) => [label, ...also]).map(foldHeader))
}

/** Names that a CRM may give a column in just this spelling. */
const namesOfCrm = new Set(['Name', 'Salutation', 'Degree', 'Major', 'College', 'Employer'])

function isOfCrm(name: string): boolean {
  return namesOfCrm.has(name) || contacts.fields.some(({ label }) => label === name)
}
