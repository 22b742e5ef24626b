import { sql } from 'kysely'
import { z } from 'zod'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { FieldChange } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { skip, type Decision } from '../decide.ts'
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
  is_untouched: z.boolean(),
  is_as_before: z.boolean(),
  is_overtaken: z.boolean(),
})
type Image = z.infer<typeof image>

export type TouchedRow = {
  table: ExchangeTable
  id: number
  buid: string
  name: string
  /** Columns of the row before the import; empty if the row did not exist. */
  columns: readonly string[]
  decision: Decision
}

/** Returns CRM changes first, then conflicts, each newest first; with `rowRef`, only that row. */
export async function decideTouchedRows(
  db: Db,
  ref: BatchRef,
  rowRef?: { table: ExchangeTable; id: number },
): Promise<TouchedRow[]> {
  const images = await selectRaw(db, image)`${buildQuery(ref, rowRef)}`
  return images.map((image) => ({
    table: image.table_name,
    id: image.row_id,
    buid: image.buid,
    name: image.name,
    columns: Object.keys(image.before ?? {}).filter((column) => column !== 'id'),
    decision: { ...skip(''), ...decideImage(image) },
  }))
}

function buildQuery({ type, id }: BatchRef, rowRef?: { table: ExchangeTable; id: number }) {
  return sql`
    with image as (
      select *, coalesce(before, after) ->> 'buid' as buid, coalesce(before, after) ->> 'field' as field
      from import_before_images
      where type = ${type}
        and batch_id = ${id}
        and table_name <> 'employments'
        ${rowRef ? sql`and table_name = ${rowRef.table} and row_id = ${rowRef.id}` : sql``}
    )
    select image.table_name, image.row_id, image.buid, image.field, image.before, image.after,
      concat_ws(' ', alumni.first_name, alumni.last_name) as name,
      current.row is not distinct from image.after as is_untouched,
      current.row is not distinct from image.before as is_as_before,
      image.table_name = 'crm_data_changes' and exists (${overtakingChange}) as is_overtaken
    from image
    left join lateral (${currentRow}) current on true
    left join alumni using (buid)
    order by image.table_name = 'crm_data_changes' desc, image.row_id desc`
}

/** Selects the current row of the before-image `image`, as JSON. */
const currentRow = sql`
  select to_jsonb(change) as row
  from crm_data_changes change
  where image.table_name = 'crm_data_changes' and change.id = image.row_id
  union all
  select to_jsonb(conflict)
  from crm_conflicts conflict
  where image.table_name = 'crm_conflicts' and conflict.id = image.row_id`

/** Selects a change verified by a later import, or a pending change that prevents `image` from becoming pending. */
const overtakingChange = sql`
  select
  from crm_data_changes other
  where other.buid = image.buid
    and other.field = image.field
    and (
      other.status = 'verified' and other.id > image.row_id and other.verified_by_batch_id <> image.batch_id
      or other.status = 'pending' and other.id <> image.row_id and image.before ->> 'status' = 'pending'
    )`

function decideImage(image: Image): Pick<Decision, 'outcome' | 'reason' | 'changes'> {
  const { table_name, before, after } = image
  const field = table_name === 'crm_conflicts' ? 'crm_conflict' : 'crm_change'
  const changes: FieldChange[] = [{ field, before: describeRow(image, after), after: describeRow(image, before) }]
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

/** Returns, for example, “City: Raleigh, verified” or “City: ours Raleigh, theirs Durham, open”; null for no row. */
function describeRow({ table_name, field }: Image, row: Image['before']): string | null {
  if (!row) return null
  const format = (value: unknown) => (value === null ? 'blank' : String(value as string))
  return table_name === 'crm_data_changes'
    ? `${fieldLabel(field)}: ${format(row.after)}, ${format(row.status)}`
    : `${fieldLabel(field)}: ours ${format(row.ours)}, theirs ${format(row.theirs)}, ${row.resolved_at ? 'resolved' : 'open'}`
}

/** Deletes a row that the import created. Also restores `status`, which otherwise only moves may write. */
export async function restoreTouchedRow(db: Db, { type, id }: BatchRef, row: TouchedRow): Promise<void> {
  const table = sql.table(row.table)
  if (row.columns.length === 0) {
    await db.remove(row.table, { id: row.id })
    return
  }
  const columns = row.columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  await sql`
    insert into ${table} overriding system value
    select previous.*
    from import_before_images image
    cross join lateral jsonb_populate_record(null::${table}, image.before) previous
    where image.type = ${type}
      and image.batch_id = ${id}
      and image.table_name = ${row.table}
      and image.row_id = ${row.id}
    on conflict (id) do update set ${sql.join(columns)}
  `.execute(db)
}
