import { z } from 'zod'
import type { FieldChange } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { skip, type Decision } from '../decide.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { findOwners } from '../unique-claims.ts'
import { getBlankValue, readCurrentRecords, createLaterChangeDescriber } from './history-lines.ts'
import type { HistoryLine, CurrentRecord, LaterChangeDescriber } from './history-lines.ts'
import { describeReferences } from './alumnus-references.ts'

/** A history line and how to undo it; `now` has the current values of the record. */
export type UndoneLine = {
  line: HistoryLine
  key: string
  name: string
  now: CurrentRecord['values']
  decision: Decision
}

/** Used by scan and commit, so that the commit does what the review shows. */
export async function decideLines(
  db: Db,
  definition: ImportDefinition,
  ref: BatchRef,
  lines: readonly HistoryLine[],
): Promise<UndoneLine[]> {
  const records = await readCurrentRecords(db, definition, lines)
  const isEdited = (line: HistoryLine) => listEditedFields(definition, line, records.get(line.record_id)).length > 0
  const deletedLines = lines.filter(({ action }) => action === 'deleted')
  const createdBuids = lines.filter(({ action }) => action === 'created').map(({ buid }) => buid)
  const facts: Facts = {
    definition,
    describeLaterChange: await createLaterChangeDescriber(db, ref, lines.filter(isEdited)),
    references: definition.table === 'alumni' ? await describeReferences(db, createdBuids) : new Map(),
    owners: await findCurrentOwners(db, definition, lines),
    deleted: await readDeletedRecords(db, ref, deletedLines),
  }
  return lines.map((line) => {
    const record = records.get(line.record_id)
    const values =
      record?.values ?? Object.fromEntries(Object.entries(line.fields).map(([name, [was, is]]) => [name, is ?? was]))
    return {
      line,
      key: definition.key.map((name) => values[name] ?? (name === 'buid' ? line.buid : '')).join(' · '),
      name: record?.name ?? facts.deleted.get(line.record_id)?.name ?? '',
      now: record?.values ?? {},
      decision: { ...skip(''), ...decideLine(facts, line, record) },
    }
  })
}

type LineDecision = Pick<Decision, 'outcome' | 'reason'> & { changes?: readonly FieldChange[] }

type Facts = {
  definition: ImportDefinition
  describeLaterChange: LaterChangeDescriber
  references: Map<string, string>
  /** Current owners of the unique values that records had before the import, by field and value. */
  owners: Map<string, string>
  deleted: Map<number, DeletedRecord>
}

function decideLine(facts: Facts, line: HistoryLine, record: CurrentRecord | undefined): LineDecision {
  if (line.action === 'deleted') return decideDeleted(facts, line, record)
  if (line.action === 'created') return record ? decideCreated(facts, line, record) : leaveUnchanged(null)
  return record ? decideChanged(facts, line, record) : leaveUnchanged('The record is no longer on file.')
}

const leaveUnchanged = (reason: string | null): LineDecision => ({ outcome: 'unchanged', reason })
const refuse = (reason: string): LineDecision => ({ outcome: 'skipped', reason })

function decideChanged(
  { definition, describeLaterChange, owners }: Facts,
  line: HistoryLine,
  { values }: CurrentRecord,
): LineDecision {
  const edited = listEditedFields(definition, line, { values })
  const changes: FieldChange[] = []
  const obstacles: string[] = []
  for (const [field, [before]] of listChangedFields(definition, line)) {
    const now = values[field] ?? null
    if (now === before || edited.includes(field)) continue
    const owner = before === null ? undefined : owners.get(`${field} ${before}`)
    if (owner !== undefined && owner !== line.buid)
      obstacles.push(`${labelOf(definition, field)} cannot be restored: ${before} now belongs to ${owner}.`)
    else changes.push({ field, before: now, after: before })
  }
  const fieldsLeft = edited.map(
    (field) => `${labelOf(definition, field)} was changed since${describeLaterChange(line, field)} and is kept.`,
  )
  const reason = [...fieldsLeft, ...obstacles].join(' ') || null
  if (changes.length > 0) return { outcome: 'changed', reason, changes }
  return obstacles.length > 0 ? refuse(reason!) : leaveUnchanged(reason)
}

function decideCreated(facts: Facts, line: HistoryLine, { values }: CurrentRecord): LineDecision {
  const { definition, describeLaterChange, references } = facts
  const obstacles = listEditedFields(definition, line, { values }).map(
    (field) => `${labelOf(definition, field)} was changed since${describeLaterChange(line, field)}`,
  )
  const onFile = references.get(line.buid)
  if (onFile)
    obstacles.push(
      `${onFile} ${/^1 [^,]*$/.test(onFile) && !onFile.includes(' and ') ? 'is' : 'are'} on file for this person`,
    )
  if (obstacles.length > 0) return refuse(`${obstacles.join('; ')}: the record stays.`)
  const changes = listChangedFields(definition, line).flatMap(([field, [, after]]) =>
    after === null ? [] : [{ field, before: after, after: null }],
  )
  return { outcome: 'removed', reason: null, changes }
}

function decideDeleted(
  { definition, deleted }: Facts,
  line: HistoryLine,
  record: CurrentRecord | undefined,
): LineDecision {
  if (record) return leaveUnchanged('The record is already on file again.')
  const before = deleted.get(line.record_id)
  if (!before) return refuse('The record’s earlier values are no longer stored.')
  if (!before.has_person) return refuse(`No alumnus has the BUID ${line.buid} anymore.`)
  if (before.is_there_again) return refuse('A record of the same employer and start date has come on file since.')
  const changes = listChangedFields(definition, line).flatMap(([field, [before]]) =>
    before === null ? [] : [{ field, before: null, after: before }],
  )
  return { outcome: 'new', reason: null, changes }
}

/** Lists the fields edited since the import. Their current value is neither the old nor the imported one. */
function listEditedFields(
  definition: ImportDefinition,
  line: HistoryLine,
  record: Pick<CurrentRecord, 'values'> | undefined,
): string[] {
  if (!record || line.action === 'deleted') return []
  if (line.action === 'changed')
    return Object.entries(line.fields).flatMap(([field, [before, after]]) => {
      const now = record.values[field] ?? null
      return now === after || now === before ? [] : [field]
    })
  return definition.fields
    .map(({ name }) => name)
    .filter((name) => (record.values[name] ?? null) !== (line.fields[name]?.[1] ?? getBlankValue(definition, name)))
}

function listChangedFields(definition: ImportDefinition, { fields }: HistoryLine) {
  return definition.fields.flatMap(({ name }) => (fields[name] ? [[name, fields[name]] as const] : []))
}

function labelOf(definition: ImportDefinition, field: string): string {
  return fieldOf(definition, field).label
}

async function findCurrentOwners(
  db: Db,
  definition: ImportDefinition,
  lines: readonly HistoryLine[],
): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  for (const field of definition.unique) {
    const before = lines.flatMap(({ action, fields }) => (action === 'changed' && fields[field]?.[0]) || [])
    if (before.length === 0) continue
    for (const [value, owner] of await findOwners(db, definition, field, before)) owners.set(`${field} ${value}`, owner)
  }
  return owners
}

const deletedRecord = z.object({
  id: z.number(),
  name: z.string(),
  has_person: z.boolean(),
  is_there_again: z.boolean(),
})
type DeletedRecord = z.infer<typeof deletedRecord>

async function readDeletedRecords(
  db: Db,
  { type, id }: BatchRef,
  lines: readonly HistoryLine[],
): Promise<Map<number, DeletedRecord>> {
  if (lines.length === 0) return new Map()
  const rows = await selectRaw(db, deletedRecord)`
    select image.row_id as id, concat_ws(' ', alumni.first_name, alumni.last_name) as name,
      alumni.id is not null as has_person,
      exists (
        select
        from employments other
        where other.buid = deleted.buid
          and other.employer = deleted.employer
          and other.start_date is not distinct from deleted.start_date
      ) as is_there_again
    from import_before_images image
    cross join lateral jsonb_populate_record(null::employments, image.before) deleted
    left join alumni on alumni.buid = deleted.buid
    where image.type = ${type}
      and image.batch_id = ${id}
      and image.table_name = 'employments'
      and image.row_id = any(${lines.map(({ record_id }) => record_id)}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}
