import { classesPage, classesQuery, classPage, type ClassFigures } from '@alumni/shared/alumni/classes'
import { hasRole } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { toCsvFileName, sendCsv } from '../../foundations/http/csv.ts'
import { actions, getStaffUser, staffPage } from '../../staff/index.ts'
import { selectClasses, listClasses, readClass, readClasses } from './read-classes.ts'

export function classRoutes(app: App, { config }: Context): void {
  const source = (db: Db) => ({ db, index: app.peopleIndex, fiscalYearStart: config.FISCAL_YEAR_START })
  staffPage(
    app,
    { url: '/classes', needs: 'viewer', schema: { querystring: classesQuery, response: { 200: classesPage } } },
    ({ db, query }) => listClasses(source(db), query),
  )

  actions(app, { url: '/classes.csv', needs: 'viewer' }).get('', { query: classesQuery }, async (action) => {
    const { db, query, reply } = action
    const { calendar, classes } = await readClasses(source(db))
    return sendCsv(reply, toCsvFileName('classes', []), headerOf(calendar.year), rowsOf(selectClasses(classes, query)))
  })

  staffPage(
    app,
    {
      url: '/classes/:year',
      needs: 'viewer',
      schema: { params: z.object({ year: z.string().max(100) }), response: { 200: classPage } },
    },
    (request) => readClass(source(request.db), request.params.year, hasRole(getStaffUser(request).role, 'staff')),
  )
}

function headerOf(year: number): string[] {
  return [
    'Class Year',
    'Reunion',
    'Living Alumni',
    'Can Be E-mailed',
    `Engaged In Fiscal Year ${year} So Far`,
    'Share Engaged (%)',
    'Rank',
    'First Time',
    `Engaged In Fiscal Year ${year - 1}`,
    `Engaged In Fiscal Year ${year - 1} Up To The Same Day`,
    'Champions',
    'Lost',
  ]
}

async function* rowsOf(classes: readonly ClassFigures[]) {
  yield classes.map((row) => [
    row.class_year,
    row.reunion,
    row.alumni,
    row.by_email,
    row.engaged_alumni,
    ((row.engaged_alumni / row.alumni) * 100).toFixed(1),
    row.rank,
    row.first_time,
    row.engaged_last_year,
    row.engaged_last_year_to_day,
    row.champions,
    row.lost,
  ])
}
