import multipart from '@fastify/multipart'
import {
  commitGivingRequest,
  previewRef,
  givingPage,
  givingPreview,
  givingQuery,
  givingUrl,
  undoGivingReply,
} from '@alumni/shared/exchange/giving'
import type { App, Context } from '../../foundations/context.ts'
import { redirectForm } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions } from '../../staff/index.ts'
import { commitGiving } from './commit.ts'
import { discardPreview, issueHeader, readGivingIssues, readGivingPage } from './previews.ts'
import { receiveGivingFile } from './receive-upload.ts'
import { undoGiving } from './undo.ts'

const needs = 'admin'
const uploadMs = 60 * 60_000
const longMs = 10 * 60_000

export async function givingRoutes(app: App, context: Context): Promise<void> {
  const { config } = context
  await app.register(multipart, { limits: { files: 5, fields: 20, parts: 25, fileSize: Number.MAX_SAFE_INTEGER } })
  const giving = actions(app, { url: givingUrl, needs })
  giving.page('', { query: givingQuery, reply: givingPage }, ({ db, query, me }) =>
    readGivingPage(db, query, me, config),
  )
  giving.post(
    '',
    { created: givingPreview, handlerTimeout: uploadMs, config: { bodyTimeoutMs: uploadMs } },
    async ({ me, request, reply }) => {
      const preview = await receiveGivingFile(request, context, me)
      const { self } = preview.links
      return redirectForm(request, reply, self) ?? reply.code(201).header('location', self).send(preview)
    },
  )
  giving.delete('', { body: previewRef }, ({ db, body, me }) => discardPreview(db, body.preview_id, me))
  giving.post(
    '/commit',
    { body: commitGivingRequest, reply: givingPreview, proof: 'Import giving', handlerTimeout: longMs },
    async ({ db, body, me, request, reply }) => {
      const preview = await commitGiving(db, body, me, config.FISCAL_YEAR_START)
      return redirectForm(request, reply, preview.links.self) ?? preview
    },
  )
  giving.post(
    '/undo',
    { body: previewRef, reply: undoGivingReply, proof: 'Undo the giving import', handlerTimeout: longMs },
    async ({ db, body, me, request, reply }) => {
      const undone = await undoGiving(db, body.preview_id, me)
      return redirectForm(request, reply, undone.preview.links.self) ?? undone
    },
  )
  giving.get(
    '/issues',
    { query: previewRef.partial(), proof: 'Export the issues', handlerTimeout: longMs },
    async ({ db, query, me, reply }) => {
      const { id, rows } = await readGivingIssues(db, query.preview_id, me)
      return sendCsv(reply, `giving-${id}-issues.csv`, issueHeader, rows)
    },
  )
}
