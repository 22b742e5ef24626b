import { searchChoices, searchPage, searchQuery } from '@alumni/shared/alumni-search'
import type { App } from '../../context.ts'
import { savedSearchRoutes } from '../../saved-searches/index.ts'
import { staffPage, staffRoute } from '../../staff/index.ts'
import { searchChoicesOf } from './choices.ts'
import { exportRoutes } from './export-routes.ts'
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

  exportRoutes(app)
  savedSearchRoutes(app, 'alumni_search', 'viewer')
}
