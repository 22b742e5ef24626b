import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'

/** What the import did to one record, as its history says. */
export type HistoryLine = {
  id: number
  record_id: number
  buid: string
  action: 'created' | 'changed' | 'deleted'
  fields: Record<string, [before: string | null, after: string | null]>
}

type Which = { after: number; limit: number } | { ids: readonly number[] }

/** Lines of an import's history in their order: the next after an id, or those with these ids. */
export async function historyLines(db: Db, { type, id }: BatchRef, which: Which): Promise<HistoryLine[]> {
  return db
    .selectFrom('record_changes')
    .select(['id', 'record_id', 'buid', 'action', 'fields'])
    .where('import_type', '=', type)
    .where('import_batch_id', '=', id)
    .$if('after' in which, (lines) => {
      const { after, limit } = which as { after: number; limit: number }
      return lines.where('id', '>', after).limit(limit)
    })
    .$if('ids' in which, (lines) => lines.where('id', 'in', (which as { ids: readonly number[] }).ids))
    .orderBy('id')
    .execute()
}

/** A record as it is now: the values that the lines name, as text, by field. */
export type Present = { name: string; values: Record<string, string | null> }

const presentRecord = z.object({ id: z.number(), name: z.string(), values: z.array(z.string().nullable()) })

/** The records of these lines as they are now, by id; a new one with all its fields, for all of them must still be the import's. */
export async function presentRecords(
  db: Db,
  definition: ImportDefinition,
  lines: readonly HistoryLine[],
): Promise<Map<number, Present>> {
  const hasNew = lines.some(({ action }) => action === 'created')
  const touched = new Set(
    hasNew ? definition.fields.map(({ name }) => name) : lines.flatMap(({ fields }) => Object.keys(fields)),
  )
  const names = [...new Set([...definition.key, ...touched])].filter((name) =>
    definition.fields.some((field) => field.name === name),
  )
  const values = sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::text`))
  const person = sql`concat_ws(' ', a.first_name, a.last_name)`
  const rows = await selectRaw(
    db,
    presentRecord,
    sql`
    select t.id, ${person} as name, array[${values}] as values
    from ${sql.table(definition.table)} t join alumni a on a.buid = t.buid
    where t.id = any(${lines.map(({ record_id }) => record_id)}::bigint[])`,
  )
  return new Map(
    rows.map(({ id, name, values }) => [
      id,
      { name, values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) },
    ]),
  )
}

/** What a blank value is: a flag that nobody set is false. */
export function blankOf(definition: ImportDefinition, field: string): string | null {
  return fieldOf(definition, field).kind === 'flag' ? 'false' : null
}
