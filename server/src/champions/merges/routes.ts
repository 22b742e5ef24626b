import { z } from 'zod'
import {
  comparisonPage,
  dismissReply,
  dismissRequest,
  duplicatesPage,
  duplicatesQuery,
  mergePage,
  mergePreview,
  mergeRequest,
  mergesPage,
  mergesQuery,
  searchReply,
} from '@alumni/shared/champions/merges'
import type { App } from '../../foundations/context.ts'
import { countRows } from '../../foundations/database/read-page.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { compareSignups } from './compare.ts'
import { dismissPair, takeBackDismissal } from './dismiss.ts'
import { findDuplicates } from './find-duplicates.ts'
import { listDuplicates, searchedAt } from './list-duplicates.ts'
import { mergeSignups, previewMerge } from './merge.ts'
import { findMerge, listMerges } from './merges.ts'
import { undoMerge } from './undo.ts'

const duplicates = '/champion_signups/duplicates'
const merges = '/champion_signups/merges'
/** Signups that may be of one person: found, compared, merged, and taken apart again. */
export function signupMergeRoutes(app: App): void {
  staffPage(
    app,
    {
      url: duplicates,
      needs: 'staff',
      schema: { querystring: duplicatesQuery, response: { 200: z.union([comparisonPage, duplicatesPage]) } },
    },
    ({ db, query }) => (query.ids ? compareSignups(db, query.ids) : listDuplicates(db, query)),
  )

  staffRoute(
    app,
    { url: `${duplicates}/search`, needs: 'staff', schema: { response: { 200: searchReply } } },
    async ({ db }) => {
      await findDuplicates(db)
      const found = await countRows(db.selectFrom('signup_duplicates'))
      return { found, searched_at: (await searchedAt(db))! }
    },
  )

  staffRoute(
    app,
    {
      url: `${duplicates}/dismissals`,
      needs: 'staff',
      schema: { body: dismissRequest, response: { 200: dismissReply } },
    },
    async (request) => ({ dismissal: await dismissPair(request.db, request.body.ids, signedIn(request)) }),
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${duplicates}/dismissals/:id`, needs: 'staff', schema: { params: byId } },
    async (request, reply) => {
      await takeBackDismissal(request.db, request.params.id, signedIn(request))
      return reply.code(204).send()
    },
  )

  staffPage(
    app,
    { url: merges, needs: 'staff', schema: { querystring: mergesQuery, response: { 200: mergesPage } } },
    ({ db, query }) => listMerges(db, query),
  )

  staffRoute(
    app,
    { url: merges, needs: 'staff', needsProof: true, schema: { body: mergeRequest, response: { 201: mergePage } } },
    async (request, reply) => {
      const id = await mergeSignups(request.db, request.body, signedIn(request))
      return reply.code(201).send(await findMerge(request.db, id))
    },
  )

  staffRoute(
    app,
    { url: `${merges}/preview`, needs: 'staff', schema: { body: mergeRequest, response: { 200: mergePreview } } },
    ({ db, body }) => previewMerge(db, body),
  )

  staffPage(
    app,
    {
      url: `${merges}/:id`,
      needs: 'staff',
      schema: { params: byId, response: { 200: mergePage } },
      find: rowOf('signup_merges'),
    },
    ({ db, params }) => findMerge(db, params.id),
  )

  staffRoute(
    app,
    {
      url: `${merges}/:id/undo`,
      needs: 'staff',
      needsProof: true,
      schema: { params: byId, response: { 200: mergePage } },
    },
    async (request) => {
      await undoMerge(request.db, request.params.id, signedIn(request))
      return findMerge(request.db, request.params.id)
    },
  )
}
