import { searchChoices, searchPage, searchQuery } from '@alumni/shared/alumni/search'
import { onFile } from '@alumni/shared/alumni/on-file'
import type { App, Context } from '../../foundations/context.ts'
import { savedSearchRoutes } from '../saved-searches/routes.ts'
import { staffPage, staffRoute } from '../../staff/index.ts'
import { searchChoicesOf } from './choices.ts'
import { exportRoutes } from './export-routes.ts'
import { whoIsOnFile } from './on-file.ts'
import { countFound, searchAlumni } from './search-page.ts'

const home = '/alumni_search'

/** The search for alumni, where staff begin: a page, what its filters offer, searches under a name, and the same as a file. */
export function searchRoutes(app: App, context: Context): void {
  const index = app.searchIndex

  staffPage(
    app,
    { url: home, needs: 'viewer', schema: { querystring: searchQuery, response: { 200: searchPage } } },
    ({ db, query }) => searchAlumni(db, index, query),
  )

  staffRoute(
    app,
    { method: 'GET', url: `${home}/choices`, needs: 'viewer', schema: { response: { 200: searchChoices } } },
    ({ db }) => searchChoicesOf(db, index),
  )

  staffRoute(
    app,
    { method: 'GET', url: `${home}/on_file`, needs: 'viewer', schema: { response: { 200: onFile } } },
    ({ db }) => whoIsOnFile(db),
  )

  exportRoutes(app)
  savedSearchRoutes(app, context, {
    list: 'alumni_search',
    needs: 'viewer',
    count: async (_, query) => {
      const asked = searchQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
      return asked.success ? countFound(index, asked.data) : null
    },
  })
}
