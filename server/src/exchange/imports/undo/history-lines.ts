import { isFlag } from '@alumni/shared/alumni/values'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { compare } from '../../../foundations/database/rows.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { batchTables } from '../import-batch.ts'

export type HistoryLine = {
  id: number
  record_id: number
  buid: string
  action: 'created' | 'changed' | 'deleted'
  fields: Record<string, [before: string | null, after: string | null]>
}

type LineSelection = { after: number; limit: number } | { ids: readonly number[] }

/** Returns the lines in `ids`, or the next `limit` after the id `after`, oldest first. */
export async function listHistoryLines(
  db: Db,
  { type, id }: BatchRef,
  selection: LineSelection,
): Promise<HistoryLine[]> {
  const [selectedIds, options] =
    'ids' in selection
      ? [selection.ids, { by: 'id' }]
      : [compare('>', selection.after), { by: 'id', limit: selection.limit }]
  const conditions = { import_type: type, import_batch_id: id, id: selectedIds }
  return db.findAll('record_changes', ['id', 'record_id', 'buid', 'action', 'fields'], conditions, options)
}

export type CurrentRecord = { name: string; values: Record<string, string | null> }

const currentRecord = z.object({ id: z.number(), name: z.string(), values: z.array(z.string().nullable()) })

/** Maps record ids to current records, with the fields in `lines`, or all fields if a line created a record. */
export async function readCurrentRecords(
  db: Db,
  definition: ImportDefinition,
  lines: readonly HistoryLine[],
): Promise<Map<number, CurrentRecord>> {
  const hasNew = lines.some(({ action }) => action === 'created')
  const touched = new Set(
    hasNew ? definition.fields.map(({ name }) => name) : lines.flatMap(({ fields }) => Object.keys(fields)),
  )
  const names = [...new Set([...definition.key, ...touched])].filter((name) =>
    definition.fields.some((field) => field.name === name),
  )
  const values = sql.join(names.map((name) => sql`${sql.ref(`record.${name}`)}::text`))
  const rows = await selectRaw(db, currentRecord)`
    select record.id, concat_ws(' ', person.first_name, person.last_name) as name, array[${values}] as values
    from ${sql.table(definition.table)} record
    join alumni person on person.buid = record.buid
    where record.id = any(${lines.map(({ record_id }) => record_id)}::bigint[])`
  return new Map(
    rows.map(({ id, name, values }) => [
      id,
      { name, values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) },
    ]),
  )
}

export function getBlankValue(definition: ImportDefinition, field: string): string | null {
  return isFlag(fieldOf(definition, field).kind) ? 'false' : null
}

const laterChange = z.object({
  line_id: z.number(),
  field: z.string(),
  by: z.string().nullable(),
  batch_id: z.number().nullable(),
  day: z.string(),
})

/** Returns, for example, “ by Ada King on May 4, 2026” to follow “was changed since”; '' without a later change. */
export type LaterChangeDescriber = (line: HistoryLine, field: string) => string

export async function createLaterChangeDescriber(
  db: Db,
  { type }: BatchRef,
  lines: readonly HistoryLine[],
): Promise<LaterChangeDescriber> {
  if (lines.length === 0) return () => ''
  const rows = await selectRaw(db, laterChange)`
    select distinct on (line.id, field) line.id as line_id, field, coalesce(editor.name, importer.name) as by,
      later.import_batch_id as batch_id, to_char(later.at at time zone 'UTC', 'FMMonth FMDD, YYYY') as day
    from record_changes line
    join record_changes later
      on later.buid = line.buid
      and later.record = line.record
      and later.record_id = line.record_id
      and later.id > line.id
    cross join lateral jsonb_object_keys(later.fields) as field
    left join staff_users editor on editor.id = later.staff_user_id
    left join ${sql.table(batchTables[type])} batch on batch.id = later.import_batch_id
    left join staff_users importer on importer.id = batch.imported_by_id
    where line.id = any(${lines.map(({ id }) => id)}::bigint[])
    order by line.id, field, later.id desc`
  const byField = new Map(rows.map((row) => [`${row.line_id} ${row.field}`, row]))
  return ({ id }, field) => {
    const later = byField.get(`${id} ${field}`)
    if (!later) return ''
    const author = later.by ? ` by ${later.by}` : ''
    return `${later.batch_id ? ` by import ${later.batch_id}${author && ` of ${later.by}`}` : author} on ${later.day}`
  }
}
