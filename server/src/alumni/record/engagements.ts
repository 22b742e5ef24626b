import { sql } from 'kysely'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { engagementsPerPage } from '@alumni/shared/alumni/record'
import type { Engagement, EngagementsPage, EngagementsQuery } from '@alumni/shared/alumni/record'
import type { Db } from '../../foundations/database/db.ts'
import { readPage, type PageRows } from '../../foundations/database/read-page.ts'

/** Lists engagements, newest first, with counts by fiscal year and activity. `fiscalYearStart` is `MM-DD`. */
export async function readEngagementsPage(
  db: Db,
  buid: string,
  { activity, year, page }: EngagementsQuery,
  fiscalYearStart: string,
): Promise<EngagementsPage> {
  const counts = await countByDay(db, buid, fiscalYearStart)
  const inActivity = counts.filter(({ code }) => activity === undefined || code === activity)
  const inYear = counts.filter((count) => year === undefined || count.year === year)
  const { rows, ...pageMembers } = await readPage(
    page,
    {
      matching: sum(inActivity.filter((count) => inYear.includes(count))),
      read: (rows) => readEngagements(db, buid, { activity, year }, fiscalYearStart, rows),
    },
    engagementsPerPage,
  )
  return {
    fiscal_year_start: fiscalYearStart,
    engagements: rows,
    ...pageMembers,
    total: sum(counts),
    by_year: [...Map.groupBy(inActivity, (count) => count.year)]
      .map(([year, group]) => ({ year, engagements: sum(group) }))
      .sort((a, b) => b.year - a.year),
    by_activity: [...Map.groupBy(inYear, ({ code }) => code)]
      .map(([code, group]) => ({ code, name: group[0]!.name, engagements: sum(group) }))
      .sort((a, b) => byName.compare(a.name, b.name)),
  }
}

/** Number of engagements with one activity on one day. `year` is the fiscal year. */
type DayCount = { year: number; code: string; name: string; engagements: number }

const byName = new Intl.Collator('en')
const activityName = sql<string>`coalesce(c.name, g.activity_code)`

async function countByDay(db: Db, buid: string, start: string): Promise<DayCount[]> {
  const rows = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('engagements')
        .select(['engagement_date as day', 'activity_code', ({ fn }) => fn.countAll<number>().as('engagements')])
        .where('buid', '=', buid)
        .groupBy(['engagement_date', 'activity_code'])
        .as('g'),
    )
    .leftJoin('activity_codes as c', 'c.code', 'g.activity_code')
    .select(['g.day', 'g.activity_code as code', 'g.engagements', activityName.as('name')])
    .execute()
  return rows.map(({ day, ...row }) => ({ ...row, year: fiscalYearOf(day, start) }))
}

async function readEngagements(
  db: Db,
  buid: string,
  { activity, year }: Omit<EngagementsQuery, 'page'>,
  start: string,
  { limit, offset }: PageRows,
): Promise<Engagement[]> {
  const days = year === undefined ? undefined : fiscalYear(year, start)
  return db
    .selectFrom('engagements as g')
    .leftJoin('activity_codes as c', 'c.code', 'g.activity_code')
    .select(['g.id', 'g.activity_code', 'g.engagement_date', activityName.as('activity_name')])
    .select(sql<string | null>`nullif(btrim(g.description), '')`.as('description'))
    .where('g.buid', '=', buid)
    .$if(activity !== undefined, (found) => found.where('g.activity_code', '=', activity!))
    .$if(days !== undefined, (found) =>
      found.where('g.engagement_date', '>=', days!.from).where('g.engagement_date', '<', days!.to),
    )
    .orderBy('g.engagement_date', 'desc')
    .orderBy('g.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

function sum(counts: readonly DayCount[]): number {
  return counts.reduce((total, { engagements }) => total + engagements, 0)
}
