import { exportSignupsQuery, signupChoices, signupsPage, signupsQuery } from '@alumni/shared/champions/staff-list'
import type { App, Context } from '../../foundations/context.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { savedSearchRoutes } from '../../alumni/index.ts'
import { audit, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { signupChoicesOf } from './list-choices.ts'
import { exportHeader, exportName, exportRows, findForExport } from './list-export.ts'
import { countSignups, listSignups } from './list-signups.ts'

const home = '/champion_signups'

/** The list of signups, what its filters offer, and the same as a file. */
export function listRoutes(app: App, context: Context): void {
  staffPage(
    app,
    { url: home, needs: 'staff', schema: { querystring: signupsQuery, response: { 200: signupsPage } } },
    ({ db, query }) => listSignups(db, context.config, query),
  )

  staffRoute(
    app,
    { method: 'GET', url: `${home}/choices`, needs: 'staff', schema: { response: { 200: signupChoices } } },
    ({ db }) => signupChoicesOf(db),
  )

  const csv = {
    method: 'GET',
    url: `${home}.csv`,
    needs: 'staff',
    needsProof: true,
    schema: { querystring: exportSignupsQuery },
    handlerTimeout: 10 * 60_000,
  } as const
  staffRoute(app, csv, async (request, reply) => {
    const { db, query } = request
    const ids = await findForExport(db, context.config, query)
    const { columns, ...filter } = query
    await audit(db, signedIn(request), 'champion-signups.exported', 'champion-signups', {
      signups: ids.length,
      columns: columns ?? 'all',
      filter,
    })
    return sendCsv(
      reply.header('x-rows', ids.length),
      exportName(query),
      exportHeader(columns),
      exportRows(db, ids, columns),
    )
  })

  savedSearchRoutes(app, context, {
    list: 'champion_signups',
    needs: 'staff',
    count: async (db, query) => {
      const asked = signupsQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
      return asked.success ? countSignups(db, context.config, asked.data) : null
    },
  })
}
