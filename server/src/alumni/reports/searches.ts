import { sql } from 'kysely'
import type { ReportName } from '@alumni/shared/alumni/reports'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

/** When a report was last searched for; null: nobody has looked yet. */
export async function searchedAt(db: Db, report: ReportName): Promise<string | null> {
  const search = await db
    .selectFrom('report_searches')
    .select(utc('searched_at').as('searched_at'))
    .where('report', '=', report)
    .executeTakeFirst()
  return search?.searched_at ?? null
}

/** Searches, one process at a time, and writes down when. */
export async function searchOnce(db: Db, report: ReportName, search: (db: Db) => Promise<void>): Promise<void> {
  await transact(db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`report ${report}`}))`.execute(db)
    await search(db)
    await sql`insert into report_searches (report, searched_at) values (${report}, now())
      on conflict (report) do update set searched_at = excluded.searched_at`.execute(db)
  })
}
