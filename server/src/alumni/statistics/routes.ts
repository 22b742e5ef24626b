import { statsCharts, statsChoices, statsPage, statsQuery, type StatsChoices } from '@alumni/shared/alumni/statistics'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { staffPage, staffRoute } from '../../staff/index.ts'
import { chartFile } from './chart-file.ts'
import { readStatistics } from './read-statistics.ts'

/** How alumni engage: all charts in one reply, what their filters offer, and each chart as a file. */
export function statisticsRoutes(app: App): void {
  staffPage(
    app,
    { url: '/engagement_stats', needs: 'viewer', schema: { querystring: statsQuery, response: { 200: statsPage } } },
    ({ db, query }) => readStatistics(db, query),
  )

  staffRoute(
    app,
    { method: 'GET', url: '/engagement_stats/choices', needs: 'viewer', schema: { response: { 200: statsChoices } } },
    ({ db }) => statisticsChoices(db),
  )

  const csvSchema = { querystring: statsQuery, params: z.object({ chart: z.enum(statsCharts) }) }
  staffRoute(
    app,
    { method: 'GET', url: '/engagement_stats/:chart.csv', needs: 'viewer', schema: csvSchema },
    async ({ db, query, params }, reply) => {
      const { name, header, rows } = chartFile(params.chart, await readStatistics(db, query))
      return sendCsv(reply, name, header, inOnePiece(rows))
    },
  )
}

async function* inOnePiece<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows
}

/** What the filters offer: the vocabulary, and codes that are in use without being part of it. */
async function statisticsChoices(db: Db): Promise<StatsChoices> {
  const query = sql`
    select
      (select coalesce(json_agg(c order by c.name, c.code), '[]') from (
        select code, coalesce(v.name, code) as name from colleges v full join (select distinct college_code as code from statistics_segments where college_code is not null and affinity_code is null) used using (code)
      ) c) as colleges,
      (select coalesce(json_agg(a order by a.name, a.code), '[]') from (
        select code, coalesce(v.name, code) as name from activity_codes v full join (select activity_code as code from statistics_subjects where activity_code is not null and description is null) used using (code)
      ) a) as activities,
      (select coalesce(json_agg(f order by f.category, f.name, f.code), '[]') from (select affinity_code as code, name, category from affinities) f) as affinities
  `
  const [choices] = await selectRaw(db, statsChoices, query)
  return choices!
}
