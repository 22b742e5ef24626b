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
import { setTimeout as pause } from 'node:timers/promises'
import type { App, Context } from '../../foundations/context.ts'
import { actions, signedIn, staffPage } from '../../staff/index.ts'
import { type Counting, countNow, countToday, type CountSearch } from './counts.ts'
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
  const counting = { list, count, zone: context.config.INSTITUTION_TIME_ZONE }
  countWhileListening(app, context, counting)

  staffPage(app, { url, needs, schema: { response: { 200: savedSearches } } }, async (request) => ({
    searches: await savedSearchesOf(request.db, { who: signedIn(request), list }),
  }))
  const all = actions(app, { url, needs })
  all.get('/counts', { reply: savedCounts }, async ({ db, me: who }) => ({
    counts: await countNow(db, await savedSearchesOf(db, { who, list }), counting),
  }))
  all.post('', { body: saveSearchRequest, created: savedSearch }, async ({ db, me: who, body, request }) => {
    refuse?.(request, body.query)
    const saved = await saveSearch(db, { who, list }, body)
    await countNow(db, [saved], counting)
    return saved
  })
  const one = actions(app, { url: `${url}/:id`, needs, params: byId })
  one.patch('', { body: saveSearchRequest, reply: savedSearch }, async ({ db, me: who, params, body, request }) => {
    refuse?.(request, body.query)
    const changed = await changeSavedSearch(db, { who, list }, params.id, body)
    await countNow(db, [changed], counting)
    return changed
  })
  one.delete('', {}, ({ db, me: who, params }) => deleteSavedSearch(db, { who, list }, params.id))
}

const everyMs = 10 * 60_000

/**
 * Counts once everyone is in the people index, and every ten minutes until the server closes: soon after midnight, so
 * that "since Monday" means the beginning of that day.
 */
function countWhileListening(app: App, { db }: Context, counting: Counting): void {
  const closing = new AbortController()
  app.addHook('onListen', () => {
    void (async () => {
      while (!closing.signal.aborted) {
        await app.peopleIndex
          .catchUp()
          .then(() => countToday(db, counting, closing.signal))
          .catch((error: unknown) => app.log.warn(error, 'saved searches could not be counted'))
        await pause(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
    })()
  })
  app.addHook('onClose', () => closing.abort())
}
