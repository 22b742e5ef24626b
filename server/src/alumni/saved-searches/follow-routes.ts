import { followedSearches, followRequest } from '@alumni/shared/alumni/saved-searches'
import type { App, Context } from '../../foundations/context.ts'
import { institutionDays } from '../../foundations/days.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { signedIn, staffRoute } from '../../staff/index.ts'
import { followedSearchesOf } from './followed.ts'
import { followSearch } from './follows.ts'
import { compareWeek, compareWeeks, type FindMembers } from './moves.ts'
import { repeatWhileListening } from './repeat.ts'

const url = '/alumni_search/saved'

/** Reports each Monday who came into a search of alumni and who left it. */
export function followRoutes(app: App, { config, db }: Context, find: FindMembers): void {
  const zone = config.INSTITUTION_TIME_ZONE
  repeatWhileListening(app, 'followed searches could not be compared', (signal) =>
    compareWeeks(db, { find, zone }, signal),
  )

  staffRoute(
    app,
    { method: 'GET', url: `${url}/followed`, needs: 'viewer', schema: { response: { 200: followedSearches } } },
    async (request) => ({ searches: await followedSearchesOf(request.db, signedIn(request)) }),
  )

  staffRoute(
    app,
    { method: 'PATCH', url: `${url}/:id/follow`, needs: 'viewer', schema: { params: byId, body: followRequest } },
    async (request, reply) => {
      const { db, params, body } = request
      const { monday } = await institutionDays(db, zone)
      const search = await followSearch(db, signedIn(request), { ...params, ...body, monday })
      if (body.follow !== 'no') await compareWeek(db, find, search, monday)
      return reply.code(204).send()
    },
  )
}
