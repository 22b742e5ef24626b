import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  conflictsPage,
  conflictsQuery,
  crmConflict,
  crmChangesPage,
  crmChangesQuery,
  exportReply,
  exportRequest,
  loaderResultsReply,
  openConflictsReply,
  resolveManyReply,
  resolveManyRequest,
  resolveRequest,
  undoChangeRequest,
  withdrawReply,
  withdrawRequest,
} from '@alumni/shared/exchange/crm'
import { byId } from '../../foundations/http/by-id.ts'
import type { App, Context } from '../../foundations/context.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { listChanges } from './changes.ts'
import { findConflict, listConflicts, openConflicts } from './conflicts.ts'
import { exportChanges, findExport, undoExport, exportHeader, exportRows } from './export-batches.ts'
import { loaderFile, loaderColumns } from './loader-rows.ts'
import { readLoaderResults, type ReceiveCsv } from './loader-results.ts'
import { applyLoaderResults } from './reject.ts'
import { resolveConflict, resolveMany } from './resolve.ts'
import { undoSettlement } from './undo-settlement.ts'
import { withdrawChange, withdrawChanges } from './withdraw.ts'

const conflicts = '/settings/crm/conflicts'
const changes = '/settings/crm/crm_changes'

const transferMs = 10 * 60_000

/** Serves changes that the CRM does not have yet, and conflicts with it; for administrators. */
export async function crmRoutes(app: App, context: Context, receiveCsv: ReceiveCsv): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 20, parts: 25, fileSize: Number.MAX_SAFE_INTEGER } })
  conflictRoutes(app)
  changeRoutes(app)
  recordRoutes(app)
  exportRoutes(app, context, receiveCsv)
}

function conflictRoutes(app: App): void {
  staffPage(
    app,
    { url: conflicts, needs: 'admin', schema: { querystring: conflictsQuery, response: { 200: conflictsPage } } },
    ({ db, query }) => listConflicts(db, query),
  )

  staffRoute(
    app,
    { url: conflicts, needs: 'admin', schema: { body: resolveManyRequest, response: { 200: resolveManyReply } } },
    (request) => resolveMany(request.db, request.body, signedIn(request)),
  )

  staffRoute(
    app,
    {
      url: `${conflicts}/:id`,
      needs: 'admin',
      schema: { params: byId, body: resolveRequest, response: { 200: crmConflict } },
    },
    async (request, reply) => {
      await resolveConflict(request.db, request.params.id, request.body, signedIn(request))
      return answer(request, reply, conflicts, await findConflict(request.db, request.params.id))
    },
  )

  staffRoute(
    app,
    { url: `${conflicts}/:id/undo`, needs: 'admin', schema: { params: byId, response: { 200: crmConflict } } },
    async (request) => {
      await undoSettlement(request.db, request.params.id, signedIn(request))
      return findConflict(request.db, request.params.id)
    },
  )

  staffRoute(
    app,
    { method: 'GET', url: `${conflicts}/open`, needs: 'admin', schema: { response: { 200: openConflictsReply } } },
    async ({ db }) => ({ open: await openConflicts(db) }),
  )
}

function changeRoutes(app: App): void {
  staffPage(
    app,
    { url: changes, needs: 'admin', schema: { querystring: crmChangesQuery, response: { 200: crmChangesPage } } },
    ({ db, query }) => listChanges(db, query),
  )

  staffRoute(
    app,
    {
      url: `${changes}/export`,
      needs: 'admin',
      needsProof: 'Export changes for the CRM',
      schema: { body: exportRequest, response: { 201: exportReply } },
    },
    async (request, reply) => {
      const exported = await exportChanges(request.db, request.body, signedIn(request))
      return answer(request, reply.code(201), changes, exported)
    },
  )

  staffRoute(
    app,
    {
      url: `${changes}/withdrawals`,
      needs: 'admin',
      schema: { body: withdrawRequest, response: { 200: withdrawReply } },
    },
    (request) => withdrawChanges(request.db, request.body.changes, request.body.reason, signedIn(request)),
  )
}

/** Lets staff undo a change that waits for the CRM, on a person’s record. */
function recordRoutes(app: App): void {
  staffRoute(
    app,
    {
      url: '/alumni/:buid/crm_changes/:id/undo',
      needs: 'staff',
      schema: {
        params: byId.extend({ buid: z.string().max(20) }),
        body: undoChangeRequest,
        response: { 200: withdrawReply },
      },
    },
    async (request) => {
      const { db, params, body } = request
      await withdrawChange(db, { ...params, ...body }, null, signedIn(request))
      return { withdrawn: 1, refused: [] }
    },
  )
}

function exportRoutes(app: App, context: Context, receiveCsv: ReceiveCsv): void {
  const columns = loaderColumns(context.config.CRM_COLUMNS)

  staffRoute(
    app,
    {
      url: `${changes}/export_batches/:id/undo`,
      needs: 'admin',
      schema: { params: byId, response: { 200: exportReply } },
    },
    async (request, reply) =>
      answer(request, reply, changes, await undoExport(request.db, request.params.id, signedIn(request))),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${changes}/export_batches/:id.csv`,
      needs: 'admin',
      needsProof: 'Export changes for the CRM',
      schema: { params: byId },
      handlerTimeout: transferMs,
    },
    async ({ db, params: { id } }, reply) => {
      await standingExport(db, id)
      return sendCsv(reply, `crm-changes-${id}.csv`, exportHeader, exportRows(db, id))
    },
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${changes}/export_batches/:id/loader.csv`,
      needs: 'admin',
      needsProof: 'Export changes for the CRM',
      schema: { params: byId },
      handlerTimeout: transferMs,
    },
    async ({ db, params: { id } }, reply) => {
      await standingExport(db, id)
      const { header, rows } = await loaderFile(db, id, columns)
      return sendCsv(reply, `crm-loader-${id}.csv`, header, rows, { forPrograms: true })
    },
  )

  staffRoute(
    app,
    {
      url: `${changes}/export_batches/:id/loader_results`,
      needs: 'admin',
      schema: { params: byId, response: { 200: loaderResultsReply } },
      handlerTimeout: transferMs,
      config: { bodyTimeoutMs: transferMs },
    },
    async (request) => {
      const results = await receiveCsv(request, context, readLoaderResults)
      return applyLoaderResults(request.db, request.params.id, results, signedIn(request))
    },
  )
}

async function standingExport(db: Db, id: number): Promise<void> {
  const { undone_at } = await findExport(db, id)
  if (undone_at)
    throw new HttpError(409, 'This export was undone: its changes are pending again, or confirmed by the CRM.')
}

/** A form is led back to its page, a client gets the outcome. */
function answer<Reply>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  outcome: Reply,
): Reply | FastifyReply {
  return prefersHtml(request.headers.accept) ? reply.redirect(page, 303) : outcome
}
