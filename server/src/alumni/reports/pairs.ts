import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

type Dismissals = 'look_alike_dismissals' | 'signup_dismissals'
type Pair<Reason> = { first_id: number; second_id: number; reasons: Reason[]; dismissal_id: number | null }

/** Adds a brief of both records and the dismissal, or null, to each pair. */
export async function completePairs<Reason, Brief>(
  db: Db,
  pairs: readonly Pair<Reason>[],
  stored: { dismissals: Dismissals; readBriefs(db: Db, ids: number[]): Promise<Map<number, Brief>> },
) {
  const ids = pairs.flatMap(({ dismissal_id }) => dismissal_id ?? [])
  const dismissed = await readDismissals(db, stored.dismissals, ids)
  const recordIds = pairs.flatMap(({ first_id, second_id }) => [first_id, second_id])
  const briefs = await stored.readBriefs(db, recordIds)
  return pairs.map(({ first_id, second_id, reasons, dismissal_id }) => ({
    first: briefs.get(first_id)!,
    second: briefs.get(second_id)!,
    reasons,
    dismissal: dismissal_id === null ? null : dismissed.get(dismissal_id)!,
  }))
}

export async function readDismissals(db: Db, table: Dismissals, ids: readonly number[]) {
  const rows = await db
    .selectFrom(db.dynamic.table(table).as('x'))
    .innerJoin('staff_users as u', 'u.id', 'x.dismissed_by_id')
    .select(['x.id', 'u.name as by', utc('x.dismissed_at').as('at')])
    .where('x.id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Replaces the stored pairs of records that may be one person. `pairs` finds each pair with a reason and a weight. */
export async function replacePairs(
  db: Db,
  table: 'look_alikes' | 'signup_duplicates',
  pairs: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with found as materialized (
      select first_id, second_id, array_agg(reason order by weight desc, reason) as reasons, sum(weight)::int as weight
      from ${pairs}
      group by first_id, second_id
    ),
    removed as (
      delete from ${sql.table(table)} stored
      where not exists (
        select from found where found.first_id = stored.first_id and found.second_id = stored.second_id
      )
    )
    insert into ${sql.table(table)} as stored (first_id, second_id, reasons, weight)
    select first_id, second_id, reasons, weight from found
    on conflict (first_id, second_id) do update set reasons = excluded.reasons, weight = excluded.weight
    where (stored.reasons, stored.weight) <> (excluded.reasons, excluded.weight)`.execute(db)
}
