import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { GoodRow } from './check-rows.ts'

/** Which of these rows stand on file, by their place; a description counts whatever its case. */
export async function recordedAlready(db: Db, rows: readonly GoodRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const column = (name: keyof GoodRow) => rows.map((row) => row[name])
  const found = await selectRaw(
    db,
    z.object({ nth: z.number() }),
    sql`
    select distinct r.nth::int as nth
    from unnest(${column('buid')}::text[], ${column('activity_code')}::text[], ${column('engagement_date')}::date[], ${column('description')}::text[])
      with ordinality r (buid, activity_code, day, description, nth)
    join engagements e on e.buid = r.buid and e.engagement_date = r.day and e.activity_code = r.activity_code
      and lower(btrim(coalesce(e.description, ''))) = lower(btrim(coalesce(r.description, '')))
  `,
  )
  return new Set(found.map(({ nth }) => nth - 1))
}

/** The rows that do not stand on file yet, each once. Of two people who record the same at once the second waits, and has nothing left to record. */
export async function onlyNewRows(db: Db, rows: readonly GoodRow[]): Promise<GoodRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('record a list'))`.execute(db)
  const recorded = await recordedAlready(db, rows)
  const seen = new Set<string>()
  return rows.filter((row, index) => {
    const key = JSON.stringify([
      row.buid,
      row.activity_code,
      row.engagement_date,
      (row.description ?? '').trim().toLowerCase(),
    ])
    if (recorded.has(index) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
