import type { FieldChange, RowOutcome } from '@alumni/shared/imports'
import type { OpenChange } from './crm-protection.ts'
import type { ImportDefinition } from './definition.ts'
import type { Found } from './find-records.ts'
import { rowValues, splitValues, type FileFields, type KeyedRow, type Row } from './read-row.ts'

/** What a row does to its record. `values` are the record's after it, in the order of the file's fields (new and changed rows only). */
export type Decision = {
  outcome: RowOutcome
  reason: string | null
  changes: readonly FieldChange[]
  values: readonly (string | null)[]
  /** Pending CRM changes that the file contradicts, and exported ones that it confirms. */
  conflicts: readonly { change: OpenChange; theirs: string | null }[]
  verified: readonly { id: number }[]
}

const unchanged: Decision = Object.freeze({
  outcome: 'unchanged',
  reason: null,
  changes: [],
  values: [],
  conflicts: [],
  verified: [],
})

export function skipped(reason: string): Decision {
  return { ...unchanged, outcome: 'skipped', reason }
}

/** Whether a row that was only keyed so far must be skipped for want of someone it belongs to. */
function missingAlumnus(
  definition: ImportDefinition,
  { keyValues }: KeyedRow,
  found: Found | undefined,
): string | undefined {
  return definition.table !== 'alumni' && !found ? `No alumnus has the BUID ${keyValues[0]}.` : undefined
}

/** Decides a row against what is on file now. Scan and commit ask this same question. */
export function decide(
  definition: ImportDefinition,
  file: FileFields,
  row: Row,
  found: Found | undefined,
  open: readonly OpenChange[],
): Decision {
  const problem = row.problem ?? missingAlumnus(definition, row, found)
  if (problem) return skipped(problem)
  if (!found?.id) return decideNew(definition, file, row)
  if (open.length === 0 && row.text === found.values && !row.keep)
    return row.notes.length > 0 ? { ...unchanged, reason: row.notes.join(' ') } : unchanged
  return decideExisting(file, row, found, open)
}

function decideNew(definition: ImportDefinition, { fields }: FileFields, row: Row): Decision {
  const values = rowValues(row).map((value, at) => value ?? (fields[at]!.kind === 'flag' ? 'false' : null))
  const changes = fields.flatMap(({ name }, at) =>
    values[at] == null ? [] : [{ field: name, before: null, after: values[at] }],
  )
  const hasName = changes.some(({ field }) => ['first_name', 'last_name', 'preferred_name'].includes(field))
  const notes = definition.table === 'alumni' && !hasName ? [...row.notes, 'The new person has no name.'] : row.notes
  return { ...unchanged, outcome: 'new', reason: notes.length > 0 ? notes.join(' ') : null, changes, values }
}

function decideExisting({ fields }: FileFields, row: Row, found: Found, open: readonly OpenChange[]): Decision {
  const before = splitValues(found.values)
  if (before.length !== fields.length)
    return skipped('The record on file has a character in it that keeps it from being compared.')
  const wanted = rowValues(row)
  const values = wanted.map((value, at) => (value === undefined ? before[at]! : value))
  const notes = [...row.notes]
  const conflicts: Decision['conflicts'][number][] = []
  const verified: { id: number }[] = []
  for (const change of open) {
    const at = fields.findIndex(({ name }) => name === change.field)
    const theirs = wanted[at]
    if (theirs === undefined) continue
    if (theirs !== change.after) {
      conflicts.push({ change, theirs })
      notes.push(
        `${fields[at]!.label} was changed here and waits for the CRM, which says otherwise: ours was kept, and a conflict noted.`,
      )
    } else if (change.status === 'exported') verified.push(change, ...change.earlier)
    verified.push(...change.earlier.filter(({ after }) => after === theirs && theirs !== change.after))
    values[at] = before[at]!
  }
  const changes = fields.flatMap(({ name }, at) =>
    values[at] === before[at] ? [] : [{ field: name, before: before[at]!, after: values[at]! }],
  )
  return {
    outcome: changes.length > 0 ? 'changed' : 'unchanged',
    reason: notes.length > 0 ? notes.join(' ') : null,
    changes,
    values,
    conflicts,
    verified,
  }
}
