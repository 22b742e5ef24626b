import { sql } from 'kysely'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { engagementsPerPage, type Engagement, type EngagementsPage, type EngagementsQuery } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { readPage, type PageRows } from '../database/read-page.ts'

/** A page of what someone took part in, newest first, and how often in each fiscal year and activity. `fiscalYearStart` is `MM-DD`. */
export async function engagementsOf(
  em: EntityManager,
  buid: string,
  { activity, year, page }: EngagementsQuery,
  fiscalYearStart: string,
): Promise<EngagementsPage> {
  const tallies = await tally(em, buid, fiscalYearStart)
  const inActivity = tallies.filter(({ code }) => activity === undefined || code === activity)
  const inYear = tallies.filter((one) => year === undefined || one.year === year)
  const { rows, ...shown } = await readPage(
    page,
    {
      matching: sum(inActivity.filter((one) => inYear.includes(one))),
      read: (rows) => readEngagements(em, buid, { activity, year }, fiscalYearStart, rows),
    },
    engagementsPerPage,
  )
  return {
    engagements: rows,
    ...shown,
    total: sum(tallies),
    by_year: [...Map.groupBy(inActivity, (one) => one.year)]
      .map(([year, ones]) => ({ year, engagements: sum(ones) }))
      .sort((a, b) => b.year - a.year),
    by_activity: [...Map.groupBy(inYear, ({ code }) => code)]
      .map(([code, ones]) => ({ code, name: ones[0]!.name, engagements: sum(ones) }))
      .sort((a, b) => byName.compare(a.name, b.name)),
  }
}

/** How many engagements of an activity fall on a day, and the fiscal year of that day. */
type Tally = { year: number; code: string; name: string; engagements: number }

const byName = new Intl.Collator('en')
const nameOfActivity = sql`coalesce(c.name, g.activity_code)`

async function tally(em: EntityManager, buid: string, start: string): Promise<Tally[]> {
  const { rows } = await sql<Omit<Tally, 'year'> & { day: string }>`
    select g.day::text, g.activity_code as code, ${nameOfActivity} as name, g.engagements from (
      select engagement_date as day, activity_code, count(*)::int as engagements from engagements where buid = ${buid} group by 1, 2
    ) g left join activity_codes c on c.code = g.activity_code
  `.execute(em.getKysely())
  return rows.map(({ day, ...row }) => ({ ...row, year: fiscalYearOf(day, start) }))
}

async function readEngagements(
  em: EntityManager,
  buid: string,
  { activity, year }: Omit<EngagementsQuery, 'page'>,
  start: string,
  { limit, offset }: PageRows,
): Promise<Engagement[]> {
  const of = year === undefined ? null : fiscalYear(year, start)
  const { rows } = await sql<Engagement>`
    select g.id, g.activity_code, ${nameOfActivity} as activity_name, g.engagement_date::text, nullif(btrim(g.description), '') as description
    from engagements g left join activity_codes c on c.code = g.activity_code where g.buid = ${buid}
    ${activity === undefined ? sql`` : sql`and g.activity_code = ${activity}`}
    ${of ? sql`and g.engagement_date >= ${of.from}::date and g.engagement_date < ${of.to}::date` : sql``}
    order by g.engagement_date desc, g.id desc limit ${limit} offset ${offset}
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

function sum(tallies: readonly Tally[]): number {
  return tallies.reduce((total, { engagements }) => total + engagements, 0)
}
