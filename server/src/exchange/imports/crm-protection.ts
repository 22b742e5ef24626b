import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

/** A pending or exported change, which imports do not overwrite. */
const openChange = z.object({
  id: z.number(),
  buid: z.string(),
  field: z.string(),
  after: z.string().nullable(),
  status: z.enum(['pending', 'exported']),
  /** Earlier exported changes of the same field. */
  earlier: z.array(z.object({ id: z.number(), after: z.string().nullable() })),
})
export type OpenChange = z.infer<typeof openChange>

const noChanges: readonly OpenChange[] = []

/** Returns a function that finds the newest open change of each of a person's fields by BUID. */
export async function createOpenChangeFinder(
  db: Db,
  buids: readonly (string | null | undefined)[],
): Promise<(buid: string | null | undefined) => readonly OpenChange[]> {
  const rows = await selectRaw(db, openChange)`
    select distinct on (buid, field) id, buid, field, after, status, coalesce(
      (
        select jsonb_agg(jsonb_build_object('id', earlier.id, 'after', earlier.after))
        from crm_data_changes earlier
        where earlier.buid = newest.buid
          and earlier.field = newest.field
          and earlier.status = 'exported'
          and earlier.id < newest.id
      ),
      '[]'
    ) as earlier
    from crm_data_changes newest
    where status in ('pending', 'exported')
      and buid = any(${buids}::text[])
    order by buid, field, id desc
  `
  if (rows.length === 0) return () => noChanges
  const byBuid = Map.groupBy(rows, (change) => change.buid)
  return (buid) => byBuid.get(buid ?? '') ?? noChanges
}

export const openCrmChangeExists = sql<boolean>`exists (select from crm_data_changes where status in ('pending', 'exported'))`

export async function hasOpenCrmChanges(db: Db): Promise<boolean> {
  const { isAny } = await db.selectNoFrom(openCrmChangeExists.as('isAny')).executeTakeFirstOrThrow()
  return isAny
}

/** Creates or updates one open conflict per change. Locks the changes to prevent concurrent edits. */
export async function saveConflicts(
  db: Db,
  batchId: number,
  conflicts: { change: OpenChange; theirs: string | null }[],
): Promise<void> {
  const changeIds = conflicts.map(({ change }) => change.id)
  const crmValues = conflicts.map(({ theirs }) => theirs)
  await sql`
    insert into crm_conflicts (batch_id, change_id, buid, field, ours, theirs)
    select ${batchId}, change.id, change.buid, change.field, change.after, contradicted.theirs
    from unnest(${changeIds}::bigint[], ${crmValues}::text[]) contradicted (id, theirs)
    join crm_data_changes change using (id)
    order by change.id
    for no key update of change
    on conflict (change_id) where resolved_at is null
      do update set batch_id = excluded.batch_id, theirs = excluded.theirs
  `.execute(db)
}
