import type { FieldChange, RowOutcome } from '@alumni/shared/exchange/imports'
import { sql } from 'kysely'
import { z } from 'zod'
import { writeRecordChanges, type RecordChange } from '../../alumni/index.ts'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Decision } from './decide.ts'
import type { ImportDefinition } from './definition.ts'
import { columnType } from './find-records.ts'
import { keyValuesOf, type FileFields, type ReviewedRow, type Row } from './row.ts'

export type RowApplier = {
  /** Decides what to do with each row and writes it. `rowByRow` uses one savepoint per row. */
  applyRows: (db: Db, rows: ReviewedRow[], batch: LockedBatch, rowByRow: boolean) => Promise<Decision[]>
  outcomeDescriptions: OutcomeDescriptions
}

export type OutcomeDescriptions = Record<RowOutcome, [planned: string, done: string]>
export type LockedBatch = { hasOpenCrmChanges: boolean }

export type RecordWrite = { row: Row; decision: Decision; recordId: number | null }

type WrittenFields = Pick<FileFields, 'fields' | 'keyIndexes'>
export type ChangeSource = { type: string; id: number }

/** Writes records and their history. Returns the record ids in the order of `writes`. */
export async function writeRecords(
  db: Db,
  definition: ImportDefinition,
  file: WrittenFields,
  writes: readonly RecordWrite[],
  source: ChangeSource,
): Promise<number[]> {
  if (writes.length === 0) return []
  const created = writes.filter(({ recordId }) => recordId === null)
  const changed = writes.filter(({ recordId }) => recordId !== null)
  const newIds = await insertRecords(db, definition, file, created)
  await updateRecords(db, definition, file, changed)
  const ids = writes.map(({ recordId, row }) => recordId ?? newIds.get(row.key)!)
  await writeHistory(db, definition, file, writes, ids, source)
  return ids
}

function buildArrays(file: WrittenFields, indexes: number[], writes: readonly RecordWrite[]) {
  return indexes.map(
    (index) =>
      sql`${writes.map(({ decision }) => decision.values[index])}::${sql.raw(`${columnType(file.fields[index]!)}[]`)}`,
  )
}

async function insertRecords(
  db: Db,
  definition: ImportDefinition,
  file: WrittenFields,
  writes: readonly RecordWrite[],
): Promise<Map<string, number>> {
  if (writes.length === 0) return new Map()
  const indexes = file.fields.map((_, index) => index)
  const names = file.fields.map(({ name }) => sql.ref(name))
  const constants = Object.entries(definition.constants ?? {})
  const columns = sql.join([...names, ...constants.map(([name]) => sql.ref(name))])
  const values = sql.join([...names, ...constants.map(([, value]) => sql.lit(value))])
  const key = sql.join(definition.key.map((name) => sql`coalesce(${sql.ref(name)}::text, '')`))
  const rows = await selectRaw(db, z.object({ id: z.number(), key: z.string() }))`
    insert into ${sql.table(definition.table)} (${columns})
    select ${values}
    from unnest(${sql.join(buildArrays(file, indexes, writes))}) as new(${sql.join(names)})
    returning id, concat_ws(' · ', ${key}) as key
  `
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function updateRecords(
  db: Db,
  definition: ImportDefinition,
  file: WrittenFields,
  writes: readonly RecordWrite[],
): Promise<void> {
  if (writes.length === 0) return
  const touched = new Set(writes.flatMap(({ decision }) => decision.changes.map(({ field }) => field)))
  const indexes = file.fields.flatMap((field, index) => (touched.has(field.name) ? [index] : []))
  const names = indexes.map((index) => file.fields[index]!.name)
  const assignments = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`change.${name}`)}`)
  const ids = sql`${writes.map(({ recordId }) => recordId)}::bigint[]`
  const columns = ['id', ...names].map((name) => sql.ref(name))
  await sql`
    update ${sql.table(definition.table)} record
    set ${sql.join(assignments)}, updated_at = now()
    from unnest(${sql.join([ids, ...buildArrays(file, indexes, writes)])}) as change(${sql.join(columns)})
    where record.id = change.id
  `.execute(db)
}

async function writeHistory(
  db: Db,
  { record }: ImportDefinition,
  file: WrittenFields,
  writes: readonly RecordWrite[],
  ids: readonly number[],
  source: ChangeSource,
): Promise<void> {
  await writeRecordChanges(
    db,
    source,
    writes.map(({ row, decision: { changes }, recordId }, index) => ({
      record,
      record_id: ids[index]!,
      buid: keyValuesOf(file, row)[0]!,
      action: recordId === null ? 'created' : 'changed',
      fields: toHistoryFields(changes),
    })),
  )
}

export function toHistoryFields(changes: readonly FieldChange[]): RecordChange['fields'] {
  return Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]))
}

/** Returns undefined for errors that are not about the values of a line. */
export function describeDatabaseRefusal(error: unknown): string | undefined {
  const state = sqlState(error)
  if (state === '23505') return 'Another record took the same identifier in the meantime.'
  if (state === '23503') return 'The record it belongs to is no longer on file.'
  if (state?.startsWith('23') || state?.startsWith('22') || state === '54000')
    return 'The database refused the values of this line.'
  return undefined
}
