import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'

/** A field that was changed here and that the CRM has not confirmed yet: no import overwrites it. */
export type OpenChange = { id: string; buid: string; field: string; after: string | null; status: 'pending' | 'exported' }

const none: readonly OpenChange[] = []

/** The open CRM changes of these people, newest per field, by BUID. */
export async function openCrmChanges(em: EntityManager, buids: readonly (string | null | undefined)[]): Promise<(buid: string | null | undefined) => readonly OpenChange[]> {
  const { rows } = await sql<OpenChange>`
    select distinct on (buid, field) id, buid, field, after, status from crm_data_changes
    where status in ('pending', 'exported') and buid = any(${buids}::text[]) order by buid, field, id desc
  `.execute(em.getKysely())
  if (rows.length === 0) return () => none
  const byBuid = Map.groupBy(rows, (change) => change.buid)
  return (buid) => byBuid.get(buid ?? '') ?? none
}

/** Whether there are any at all: without them nobody need be asked about. */
export const anyOpenCrmChange = sql<boolean>`exists (select from crm_data_changes where status in ('pending', 'exported'))`

export async function hasOpenCrmChanges(em: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${anyOpenCrmChange} as has`.execute(em.getKysely())
  return rows[0]!.has
}

/** Notes a conflict for each contradicted change (one open conflict per change, with the CRM's newest word). */
export async function noteConflicts(em: EntityManager, batchId: number, conflicts: { change: OpenChange; theirs: string | null }[]): Promise<void> {
  for (const { change, theirs } of conflicts) {
    await sql`
      insert into crm_conflicts (batch_id, change_id, buid, field, ours, theirs)
      values (${batchId}, ${change.id}, ${change.buid}, ${change.field}, ${change.after}, ${theirs})
      on conflict (change_id) where resolved_at is null do update set batch_id = excluded.batch_id, theirs = excluded.theirs
    `.execute(em.getKysely())
  }
}
