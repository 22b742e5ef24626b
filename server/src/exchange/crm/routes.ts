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
import { redirectForm } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions } from '../../staff/index.ts'
import { listChanges } from './changes.ts'
import { getConflict, countOpenConflicts, listConflicts } from './conflicts.ts'
import { exportChanges, getExport, undoExport, exportHeader, readExportRows } from './export-batches.ts'
import { buildLoaderFile, buildLoaderColumns } from './loader-rows.ts'
import { resolveConflict, resolveConflicts } from './resolve.ts'
import { reopenConflict } from './reopen-conflict.ts'
import { withdrawChange, withdrawChanges } from './withdraw.ts'

const conflicts = '/settings/crm/conflicts'
const changes = '/settings/crm/crm_changes'
const needs = 'admin'
const proof = 'Export changes for the CRM'
const transferMs = 10 * 60_000

export function crmRoutes(app: App, context: Context): void {
  conflictRoutes(app)
  changeRoutes(app)
  exportRoutes(app, context)
}

function conflictRoutes(app: App): void {
  const list = actions(app, { url: conflicts, needs })
  list.page('', { query: conflictsQuery, reply: conflictsPage }, ({ db, query }) => listConflicts(db, query))
  list.post('', { body: resolveManyRequest, reply: resolveManyReply }, ({ db, body, me }) =>
    resolveConflicts(db, body, me),
  )
  list.get('/open', { reply: openConflictsReply }, async ({ db }) => ({ open: await countOpenConflicts(db) }))
  const conflict = actions(app, { url: `${conflicts}/:id`, needs, params: byId })
  conflict.post('', { body: resolveRequest, reply: crmConflict }, async ({ db, params, body, me, request, reply }) => {
    await resolveConflict(db, params.id, body, me)
    return redirectForm(request, reply, conflicts) ?? getConflict(db, params.id)
  })
  conflict.post('/undo', { reply: crmConflict }, async ({ db, params, me }) => {
    await reopenConflict(db, params.id, me)
    return getConflict(db, params.id)
  })
}

function changeRoutes(app: App): void {
  const list = actions(app, { url: changes, needs })
  list.page('', { query: crmChangesQuery, reply: crmChangesPage }, ({ db, query }) => listChanges(db, query))
  list.post(
    '/export',
    { body: exportRequest, created: exportReply, proof },
    async ({ db, body, me, request, reply }) => {
      const exported = await exportChanges(db, body, me)
      return redirectForm(request, reply, changes) ?? exported
    },
  )
  list.post('/withdrawals', { body: withdrawRequest, reply: withdrawReply }, ({ db, body, me }) =>
    withdrawChanges(db, body.changes, body.reason, me),
  )
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
  const columns = buildLoaderColumns(context.config.CRM_COLUMNS)
  const batch = actions(app, { url: `${changes}/export_batches/:id`, needs, params: byId })
  const file = { proof, handlerTimeout: transferMs }
  batch.post('/undo', { reply: exportReply }, async ({ db, params, me, request, reply }) => {
    const undone = await undoExport(db, params.id, me)
    return redirectForm(request, reply, changes) ?? undone
  })
  batch.get('.csv', file, async ({ db, params: { id }, reply }) => {
    await refuseUndoneExport(db, id)
    return sendCsv(reply, `crm-changes-${id}.csv`, exportHeader, readExportRows(db, id))
  })
  batch.get('/loader.csv', file, async ({ db, params: { id }, reply }) => {
    await refuseUndoneExport(db, id)
    const { header, rows } = await buildLoaderFile(db, id, columns)
    return sendCsv(reply, `crm-loader-${id}.csv`, header, rows, { forPrograms: true })
  })
}

async function refuseUndoneExport(db: Db, id: number): Promise<void> {
  const { undone_at } = await getExport(db, id)
  if (undone_at)
    throw new HttpError(409, 'This export was undone: its changes are pending again, or confirmed by the CRM.')
}
