import multipart from '@fastify/multipart'
import { z } from 'zod'
import {
  commitGivingRequest,
  onePreview,
  givingPage,
  givingPreview,
  givingQuery,
  givingUrl,
  undoGivingReply,
} from '@alumni/shared/exchange/giving'
import type { App, Context } from '../../foundations/context.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { commitGiving } from './commit.ts'
import { discardPreview, issueHeader, issuesOf } from './previews.ts'
import { showGiving } from './list-imports.ts'
import { receiveGivingFile } from './receive-upload.ts'
import { undoGiving } from './undo.ts'

const uploadMs = 60 * 60_000
const longMs = 10 * 60_000

/** The giving import, for administrators: who gave and when, fiscal year by fiscal year, never how much. */
export async function givingRoutes(app: App, context: Context): Promise<void> {
  await app.register(multipart, { limits: { files: 5, fields: 20, parts: 25, fileSize: Number.MAX_SAFE_INTEGER } })

  staffPage(
    app,
    { url: givingUrl, needs: 'admin', schema: { querystring: givingQuery, response: { 200: givingPage } } },
    (request) => showGiving(request.db, request.query, signedIn(request), context.config),
  )

  staffRoute(
    app,
    {
      url: givingUrl,
      needs: 'admin',
      schema: { response: { 201: givingPreview } },
      handlerTimeout: uploadMs,
      config: { bodyTimeoutMs: uploadMs },
    },
    async (request, reply) => {
      reply.header('vary', 'Accept')
      const preview = await receiveGivingFile(request, context, signedIn(request))
      if (prefersHtml(request.headers.accept)) return reply.redirect(preview.links.self, 303)
      return reply.code(201).header('location', preview.links.self).send(preview)
    },
  )

  staffRoute(
    app,
    {
      method: 'DELETE',
      url: givingUrl,
      needs: 'admin',
      schema: { body: onePreview, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await discardPreview(request.db, request.body.preview_id, signedIn(request))
      return reply.code(204).send(null)
    },
  )

  staffRoute(
    app,
    {
      url: `${givingUrl}/commit`,
      needs: 'admin',
      needsProof: 'Import giving',
      schema: { body: commitGivingRequest, response: { 200: givingPreview } },
      handlerTimeout: longMs,
    },
    async (request, reply) => {
      reply.header('vary', 'Accept')
      const { db, body } = request
      const preview = await commitGiving(db, body, signedIn(request), context.config.FISCAL_YEAR_START)
      return prefersHtml(request.headers.accept) ? reply.redirect(preview.links.self, 303) : preview
    },
  )

  undoRoute(app)

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${givingUrl}/issues`,
      needs: 'admin',
      needsProof: 'Export the issues',
      schema: { querystring: onePreview.partial() },
      handlerTimeout: longMs,
    },
    async (request, reply) => {
      const { id, rows } = await issuesOf(request.db, request.query.preview_id, signedIn(request))
      return sendCsv(reply, `giving-${id}-issues.csv`, issueHeader, rows)
    },
  )
}

function undoRoute(app: App): void {
  staffRoute(
    app,
    {
      url: `${givingUrl}/undo`,
      needs: 'admin',
      needsProof: 'Undo the giving import',
      schema: { body: onePreview, response: { 200: undoGivingReply } },
      handlerTimeout: longMs,
    },
    async (request, reply) => {
      reply.header('vary', 'Accept')
      const undone = await undoGiving(request.db, request.body.preview_id, signedIn(request))
      return prefersHtml(request.headers.accept) ? reply.redirect(undone.preview.links.self, 303) : undone
    },
  )
}
