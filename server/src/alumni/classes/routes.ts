import { classesPage, classesQuery, classPage, type ClassFigures } from '@alumni/shared/alumni/classes'
import { hasRole } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { toCsvFileName, sendCsv } from '../../foundations/http/csv.ts'
import { actions } from '../../staff/index.ts'
import { selectClasses, listClasses, readClass, readClasses } from './read-classes.ts'

export function classRoutes(app: App, { config }: Context): void {
  const source = (db: Db) => ({ db, index: app.peopleIndex, fiscalYearStart: config.FISCAL_YEAR_START })
  const classes = actions(app, { url: '/classes', needs: 'viewer' })
  classes.page('', { query: classesQuery, reply: classesPage }, ({ db, query }) => listClasses(source(db), query))

  classes.get('.csv', { query: classesQuery }, async (action) => {
    const { db, query, reply } = action
    const { calendar, classes } = await readClasses(source(db))
    return sendCsv(reply, toCsvFileName('classes', []), headerOf(calendar.year), rowsOf(selectClasses(classes, query)))
  })

  const params = z.object({ year: z.string().max(100) })
  const classActions = actions(app, { url: '/classes/:year', needs: 'viewer', params })
  classActions.page('', { reply: classPage }, ({ db, params, me }) =>
    readClass(source(db), params.year, hasRole(me.role, 'staff')),
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
