import type { FieldChange, RowOutcome } from '@alumni/shared/imports'
import type { ImportDefinition } from './definition.ts'
import { separator, type Found } from './find-records.ts'
import type { FileFields, Row } from './read-row.ts'
import type { OpenChange } from './crm-protection.ts'

/** What a row does to its record. `values` are the record's after it, in the order of the file's fields. */
export type Decision = {
  outcome: RowOutcome
  reason: string | null
  changes: FieldChange[]
  values: (string | null)[]
  /** Pending CRM changes that the file contradicts, and exported ones that it confirms. */
  conflicts: { change: OpenChange; theirs: string | null }[]
  verified: OpenChange[]
}

const nothing: (string | null)[] = []

/** Decides a row against what is on file now. Scan and commit ask this same question. */
export function decide(definition: ImportDefinition, file: FileFields, row: Row, found: Found | undefined, open: readonly OpenChange[]): Decision {
  const decision: Decision = { outcome: 'unchanged', reason: row.notes.length > 0 ? row.notes.join(' ') : null, changes: [], values: nothing, conflicts: [], verified: [] }
  if (row.problem) return { ...decision, outcome: 'skipped', reason: row.problem }
  if (definition.table !== 'alumni' && !found) return { ...decision, outcome: 'skipped', reason: `No alumnus has the BUID ${row.values[file.keyAt[0]!]}.` }
  if (!found?.id) return decideNew(definition, file, row, decision)
  if (open.length === 0 && found.values === row.values.join(separator)) return decision
  return decideExisting(file, row, found, open, decision)
}

function decideNew(definition: ImportDefinition, file: FileFields, row: Row, decision: Decision): Decision {
  decision.outcome = 'new'
  decision.values = row.values.map((value, at) => value ?? (file.fields[at]!.kind === 'flag' ? 'false' : null))
  file.fields.forEach(({ name }, at) => {
    const after = decision.values[at]!
    if (after !== null) decision.changes.push({ field: name, before: null, after })
  })
  const names = ['first_name', 'last_name', 'preferred_name']
  if (definition.table === 'alumni' && !decision.changes.some(({ field }) => names.includes(field))) {
    decision.reason = [...row.notes, 'The new person has no name.'].join(' ')
  }
  return decision
}

function decideExisting(file: FileFields, row: Row, found: Found, open: readonly OpenChange[], decision: Decision): Decision {
  const before = found.values.split(separator).map((value) => (value === '' ? null : value))
  const notes = [...row.notes]
  decision.values = row.values.map((value, at) => (value === undefined ? before[at]! : value))
  open.forEach((change) => {
    const at = file.fields.findIndex(({ name }) => name === change.field)
    if (at < 0 || row.values[at] === undefined) return
    const theirs = row.values[at]!
    if (theirs === change.after) {
      if (change.status === 'exported') decision.verified.push(change)
    } else {
      decision.conflicts.push({ change, theirs })
      notes.push(`${file.fields[at]!.label} was changed here and waits for the CRM, which says otherwise: ours was kept, and a conflict noted.`)
    }
    decision.values[at] = before[at]!
  })
  file.fields.forEach(({ name }, at) => {
    const after = decision.values[at]!
    if (after !== before[at]) decision.changes.push({ field: name, before: before[at]!, after })
  })
  if (decision.changes.length > 0) decision.outcome = 'changed'
  decision.reason = notes.length > 0 ? notes.join(' ') : null
  return decision
}
