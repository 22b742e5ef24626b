import { z } from 'zod'
import {
  exportSearchQuery,
  savedSearch,
  savedSearches,
  saveSearchRequest,
  searchChoices,
  searchPage,
  searchQuery,
} from '@alumni/shared/alumni-search'
import type { App } from '../../context.ts'
import { sendCsv } from '../../http/csv.ts'
import { audit, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { searchChoicesOf } from './choices.ts'
import { exportHeader, exportRows } from './export-csv.ts'
import { changeSavedSearch, deleteSavedSearch, savedSearchesOf, saveSearch } from './saved-searches.ts'
import { searchAlumni } from './search-page.ts'

const home = '/alumni_search'
const byId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

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

  savedRoutes(app)
}

/** Everyone has searches of their own. */
function savedRoutes(app: App): void {
  const url = `${home}/saved`
  staffRoute(
    app,
    { method: 'GET', url, needs: 'viewer', schema: { response: { 200: savedSearches } } },
    async (request) => ({ searches: await savedSearchesOf(request.em, signedIn(request)) }),
  )

  staffRoute(
    app,
    { url, needs: 'viewer', schema: { body: saveSearchRequest, response: { 201: savedSearch } } },
    async (request, reply) => reply.code(201).send(await saveSearch(request.em, signedIn(request), request.body)),
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${url}/:id`,
      needs: 'viewer',
      schema: { params: byId, body: saveSearchRequest, response: { 200: savedSearch } },
    },
    (request) => changeSavedSearch(request.em, signedIn(request), request.params.id, request.body),
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${url}/:id`, needs: 'viewer', schema: { params: byId } },
    async (request, reply) => {
      await deleteSavedSearch(request.em, signedIn(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
