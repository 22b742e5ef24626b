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
import { actions, staffPage } from '../../staff/index.ts'
import { listChanges } from './changes.ts'
import { findConflict, listConflicts, openConflicts } from './conflicts.ts'
import { exportChanges, findExport, undoExport, exportHeader, exportRows } from './export-batches.ts'
import { loaderFile, loaderColumns } from './loader-rows.ts'
import { resolveConflict, resolveMany } from './resolve.ts'
import { undoSettlement } from './undo-settlement.ts'
import { withdrawChange, withdrawChanges } from './withdraw.ts'

const conflicts = '/settings/crm/conflicts'
const changes = '/settings/crm/crm_changes'
const needs = 'admin'
const proof = 'Export changes for the CRM'
const transferMs = 10 * 60_000

/** Serves changes that the CRM does not have yet, and conflicts with it; for administrators. */
export function crmRoutes(app: App, context: Context): void {
  conflictRoutes(app)
  changeRoutes(app)
  exportRoutes(app, context)
}

function conflictRoutes(app: App): void {
  const listed = { querystring: conflictsQuery, response: { 200: conflictsPage } }
  staffPage(app, { url: conflicts, needs, schema: listed }, ({ db, query }) => listConflicts(db, query))
  const all = actions(app, { url: conflicts, needs })
  all.post('', { body: resolveManyRequest, reply: resolveManyReply }, ({ db, body, me }) => resolveMany(db, body, me))
  all.get('/open', { reply: openConflictsReply }, async ({ db }) => ({ open: await openConflicts(db) }))
  const one = actions(app, { url: `${conflicts}/:id`, needs, params: byId })
  one.post('', { body: resolveRequest, reply: crmConflict }, async ({ db, params, body, me, request, reply }) => {
    await resolveConflict(db, params.id, body, me)
    return answer(request, reply, conflicts, await findConflict(db, params.id))
  })
  one.post('/undo', { reply: crmConflict }, async ({ db, params, me }) => {
    await undoSettlement(db, params.id, me)
    return findConflict(db, params.id)
  })
}

function changeRoutes(app: App): void {
  const listed = { querystring: crmChangesQuery, response: { 200: crmChangesPage } }
  staffPage(app, { url: changes, needs, schema: listed }, ({ db, query }) => listChanges(db, query))
  const all = actions(app, { url: changes, needs })
  all.post('/export', { body: exportRequest, created: exportReply, proof }, async ({ db, body, me, request, reply }) =>
    answer(request, reply, changes, await exportChanges(db, body, me)),
  )
  all.post('/withdrawals', { body: withdrawRequest, reply: withdrawReply }, ({ db, body, me }) =>
    withdrawChanges(db, body.changes, body.reason, me),
  )
  // Staff undo a change that waits for the CRM, on a person’s record.
  const params = byId.extend({ buid: z.string().max(20) })
  actions(app, { url: '/alumni/:buid/crm_changes/:id', needs: 'staff', params }).post(
    '/undo',
    { body: undoChangeRequest, reply: withdrawReply },
    async ({ db, params, body, me }) => {
      await withdrawChange(db, { ...params, ...body }, null, me)
      return { withdrawn: 1, refused: [] }
    },
  )
}

function exportRoutes(app: App, context: Context): void {
  const columns = loaderColumns(context.config.CRM_COLUMNS)
  const one = actions(app, { url: `${changes}/export_batches/:id`, needs, params: byId })
  const file = { proof, handlerTimeout: transferMs }
  one.post('/undo', { reply: exportReply }, async ({ db, params, me, request, reply }) =>
    answer(request, reply, changes, await undoExport(db, params.id, me)),
  )
  one.get('.csv', file, async ({ db, params: { id }, reply }) => {
    await standingExport(db, id)
    return sendCsv(reply, `crm-changes-${id}.csv`, exportHeader, exportRows(db, id))
  })
  one.get('/loader.csv', file, async ({ db, params: { id }, reply }) => {
    await standingExport(db, id)
    const { header, rows } = await loaderFile(db, id, columns)
    return sendCsv(reply, `crm-loader-${id}.csv`, header, rows, { forPrograms: true })
  })
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
