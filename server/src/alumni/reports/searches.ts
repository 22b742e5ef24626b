import { sql } from 'kysely'
import type { ReportName } from '@alumni/shared/alumni/reports'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { utc } from '../../foundations/database/utc.ts'

/** When a report was last searched for; null: nobody has looked yet. */
export async function searchedAt(em: EntityManager, report: ReportName): Promise<string | null> {
  const search = await em
    .getKysely()
    .selectFrom('report_searches')
    .select(utc('searched_at').as('searched_at'))
    .where('report', '=', report)
    .executeTakeFirst()
  return search?.searched_at ?? null
}

/** Searches, one process at a time, and writes down when. */
export async function searchOnce(
  em: EntityManager,
  report: ReportName,
  search: (em: EntityManager) => Promise<void>,
): Promise<void> {
  await em.transactional(async (em) => {
    const db = em.getKysely()
    await sql`select pg_advisory_xact_lock(hashtext(${`report ${report}`}))`.execute(db)
    await search(em)
    await sql`insert into report_searches (report, searched_at) values (${report}, now())
      on conflict (report) do update set searched_at = excluded.searched_at`.execute(db)
  })
}
