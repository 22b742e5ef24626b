import { savedSearch, savedSearches, saveSearchRequest, type SearchableList } from '@alumni/shared/saved-searches'
import type { Role } from '@alumni/shared/staff'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../context.ts'
import { signedIn, staffRoute } from '../staff/index.ts'
import { changeSavedSearch, deleteSavedSearch, savedSearchesOf, saveSearch } from './saved-searches.ts'

const byId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

/** The searches of a list under a name: everyone who may see the list has some of their own. */
export function savedSearchRoutes(app: App, list: SearchableList, needs: Role): void {
  const url = `/${list}/saved`
  const shelf = (request: FastifyRequest) => ({ who: signedIn(request), list })

  staffRoute(app, { method: 'GET', url, needs, schema: { response: { 200: savedSearches } } }, async (request) => ({
    searches: await savedSearchesOf(request.em, shelf(request)),
  }))

  staffRoute(
    app,
    { url, needs, schema: { body: saveSearchRequest, response: { 201: savedSearch } } },
    async (request, reply) => reply.code(201).send(await saveSearch(request.em, shelf(request), request.body)),
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${url}/:id`,
      needs,
      schema: { params: byId, body: saveSearchRequest, response: { 200: savedSearch } },
    },
    (request) => changeSavedSearch(request.em, shelf(request), request.params.id, request.body),
  )

  staffRoute(app, { method: 'DELETE', url: `${url}/:id`, needs, schema: { params: byId } }, async (request, reply) => {
    await deleteSavedSearch(request.em, shelf(request), request.params.id)
    return reply.code(204).send()
  })
}
