import { sql } from 'kysely'
import { z } from 'zod'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { FieldChange } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { skipped, type Decision } from '../decide.ts'
import type { BatchRef } from '../moves.ts'
import type { ExchangeTable } from '../row.ts'

const image = z.object({
  table_name: z.enum(['crm_data_changes', 'crm_conflicts']),
  row_id: z.number(),
  buid: z.string(),
  field: z.string(),
  name: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The row is still as the import left it. */
  is_untouched: z.boolean(),
  is_as_before: z.boolean(),
  /** A newer change of the field has gone its own way since. */
  is_overtaken: z.boolean(),
})
type Image = z.infer<typeof image>

/** A row of the exchange with the CRM that the import touched, and what the undo does about it. */
export type UndoneExchange = {
  table: ExchangeTable
  id: number
  buid: string
  name: string
  /** The columns that the row had before the import; none where it was not there. */
  columns: readonly string[]
  decision: Decision
}

/**
 * The rows of the exchange with the CRM that an import touched, changes before the conflicts about them and the newest
 * first.
 */
export async function undoneExchange(
  db: Db,
  ref: BatchRef,
  which?: { table: ExchangeTable; id: number },
): Promise<UndoneExchange[]> {
  const images = await selectRaw(db, image, query(ref, which))
  return images.map((image) => ({
    table: image.table_name,
    id: image.row_id,
    buid: image.buid,
    name: image.name,
    columns: Object.keys(image.before ?? {}).filter((column) => column !== 'id'),
    decision: { ...skipped(''), ...decideImage(image) },
  }))
}

function query({ type, id }: BatchRef, which?: { table: ExchangeTable; id: number }) {
  return sql`
    select i.table_name, i.row_id, was.row ->> 'buid' as buid, was.row ->> 'field' as field, concat_ws(' ', a.first_name, a.last_name) as name, i.before, i.after,
      now.row is not distinct from i.after as is_untouched, now.row is not distinct from i.before as is_as_before,
      i.table_name = 'crm_data_changes' and exists (
        select from crm_data_changes newer
        where newer.buid = was.row ->> 'buid' and newer.field = was.row ->> 'field'
          and (
            newer.id > i.row_id and newer.status = 'verified' and newer.verified_by_batch_id <> i.batch_id
            or i.before ->> 'status' = 'pending' and newer.id <> i.row_id and newer.status = 'pending'
          )
      ) as is_overtaken
    from import_before_images i
    cross join lateral (select coalesce(i.before, i.after) as row) was
    left join lateral (
      select to_jsonb(d) as row from crm_data_changes d where i.table_name = 'crm_data_changes' and d.id = i.row_id
      union all
      select to_jsonb(c) from crm_conflicts c where i.table_name = 'crm_conflicts' and c.id = i.row_id
    ) now on true
    left join alumni a on a.buid = was.row ->> 'buid'
    where i.type = ${type} and i.batch_id = ${id} and i.table_name <> 'employments'
      ${which ? sql`and i.table_name = ${which.table} and i.row_id = ${which.id}` : sql``}
    order by i.table_name desc, i.row_id desc`
}

function decideImage(image: Image): Pick<Decision, 'outcome' | 'reason' | 'changes'> {
  const { table_name, before, after } = image
  const field = table_name === 'crm_conflicts' ? 'crm_conflict' : 'crm_change'
  const changes: FieldChange[] = [{ field, before: described(image, after), after: described(image, before) }]
  if (image.is_as_before) return { outcome: 'unchanged', reason: null, changes: [] }
  if (!image.is_untouched)
    return {
      outcome: 'unchanged',
      reason: `The ${table_name === 'crm_conflicts' ? 'CRM conflict' : 'change for the CRM'} about ${fieldLabel(image.field)} has changed since and is kept.`,
      changes: [],
    }
  if (image.is_overtaken)
    return {
      outcome: 'unchanged',
      reason: `${fieldLabel(image.field)} has been changed for the CRM again since, so this change is kept as it is.`,
      changes: [],
    }
  return { outcome: 'changed', reason: null, changes }
}

/** “City: Raleigh, verified”, “City: ours Raleigh, theirs Durham, open”; null where there is no such row. */
function described({ table_name, field }: Image, row: Image['before']): string | null {
  if (!row) return null
  const said = (value: unknown) => (value === null ? 'blank' : String(value as string))
  return table_name === 'crm_data_changes'
    ? `${fieldLabel(field)}: ${said(row.after)}, ${said(row.status)}`
    : `${fieldLabel(field)}: ours ${said(row.ours)}, theirs ${said(row.theirs)}, ${row.resolved_at ? 'settled' : 'open'}`
}

/**
 * Puts a row of the exchange back as it was before the import. It is no move of a change: the file's word, by which it
 * had moved, is taken back.
 */
export async function restoreExchange(db: Db, { type, id }: BatchRef, row: UndoneExchange): Promise<void> {
  const table = sql.table(row.table)
  if (row.columns.length === 0) {
    await db.deleteFrom(row.table).where('id', '=', row.id).execute()
    return
  }
  const columns = row.columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  await sql`
    insert into ${table} overriding system value
    select was.* from import_before_images i cross join lateral jsonb_populate_record(null::${table}, i.before) was
    where i.type = ${type} and i.batch_id = ${id} and i.table_name = ${row.table} and i.row_id = ${row.id}
    on conflict (id) do update set ${sql.join(columns)}
  `.execute(db)
}
