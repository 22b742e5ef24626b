import {
  savedCounts,
  savedSearch,
  savedSearches,
  saveSearchRequest,
  type SearchableList,
} from '@alumni/shared/alumni/saved-searches'
import type { Role } from '@alumni/shared/staff/accounts'
import { byId } from '../../foundations/http/by-id.ts'
import type { FastifyRequest } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { countNow, countToday, type CountSearch } from './counts.ts'
import { repeatWhileListening } from './repeat.ts'
import { changeSavedSearch, deleteSavedSearch, savedSearchesOf, saveSearch } from './saved-searches.ts'

type SavedList = {
  list: SearchableList
  needs: Role
  /** Throws a 403 for a query that this person may not ask. */
  refuse?: (request: FastifyRequest, query: string) => void
  count: CountSearch
}

/**
 * The searches of a list under a name: everyone who may see the list has some of their own, and sees those that
 * colleagues share.
 */
export function savedSearchRoutes(app: App, context: Context, { list, needs, refuse, count }: SavedList): void {
  const url = `/${list}/saved`
  const owned = (request: FastifyRequest) => ({ who: signedIn(request), list })
  const counting = { list, count, zone: context.config.INSTITUTION_TIME_ZONE }
  // Soon after midnight, so that "since Monday" means the beginning of that day.
  repeatWhileListening(app, 'saved searches could not be counted', (signal) => countToday(context.db, counting, signal))

  staffPage(app, { url, needs, schema: { response: { 200: savedSearches } } }, async (request) => ({
    searches: await savedSearchesOf(request.db, owned(request)),
  }))

  staffRoute(
    app,
    { method: 'GET', url: `${url}/counts`, needs, schema: { response: { 200: savedCounts } } },
    async (request) => ({
      counts: await countNow(request.db, await savedSearchesOf(request.db, owned(request)), counting),
    }),
  )

  staffRoute(
    app,
    { url, needs, schema: { body: saveSearchRequest, response: { 201: savedSearch } } },
    async (request, reply) => {
      refuse?.(request, request.body.query)
      const saved = await saveSearch(request.db, owned(request), request.body)
      await countNow(request.db, [saved], counting)
      return reply.code(201).send(saved)
    },
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${url}/:id`,
      needs,
      schema: { params: byId, body: saveSearchRequest, response: { 200: savedSearch } },
    },
    async (request) => {
      refuse?.(request, request.body.query)
      const changed = await changeSavedSearch(request.db, owned(request), request.params.id, request.body)
      await countNow(request.db, [changed], counting)
      return changed
    },
  )

  staffRoute(app, { method: 'DELETE', url: `${url}/:id`, needs, schema: { params: byId } }, async (request, reply) => {
    await deleteSavedSearch(request.db, owned(request), request.params.id)
    return reply.code(204).send()
  })
}
