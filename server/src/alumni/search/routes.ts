import { engagedEvents, engagedEventsQuery } from '@alumni/shared/alumni/engaged-events'
import { maxSuggestions, typeaheadQuery, typeaheadReply } from '@alumni/shared/alumni/internal-api'
import { onFileReply, type OnFileReply } from '@alumni/shared/alumni/on-file'
import {
  placeQuery,
  placesQuery,
  placesReply,
  searchChoices,
  searchPage,
  searchQuery,
} from '@alumni/shared/alumni/search'
import { listPlace } from '@alumni/shared/page'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { actions, internalApiRoute } from '../../staff/index.ts'
import { savedSearchRoutes } from '../saved-searches/routes.ts'
import { readSearchChoices } from './choices.ts'
import { exportRoutes } from './export-routes.ts'
import { findIds, searchAlumni } from './read-found.ts'
import { isStaff, refuseStaffFilters, refuseStaffQuery } from './staff-filters.ts'

const home = '/alumni_search'
const maxEvents = 8

export function searchRoutes(app: App, context: Context): void {
  const index = app.peopleIndex

  const searchActions = actions(app, { url: home, needs: 'viewer' })
  searchActions.page('', { query: searchQuery, reply: searchPage }, ({ db, query, request }) => {
    refuseStaffFilters(request, query)
    return searchAlumni(db, index, query)
  })
  searchActions.get('/choices', { reply: searchChoices }, ({ db, request }) =>
    readSearchChoices(db, index, isStaff(request)),
  )
  searchActions.get('/places', { query: placesQuery, reply: placesReply }, async ({ query }) => ({
    places: await index.places(query.typed, maxSuggestions),
  }))
  searchActions.get('/events', { query: engagedEventsQuery, reply: engagedEvents }, async ({ query }) => ({
    events: await index.events(query, maxEvents),
  }))
  searchActions.get('/on_file', { reply: onFileReply }, ({ db }) => readOnFile(db))
  searchActions.get(
    '/place',
    { query: placeQuery, reply: listPlace },
    async ({ query: { buid, place, ...filters }, request }) => {
      refuseStaffFilters(request, filters)
      return index.place(filters, buid, place)
    },
  )

  exportRoutes(app)
  savedSearchRoutes(app, context, {
    list: 'alumni_search',
    needs: 'viewer',
    assertAllowed: refuseStaffQuery,
    count: async (_, query) => (await findIds(index, query, 0))?.count ?? null,
  })
}

const maxAdministrators = 3

async function readOnFile(db: Db): Promise<OnFileReply> {
  const anyone = await db.find('alumni', ['id'], {})
  if (anyone) return { has_alumni: true, administrators: [] }
  const administrators = await db.findAll(
    'staff_users',
    ['name'],
    { role: 'admin', is_active: true },
    { by: 'id', limit: maxAdministrators },
  )
  return { has_alumni: false, administrators: administrators.map(({ name }) => name) }
}

export function typeaheadRoutes(app: App, context: Context): void {
  const typeahead = { querystring: typeaheadQuery, response: { 200: typeaheadReply } }
  internalApiRoute(app, context, { url: '/api/alumni', schema: typeahead }, ({ query }) =>
    app.peopleIndex.suggest(query.name, maxSuggestions),
  )
}
