import { isFlag } from '@alumni/shared/alumni/values'
import type { FieldChange, RowOutcome } from '@alumni/shared/exchange/imports'
import type { OpenChange } from './crm-protection.ts'
import type { ImportDefinition } from './definition.ts'
import { isOnFile, valuesOf, type Found } from './find-records.ts'
import type { FileFields, Row } from './row.ts'

/**
 * A row's effect on its record. `values` are the record's after it, in the order of the file's fields (new and changed
 * rows only).
 */
export type Decision = {
  outcome: RowOutcome
  reason: string | null
  changes: readonly FieldChange[]
  values: readonly (string | null)[]
  /**
   * CRM changes under way that the file contradicts, exported ones that it confirms, and pending ones that it has
   * already.
   */
  conflicts: readonly { change: OpenChange; theirs: string | null }[]
  verified: readonly { id: number }[]
  arrived: readonly { id: number }[]
  /** Indexes of the values for which it is skipped. */
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

export function skipped(reason: string, bad: readonly number[] = []): Decision {
  return { ...unchanged, outcome: 'skipped', reason, bad }
}

/** Decides a row against what is on file now. Scan and commit ask this same question. */
export function decide(
  definition: ImportDefinition,
  file: FileFields,
  row: Row,
  found: Found | undefined,
  open: readonly OpenChange[],
): Decision {
  if (row.problem) return skipped(row.problem)
  if (definition.table !== 'alumni' && !found)
    return skipped(`No alumnus has the BUID ${row.values[file.keyIndexes[0]!]}.`, [file.keyIndexes[0]!])
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
  const whatFollows = (value: string | null) =>
    value === null ? 'left blank' : value === 'true' ? 'set to yes' : 'set to no'
  const warnings = warningsOf(row, (index) => whatFollows(values[index]!))
  if (definition.table === 'alumni' && !hasName) warnings.push('The new person has no name.')
  return { ...unchanged, outcome: 'new', reason: warnings.length > 0 ? warnings.join(' ') : null, changes, values }
}

function decideExisting({ fields, isOwn }: FileFields, row: Row, found: Found, open: readonly OpenChange[]): Decision {
  const before = valuesOf(found)
  if (before.length !== fields.length)
    return skipped('The record on file contains a character that prevents comparing it.')
  const warnings = warningsOf(row, () => 'left as it is')
  const shortened = row.values.flatMap((value, index) => (hasLostZeros(before[index]!, value) ? [index] : []))
  for (const index of shortened)
    warnings.push(`${fields[index]!.label} “${row.values[index]}” has lost its leading zeros, so it was left as it is.`)
  const kept = [...(row.kept ?? []), ...shortened]
  const values = row.values.map((value, index) => (kept.includes(index) ? before[index]! : value))
  const conflicts: Decision['conflicts'][number][] = []
  const verified: { id: number }[] = []
  const arrived: { id: number }[] = []
  for (const change of open) {
    const index = fields.findIndex(({ name }) => name === change.field)
    if (index < 0 || kept.includes(index)) continue
    const theirs = row.values[index]!
    // A list of ours that says what is on file here is no word of the CRM's.
    if (isOwn && theirs === before[index]) continue
    if (theirs !== change.after) {
      conflicts.push({ change, theirs })
      warnings.push(
        `${fields[index]!.label} was changed here and is waiting for the CRM, whose file differs. Our value stays, and a conflict was recorded.`,
      )
      verified.push(...change.earlier.filter(({ after }) => after === theirs))
    } else {
      verified.push(...change.earlier)
      const confirmed = change.status === 'exported' ? verified : arrived
      confirmed.push(change)
    }
    // A champion's own entry is not on file before the CRM has the same.
    if (theirs !== change.after) values[index] = before[index]!
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

function warningsOf({ warnings = [], unreadable = [] }: Row, whatFollows: (index: number) => string): string[] {
  return [...warnings, ...unreadable.map(({ index, reason }) => `${reason}, so it was ${whatFollows(index)}.`)]
}

/** Whether a value is the one on file as a spreadsheet writes it that took it for a number. */
function hasLostZeros(before: string | null, value: string | null): boolean {
  return !!before?.startsWith('0') && !!value && /^\d/.test(value) && before.replace(/^0+/, '') === value
}
