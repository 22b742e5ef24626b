import { savedCounts, savedSearch, savedSearches, saveSearchRequest } from '@alumni/shared/alumni/saved-searches'
import type { SearchableList } from '@alumni/shared/alumni/saved-searches'
import type { Role } from '@alumni/shared/staff/accounts'
import { byId } from '../../foundations/http/by-id.ts'
import type { FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { App, Context } from '../../foundations/context.ts'
import { actions } from '../../staff/index.ts'
import { type Counting, countSearches, countMissingSearches, type CountSearch } from './counts.ts'
import { changeSavedSearch, deleteSavedSearch, listSavedSearches, saveSearch } from './saved-searches.ts'

type SavedList = {
  list: SearchableList
  needs: Role
  /** Throws HttpError 403 if the user may not run the query. */
  assertAllowed?: (request: FastifyRequest, query: string) => void
  count: CountSearch
}

export function savedSearchRoutes(app: App, context: Context, { list, needs, assertAllowed, count }: SavedList): void {
  const url = `/${list}/saved`
  const counting = { list, count, zone: context.config.INSTITUTION_TIME_ZONE }
  countWhileListening(app, context, counting)

  const listActions = actions(app, { url, needs })
  listActions.page('', { reply: savedSearches }, async ({ db, me: user }) => ({
    searches: await listSavedSearches(db, { user, list }),
  }))
  listActions.get('/counts', { reply: savedCounts }, async ({ db, me: user }) => ({
    counts: await countSearches(db, await listSavedSearches(db, { user, list }), counting),
  }))
  listActions.post('', { body: saveSearchRequest, created: savedSearch }, async ({ db, me: user, body, request }) => {
    assertAllowed?.(request, body.query)
    const saved = await saveSearch(db, { user, list }, body)
    await countSearches(db, [saved], counting)
    return saved
  })
  const searchActions = actions(app, { url: `${url}/:id`, needs, params: byId })
  searchActions.patch(
    '',
    { body: saveSearchRequest, reply: savedSearch },
    async ({ db, me: user, params, body, request }) => {
      assertAllowed?.(request, body.query)
      const changed = await changeSavedSearch(db, { user, list }, params.id, body)
      await countSearches(db, [changed], counting)
      return changed
    },
  )
  searchActions.delete('', {}, ({ db, me: user, params }) => deleteSavedSearch(db, { user, list }, params.id))
}

const countEveryMs = 10 * 60_000

/** Counts every ten minutes, so that Monday's baseline is counted soon after midnight. */
function countWhileListening(app: App, { db }: Context, counting: Counting): void {
  const closing = new AbortController()
  app.addHook('onListen', () => {
    void (async () => {
      while (!closing.signal.aborted) {
        await app.peopleIndex
          .catchUp()
          .then(() => countMissingSearches(db, counting, closing.signal))
          .catch((error: unknown) => app.log.warn(error, 'saved searches could not be counted'))
        await pause(countEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
    })()
  })
  app.addHook('onClose', () => closing.abort())
}
