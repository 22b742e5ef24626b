import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

type Dismissals = 'look_alike_dismissals' | 'signup_dismissals'
type Pair<Reason> = { first_id: number; second_id: number; reasons: Reason[]; dismissal_id: number | null }

/** Adds a brief of both records and the dismissal, or null, to each pair. */
export async function completePairs<Reason, Brief>(
  db: Db,
  pairs: readonly Pair<Reason>[],
  {
    dismissals,
    readBriefs,
  }: { dismissals: Dismissals; readBriefs(db: Db, ids: number[]): Promise<Map<number, Brief>> },
) {
  const ids = pairs.flatMap(({ dismissal_id }) => dismissal_id ?? [])
  const dismissed = await readDismissals(db, dismissals, ids)
  const briefs = await readBriefs(
    db,
    pairs.flatMap(({ first_id, second_id }) => [first_id, second_id]),
  )
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
