import { isFlag } from '@alumni/shared/alumni/values'
import type { FieldChange, RowOutcome } from '@alumni/shared/exchange/imports'
import type { OpenChange } from './crm-protection.ts'
import type { ImportDefinition } from './definition.ts'
import { isOnFile, valuesOf, type FoundRecord } from './find-records.ts'
import type { FileFields, Row } from './row.ts'

export type Decision = {
  outcome: RowOutcome
  reason: string | null
  changes: readonly FieldChange[]
  /** Values of a new or changed record, in the order of the file's fields. */
  values: readonly (string | null)[]
  /** Open CRM changes that the file contradicts. */
  conflicts: readonly { change: OpenChange; theirs: string | null }[]
  /** Exported CRM changes that the file confirms. */
  verified: readonly { id: number }[]
  /** Pending CRM changes that the CRM already has. */
  arrived: readonly { id: number }[]
  /** Indexes of the values that cause the row to be skipped. */
  bad?: readonly number[]
}

const unchanged: Decision = Object.freeze({
  outcome: 'unchanged',
  reason: null,
  changes: [],
  values: [],
  conflicts: [],
  verified: [],
  arrived: [],
})

export function skip(reason: string, bad: readonly number[] = []): Decision {
  return { ...unchanged, outcome: 'skipped', reason, bad }
}

/** Used by scan and commit, so that the commit does what the review shows. */
export function decide(
  definition: ImportDefinition,
  file: FileFields,
  row: Row,
  found: FoundRecord | undefined,
  open: readonly OpenChange[],
): Decision {
  if (row.problem) return skip(row.problem)
  if (definition.table !== 'alumni' && !found)
    return skip(`No alumnus has the BUID ${row.values[file.keyIndexes[0]!]}.`, [file.keyIndexes[0]!])
  if (!found?.id) return decideNew(definition, file, row)
  if (open.length === 0 && !row.kept && isOnFile(found, row.values))
    return row.warnings ? { ...unchanged, reason: row.warnings.join(' ') } : unchanged
  return decideExisting(file, row, found, open)
}

function decideNew(definition: ImportDefinition, { fields }: FileFields, row: Row): Decision {
  const values = row.values.map((value, index) => value ?? (isFlag(fields[index]!.kind) ? 'false' : null))
  const changes = fields.flatMap(({ name }, index) =>
    values[index] == null ? [] : [{ field: name, before: null, after: values[index] }],
  )
  const hasName = changes.some(({ field }) => ['first_name', 'last_name', 'preferred_name'].includes(field))
  const describeEffect = (value: string | null) =>
    value === null ? 'left blank' : value === 'true' ? 'set to yes' : 'set to no'
  const warnings = warningsOf(row, (index) => describeEffect(values[index]!))
  if (definition.table === 'alumni' && !hasName) warnings.push('The new person has no name.')
  return { ...unchanged, outcome: 'new', reason: warnings.length > 0 ? warnings.join(' ') : null, changes, values }
}

function decideExisting(
  { fields, isOwn }: FileFields,
  row: Row,
  found: FoundRecord,
  open: readonly OpenChange[],
): Decision {
  const before = valuesOf(found)
  if (before.length !== fields.length)
    return skip('The record on file contains a character that prevents comparing it.')
  const warnings = warningsOf(row, () => 'left as it is')
  const withLostZeros = row.values.flatMap((value, index) => (hasLostZeros(before[index]!, value) ? [index] : []))
  for (const index of withLostZeros)
    warnings.push(`${fields[index]!.label} “${row.values[index]}” has lost its leading zeros, so it was left as it is.`)
  const unchangedIndexes = [...(row.kept ?? []), ...withLostZeros]
  const values = row.values.map((value, index) => (unchangedIndexes.includes(index) ? before[index]! : value))
  const conflicts: Decision['conflicts'][number][] = []
  const verified: { id: number }[] = []
  const arrived: { id: number }[] = []
  for (const change of open) {
    const index = fields.findIndex(({ name }) => name === change.field)
    if (index < 0 || unchangedIndexes.includes(index)) continue
    const crmValue = row.values[index]!
    // An export from this service repeats our own value, so it proves nothing about the CRM.
    if (isOwn && crmValue === before[index]) continue
    if (crmValue !== change.after) {
      conflicts.push({ change, theirs: crmValue })
      warnings.push(
        `${fields[index]!.label} was changed here, and the CRM does not have the change yet. Our value stays, and the difference becomes a CRM conflict.`,
      )
      verified.push(...change.earlier.filter(({ after }) => after === crmValue))
    } else {
      verified.push(...change.earlier)
      const confirmed = change.status === 'exported' ? verified : arrived
      confirmed.push(change)
    }
    // Edits by champions are not on file until the CRM confirms them, so a confirmed value is written.
    if (crmValue !== change.after) values[index] = before[index]!
  }
  const changes = fields.flatMap(({ name }, index) =>
    values[index] === before[index] ? [] : [{ field: name, before: before[index]!, after: values[index]! }],
  )
  return {
    outcome: changes.length > 0 ? 'changed' : 'unchanged',
    reason: warnings.length > 0 ? warnings.join(' ') : null,
    changes,
    values,
    conflicts,
    verified,
    arrived,
  }
}

function warningsOf({ warnings = [], unreadable = [] }: Row, describeEffect: (index: number) => string): string[] {
  return [...warnings, ...unreadable.map(({ index, reason }) => `${reason}, so it was ${describeEffect(index)}.`)]
}

function hasLostZeros(before: string | null, value: string | null): boolean {
  return !!before?.startsWith('0') && !!value && /^\d/.test(value) && before.replace(/^0+/, '') === value
}
