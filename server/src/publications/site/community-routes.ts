import {
  communitiesPage,
  communitiesQuery,
  communityMembersPage,
  communityPage,
  communityParams,
  eventsPage,
  eventsQuery,
  newsListPage,
  newsQuery,
  peopleQuery,
} from '@alumni/shared/publications/content'
import { emptyForm } from '@alumni/shared/portal'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { getChampion, verifiedOnlyOf } from '../../champions/index.ts'
import {
  findCommunity,
  readCommunityHead,
  joinCommunity,
  leaveCommunity,
  readCommunities,
} from '../communities/communities.ts'
import { listUpcomingEvents } from '../events/events.ts'
import { findViewerId } from '../engine/site.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { listLatestNews, readNews } from '../news/news.ts'
import { readEventList } from './event-routes.ts'
import { readMembers } from './people.ts'

const url = '/communities/:community'
const cardsPerKind = 3
const verifiedOfCommunity = verifiedOnlyOf(({ db, params }) =>
  findCommunity(db, (params as z.input<typeof communityParams>).community),
)

export function communityRoutes(app: App, { config }: Context): void {
  app.get(
    '/communities',
    { constraints: onExternal, schema: { querystring: communitiesQuery } },
    async (request, reply) => {
      const { db, query } = request
      const filter = { values: { kind: query.kind }, errors: {} }
      const found = await readCommunities(db, query, await findViewerId(request))
      return reply.portalPage(communitiesPage, { ...found, filter })
    },
  )

  app.get(url, { constraints: onExternal, schema: { params: communityParams } }, async (request, reply) => {
    const { db } = request
    const viewer = await findViewerId(request)
    const community = await findCommunity(db, request.params.community)
    return reply.portalPage(communityPage, {
      community: await readCommunityHead(db, community, viewer),
      html: renderMarkdown(community.body),
      events: await listUpcomingEvents(db, cardsPerKind, viewer, { community: community.id }),
      news: await listLatestNews(db, config, cardsPerKind, { community: community.id }),
    })
  })

  app.get(
    `${url}/news`,
    { constraints: onExternal, schema: { params: communityParams, querystring: newsQuery } },
    async (request, reply) => {
      const { db, query } = request
      const community = await findCommunity(db, request.params.community)
      return reply.portalPage(newsListPage, {
        ...(await readNews(db, config, { ...query, community: community.slug })),
        community: await readCommunityHead(db, community, await findViewerId(request)),
        communities: [],
        filter: emptyForm,
      })
    },
  )

  app.get(
    `${url}/events`,
    { constraints: onExternal, schema: { params: communityParams, querystring: eventsQuery } },
    async (request, reply) => {
      const { db, query } = request
      const community = await findCommunity(db, request.params.community)
      const path = `/communities/${community.slug}/events`
      const found = await readEventList(config, request, { ...query, community: community.slug }, path)
      const head = await readCommunityHead(db, community, await findViewerId(request))
      return reply.portalPage(eventsPage, { ...found, community: head, communities: [] })
    },
  )

  app.get(
    `${url}/members`,
    { ...verifiedOfCommunity, schema: { params: communityParams, querystring: peopleQuery } },
    async (request, reply) => {
      const { db } = request
      const community = await findCommunity(db, request.params.community)
      const head = await readCommunityHead(db, community, (await getChampion(request)).id)
      const found = await readMembers(db, community.id, request.query.page)
      return reply.portalPage(communityMembersPage, { community: head, ...found })
    },
  )

  for (const [path, answer] of [
    [`${url}/members`, joinCommunity],
    [`${url}/members/leave`, leaveCommunity],
  ] as const)
    app.post(
      path,
      { ...verifiedOfCommunity, schema: { params: communityParams, body: z.unknown() } },
      async (request, reply) => {
        const community = await findCommunity(request.db, request.params.community)
        await answer(request.db, community.id, (await getChampion(request)).id)
        return reply.redirect(`/communities/${community.slug}`, 303)
      },
    )
}
