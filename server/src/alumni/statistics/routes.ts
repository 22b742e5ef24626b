import { compareCharacters } from '@alumni/shared/compare-text'
import { statsCharts, statsChoices, statsPage, statsQuery, type StatsChoices } from '@alumni/shared/alumni/statistics'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions } from '../../staff/index.ts'
import { buildChartFile } from './chart-file.ts'
import { readStatistics, type StatisticsSource } from './read-statistics.ts'

export function statisticsRoutes(app: App, { config }: Context): void {
  const source = (db: Db) => ({ db, index: app.peopleIndex, fiscalYearStart: config.FISCAL_YEAR_START })
  const statisticsActions = actions(app, { url: '/engagement_stats', needs: 'viewer' })
  statisticsActions.page('', { query: statsQuery, reply: statsPage }, ({ db, query }) =>
    readStatistics(source(db), query),
  )

  statisticsActions.get('/choices', { reply: statsChoices }, ({ db }) => readChoices(source(db)))
  const params = z.object({ chart: z.enum(statsCharts) })
  const chart = actions(app, { url: '/engagement_stats/:chart.csv', needs: 'viewer', params })
  chart.get('', { query: statsQuery }, async ({ db, query, params, reply }) => {
    const { name, header, rows } = buildChartFile(params.chart, await readStatistics(source(db), query))
    return sendCsv(reply, name, header, yieldOnce(rows))
  })
}

async function* yieldOnce<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows
}

async function readChoices({ db, index }: StatisticsSource): Promise<StatsChoices> {
  const inUse = await index.textsInUse()
  const colleges = await db.findAll('colleges', ['code', 'name'], {})
  const activities = await db.findAll('activity_codes', ['code', 'name'], {})
  const affinities = db.selectFrom('affinities').select(['affinity_code as code', 'name', 'category'])
  return {
    colleges: addCodes(colleges, inUse.colleges),
    activities: addCodes(activities, inUse.activities),
    affinities: await affinities.orderBy('category').orderBy('name').orderBy('affinity_code').execute(),
  }
}

function addCodes(entries: { code: string; name: string }[], codes: string[]): { code: string; name: string }[] {
  const unnamed = codes
    .filter((code) => !entries.some((each) => each.code === code))
    .map((code) => ({ code, name: code }))
  return [...entries, ...unnamed].sort((a, b) => compareCharacters(a.name, b.name) || compareCharacters(a.code, b.code))
}
