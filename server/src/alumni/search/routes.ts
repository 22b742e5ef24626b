import { exportSearchQuery, searchChoices, searchPage, searchQuery } from '@alumni/shared/alumni-search'
import type { App } from '../../context.ts'
import { sendCsv } from '../../http/csv.ts'
import { savedSearchRoutes } from '../../saved-searches/index.ts'
import { audit, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { searchChoicesOf } from './choices.ts'
import { exportHeader, exportRows } from './export-csv.ts'
import { searchAlumni } from './search-page.ts'

const home = '/alumni_search'

/** The search for alumni, where staff begin: a page, what its filters offer, searches under a name, and the same as a file. */
export function searchRoutes(app: App): void {
  const index = app.searchIndex

  staffPage(
    app,
    { url: home, needs: 'viewer', schema: { querystring: searchQuery, response: { 200: searchPage } } },
    ({ em, query }) => searchAlumni(em, index, query),
  )

  staffRoute(
    app,
    { method: 'GET', url: `${home}/choices`, needs: 'viewer', schema: { response: { 200: searchChoices } } },
    ({ em }) => searchChoicesOf(em, index),
  )

  const csv = {
    method: 'GET',
    url: `${home}.csv`,
    needs: 'staff',
    needsProof: true,
    schema: { querystring: exportSearchQuery },
    handlerTimeout: 10 * 60_000,
  } as const
  staffRoute(app, csv, async (request, reply) => {
    const { em, query } = request
    const found = await index.search(query, 0, Infinity)
    await audit(em, signedIn(request), 'alumni.exported', 'alumni-search', { alumni: found.matching, filter: query })
    return sendCsv(reply.header('x-rows', found.matching), 'alumni.csv', exportHeader, exportRows(em, found.ids))
  })

  savedSearchRoutes(app, 'alumni_search', 'viewer')
}
