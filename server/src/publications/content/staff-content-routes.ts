import { deleteOfferRequest, offerParams as params } from '@alumni/shared/publications/publications'
import {
  canMoveContent,
  changeCommunityRequest,
  changeNewsRequest,
  communityRecord,
  contentChoices,
  contentMoves,
  contentPage,
  contentQuery,
  createCommunityRequest,
  createNewsRequest,
  editCommunityPage,
  editNewsPage,
  moveContentRequest,
  newsRecord,
  type CommunityFields,
  type CommunityRecord,
  type ContentState,
  type MoveContent,
  type NewsFields,
  type NewsRecord,
} from '@alumni/shared/publications/staff-content'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { rowOf, signedIn, staffPage, staffRoute, type StaffUser } from '../../staff/index.ts'
import {
  createContent,
  deleteContent,
  missingText,
  publishingOf,
  saveContent,
  storeMove,
  type Keeping,
} from './keep-content.ts'
import { keptCommunity } from './keep-community.ts'
import { keptNews } from './keep-news.ts'
import { communityChoices } from './known-community.ts'
import { listCommunities, listNews } from './staff-content-lists.ts'

/** Administrators write communities and news. */
export function staffContentRoutes(app: App, { config }: Context): void {
  staffPage(app, { url: '/settings/content', needs: 'admin', schema: { response: { 200: z.object({}) } } }, () => ({}))
  writingRoutes<CommunityFields, CommunityRecord>(app, config, {
    home: '/settings/content/communities',
    keeping: keptCommunity,
    list: listCommunities,
    create: createCommunityRequest,
    change: changeCommunityRequest,
    record: communityRecord,
    edit: editCommunityPage,
  })
  writingRoutes<NewsFields, NewsRecord>(app, config, {
    home: '/settings/content/news',
    keeping: keptNews,
    list: listNews,
    create: createNewsRequest,
    change: changeNewsRequest,
    record: newsRecord,
    edit: editNewsPage,
  })
}

type Written = { title: string; slug: string; summary: string; photo: string | null }
type Found = { version: number; updated_by: string | null; state: ContentState }

type Writing<Fields extends Written, Record extends Fields & Found> = {
  home: string
  keeping: Keeping<Fields, Record>
  list: typeof listNews
  create: z.ZodType<Fields>
  change: z.ZodType<Fields & { version: number }>
  record: z.ZodType<Record>
  edit: z.ZodType
}

/** The pages and actions of what one kind of content is written with. */
function writingRoutes<Fields extends Written, Record extends Fields & Found>(
  app: App,
  config: Config,
  { home, keeping, list, create, change, record, edit }: Writing<Fields, Record>,
): void {
  const one = { url: `${home}/:id`, needs: 'admin' } as const
  const choices = async (db: Db) => ({
    communities: await communityChoices(db),
    clock_zone: config.INSTITUTION_TIME_ZONE,
  })
  staffPage(
    app,
    { url: home, needs: 'admin', schema: { querystring: contentQuery, response: { 200: contentPage } } },
    ({ db, query }) => list(db, query),
  )
  staffPage(app, { url: `${home}/new`, needs: 'admin', schema: { response: { 200: contentChoices } } }, ({ db }) =>
    choices(db),
  )
  for (const url of [one.url, `${one.url}/edit`])
    staffPage(
      app,
      { ...one, url, find: rowOf(keeping.table), schema: { params, response: { 200: edit } } },
      async ({ db, params: { id } }) => ({
        record: await keeping.find(db, config, id),
        choices: await choices(db),
      }),
    )
  staffRoute(
    app,
    { url: home, needs: 'admin', schema: { body: create, response: { 201: record } } },
    async (request, reply) => {
      const id = await createContent(keeping, request.db, config, request.body as Fields, signedIn(request))
      return reply.code(201).send((await keeping.find(request.db, config, id)) as never)
    },
  )
  staffRoute(
    app,
    { ...one, method: 'PATCH', schema: { params, body: change, response: { 200: record } } },
    async (request) => {
      const { id } = request.params
      await saveContent(
        keeping,
        request.db,
        config,
        id,
        request.body as Fields & { version: number },
        signedIn(request),
      )
      return keeping.find(request.db, config, id) as never
    },
  )
  staffRoute(
    app,
    { ...one, method: 'DELETE', schema: { params, body: deleteOfferRequest } },
    async (request, reply) => {
      const { db, params, body } = request
      await deleteContent(keeping, db, config, params.id, body.version, signedIn(request))
      return reply.code(204).send()
    },
  )
  staffRoute(
    app,
    { ...one, url: `${one.url}/moves`, schema: { params, body: moveContentRequest, response: { 200: record } } },
    async (request) => {
      const { id } = request.params
      await moveContent(keeping, request.db, config, id, request.body, signedIn(request))
      return keeping.find(request.db, config, id) as never
    },
  )
}

/** Moves a community or news along the table. 404, 409 with who was first or what is missing, or 422 for a time that has passed. */
async function moveContent<Fields extends Written, Record extends Fields & Found>(
  keeping: Keeping<Fields, Record>,
  db: Db,
  config: Config,
  id: number,
  { move, at }: MoveContent,
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    await keeping.lock(db, id)
    const record = await keeping.find(db, config, id)
    const { state, updated_by } = record
    const isMeant = canMoveContent(state, move)
    const refusal = isMeant
      ? missingText(record, move)
      : `It is ${stateWords[state]} by now${updated_by ? `: ${updated_by} changed it last` : ''}. Look at it again.`
    if (refusal) throw new HttpError(409, refusal)
    const columns = await publishingOf(db, config, { move, at })
    await storeMove(keeping, db, id, { move, columns, before: state, after: contentMoves[move].to }, by)
  })
}

const stateWords: Record<ContentState, string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  published: 'published',
  ended: 'off the site',
}
