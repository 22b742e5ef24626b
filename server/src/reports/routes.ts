import { withoutDegreesPage, withoutDegreesQuery } from '@alumni/shared/reports'
import type { App } from '../context.ts'
import { sendCsv } from '../http/csv.ts'
import { staffPage, staffRoute } from '../staff/index.ts'
import { listAlumniWithoutDegrees, reportHeader, reportUrl, rowsWithoutDegrees } from './alumni-without-degrees.ts'

/** Reports for administrators: a page and the same as a file. */
export function reportRoutes(app: App): void {
  staffPage(
    app,
    {
      url: reportUrl,
      needs: 'admin',
      schema: { querystring: withoutDegreesQuery, response: { 200: withoutDegreesPage } },
    },
    ({ em, query }) => listAlumniWithoutDegrees(em, query),
  )

  const csvSchema = { querystring: withoutDegreesQuery.pick({ q: true }) }
  staffRoute(
    app,
    { method: 'GET', url: `${reportUrl}.csv`, needs: 'admin', schema: csvSchema, handlerTimeout: 10 * 60_000 },
    async ({ em, query }, reply) =>
      sendCsv(reply, 'alumni-without-degrees.csv', reportHeader, rowsWithoutDegrees(em, query.q)),
  )
}
