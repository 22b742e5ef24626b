import { statsCharts, statsChoices, statsPage, statsQuery } from '@alumni/shared/alumni/statistics'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { staffPage, staffRoute } from '../../staff/index.ts'
import { chartFile } from './chart-file.ts'
import { readStatistics } from './read-statistics.ts'
import { statisticsChoices } from './statistics-choices.ts'

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
