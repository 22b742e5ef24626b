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
  resolveManyReply,
  resolveManyRequest,
  resolveRequest,
} from '@alumni/shared/crm'
import type { App } from '../context.ts'
import { prefersHtml } from '../http/accept.ts'
import { sendCsv } from '../http/csv.ts'
import { HttpError } from '../http/errors.ts'
import { signedIn, staffPage, staffRoute } from '../staff/index.ts'
import { listChanges } from './changes.ts'
import { findConflict, listConflicts } from './conflicts.ts'
import { exportChanges, findExport, undoExport } from './export-batches.ts'
import { exportHeader, exportRows } from './export-rows.ts'
import { resolveConflict } from './resolve.ts'
import { resolveMany } from './resolve-many.ts'

const conflicts = '/settings/crm/conflicts'
const changes = '/settings/crm/crm_changes'
const byId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

/** What was changed here and the CRM does not know yet, and where both contradict each other; for administrators. */
export function crmRoutes(app: App): void {
  staffPage(
    app,
    { url: conflicts, needs: 'admin', schema: { querystring: conflictsQuery, response: { 200: conflictsPage } } },
    ({ em, query }) => listConflicts(em, query),
  )

  staffRoute(
    app,
    { url: conflicts, needs: 'admin', schema: { body: resolveManyRequest, response: { 200: resolveManyReply } } },
    (request) => resolveMany(request.em, request.body, signedIn(request)),
  )

  staffRoute(
    app,
    {
      url: `${conflicts}/:id`,
      needs: 'admin',
      schema: { params: byId, body: resolveRequest, response: { 200: crmConflict } },
    },
    async (request, reply) => {
      await resolveConflict(request.em, request.params.id, request.body, signedIn(request))
      return answer(request, reply, conflicts, await findConflict(request.em, request.params.id))
    },
  )

  staffPage(
    app,
    { url: changes, needs: 'admin', schema: { querystring: crmChangesQuery, response: { 200: crmChangesPage } } },
    ({ em, query }) => listChanges(em, query),
  )

  staffRoute(
    app,
    {
      url: `${changes}/export`,
      needs: 'admin',
      needsProof: true,
      schema: { body: exportRequest, response: { 201: exportReply } },
    },
    async (request, reply) => {
      const exported = await exportChanges(request.em, request.body.confirm_count, signedIn(request))
      return answer(request, reply.code(201), changes, exported)
    },
  )

  staffRoute(
    app,
    {
      url: `${changes}/export_batches/:id/undo`,
      needs: 'admin',
      schema: { params: byId, response: { 200: exportReply } },
    },
    async (request, reply) =>
      answer(request, reply, changes, await undoExport(request.em, request.params.id, signedIn(request))),
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${changes}/export_batches/:id.csv`,
      needs: 'admin',
      schema: { params: byId },
      handlerTimeout: 10 * 60_000,
    },
    async ({ em, params: { id } }, reply) => {
      const { undone_at } = await findExport(em, id)
      if (undone_at)
        throw new HttpError(409, 'This export was undone: its changes are pending again, or confirmed by the CRM.')
      return sendCsv(reply, `crm-changes-${id}.csv`, exportHeader, exportRows(em, id))
    },
  )
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
