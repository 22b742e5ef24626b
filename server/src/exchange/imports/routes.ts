import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  foldHeader,
  importBatchPage,
  importHeaders,
  importHub,
  importRowsQuery,
  importStatusReply,
  importTypePage,
  importTypes,
} from '@alumni/shared/exchange/imports'
import { correctLineRequest } from '@alumni/shared/exchange/import-corrections'
import { assignColumnsRequest, commitRequest } from '@alumni/shared/exchange/import-guards'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { FileMissing } from '../../foundations/files/files.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions, staffPage, type StaffUser } from '../../staff/index.ts'
import { knownAliases } from './upload/columns.ts'
import { latestBatch, listBatches, present, reload } from './batches.ts'
import { batchRows } from './review/batch-rows.ts'
import { assignColumns, cancelBatch, commitBatch, forgetAlias } from './operations.ts'
import type { ImportBatch } from './import-batch.ts'
import { correctLine } from './review/correct-line.ts'
import { issuesOf } from './review/issues.ts'
import { failIfStale } from './moves.ts'
import { batchOf, ofBatch, ofType, redirectWrongType } from './named-batch.ts'
import { oldImportUrls } from './old-urls.ts'
import { batchUrl } from './present-batch.ts'
import { definitions } from './types.ts'
import { startUndo } from './undo/start.ts'
import { takeFile } from './upload/take-file.ts'

const home = '/settings/imports'
const uploadMs = 60 * 60_000
const downloadMs = 10 * 60_000
/** The file is read again with the correction. */
const correctionMs = 2 * 60_000

/** The imports of CRM files, for administrators. */
export async function importRoutes(app: App, context: Context): Promise<void> {
  oldImportUrls(app)
  await app.register(multipart, { limits: { files: 5, fields: 20, parts: 25, fileSize: Number.MAX_SAFE_INTEGER } })
  hub(app, context)
  typePages(app, context)
  batchPages(app, context)
  batchActions(app, context)
}

function hub(app: App, context: Context): void {
  staffPage(app, { url: home, needs: 'admin', schema: { response: { 200: importHub } } }, async ({ db }) => ({
    types: await Promise.all(
      importTypes.map(async (type) => {
        const batch = await latestBatch(db, type, 'any')
        return { type, last_batch: batch && (await present(db, batch)) }
      }),
    ),
  }))

  actions(app, { url: home, needs: 'admin' }).get('/headers', { reply: importHeaders }, async ({ db }) => ({
    max_upload_mb: context.config.MAX_UPLOAD_MB,
    types: await Promise.all(
      importTypes.map(async (type) => {
        const aliases = [...(await knownAliases(db, type))]
        return {
          type,
          fields: definitions[type].fields.map(({ name, label, also = [], isRequired = false }) => ({
            names: [
              ...[label, ...also].map(foldHeader),
              ...aliases.flatMap(([header, field]) => (field === name ? [header] : [])),
            ],
            required: isRequired,
          })),
        }
      }),
    ),
  }))
}

function typePages(app: App, context: Context): void {
  const typeSchema = {
    params: ofType,
    querystring: z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) }),
    response: { 200: importTypePage },
  }
  staffPage(
    app,
    { url: `${home}/:type`, needs: 'admin', schema: typeSchema },
    async ({ db, params: { type }, query: { page } }) => {
      const active = await latestBatch(db, type, 'active')
      return {
        type,
        max_upload_mb: context.config.MAX_UPLOAD_MB,
        fields: definitions[type].fields.map(({ name, label, isRequired = false }) => ({
          field: name,
          label,
          required: isRequired,
        })),
        aliases: [...(await knownAliases(db, type))].map(([header, field]) => ({ header, field })),
        active: active && (await present(db, active)),
        ...(await listBatches(db, type, page)),
      }
    },
  )

  const ofOneType = actions(app, { url: `${home}/:type`, needs: 'admin', params: ofType })
  const patience = { handlerTimeout: uploadMs, config: { bodyTimeoutMs: uploadMs } }
  ofOneType.post('', { created: importStatusReply, ...patience }, async ({ request, reply, params, me }) => {
    reply.header('vary', 'Accept')
    return replyCreated(request, reply, await takeFile(request, context, params.type, me))
  })
  ofOneType.delete('/aliases', { body: z.object({ header: z.string().max(1000) }) }, ({ db, params, body, me }) =>
    forgetAlias(db, params.type, body.header, me),
  )
}

function batchPages(app: App, { files }: Context): void {
  const url = `${home}/:type/batches/:id`
  staffPage(
    app,
    {
      url,
      needs: 'admin',
      schema: { params: ofBatch, querystring: importRowsQuery, response: { 200: importBatchPage } },
      preHandler: redirectWrongType,
    },
    async ({ db, params, query }) => {
      const batch = await batchOf(db, params)
      const fields = [
        ...definitions[batch.type].fields.map(({ name, label }) => ({ field: name, label })),
        ...exchangeFields(batch),
      ]
      return { ...(await present(db, batch)), ...(await batchRows(db, files, batch, query)), fields }
    },
  )

  const one = actions(app, { url, needs: 'admin', params: ofBatch })
  one.get('/status', { reply: importStatusReply, preHandler: redirectWrongType }, async ({ db, params }) => {
    const batch = await batchOf(db, params)
    return (await failIfStale(db, batch)) ? reload(db, batch) : present(db, batch)
  })
  const download = { proof: 'Export the issues', handlerTimeout: downloadMs, preHandler: redirectWrongType }
  one.get('/issues.csv', download, async ({ db, params, reply }) => {
    const batch = await batchOf(db, params)
    if (!batch.manifest_key) throw new HttpError(404, 'This import has no lines to report.')
    const { header, chunks } = await issuesOf(files, batch).catch((error: unknown) => {
      throw error instanceof FileMissing ? new HttpError(404, 'The uploaded file is no longer stored.') : error
    })
    return sendCsv(reply, `${batch.type}-${batch.id}-${batch.undoes_id ? 'undo-' : ''}issues.csv`, header, chunks)
  })
}

function batchActions(app: App, { files }: Context): void {
  const preHandler = redirectWrongType
  const one = actions(app, {
    url: `${home}/:type/batches/:id`,
    needs: 'admin',
    params: ofBatch,
    answer: { reply: importStatusReply, read: async ({ db, params }) => reload(db, await batchOf(db, params)) },
  })
  const action = <Body extends z.ZodType>(
    name: string,
    body: Body,
    work: (db: Db, batch: ImportBatch, by: StaffUser, body: z.infer<Body>) => Promise<void>,
  ) =>
    one.post(`/${name}`, { body: body.nullish(), preHandler }, async ({ db, params, me, body, request, reply }) => {
      reply.header('vary', 'Accept')
      const batch = await batchOf(db, params)
      await work(db, batch, me, (body ?? {}) as z.infer<Body>)
      return prefersHtml(request.headers.accept) ? reply.redirect(batchUrl(batch), 303) : undefined
    })
  action('commit', commitRequest, commitBatch)
  action('cancel', z.object({}), cancelBatch)
  action('columns', assignColumnsRequest, (db, batch, by, { columns = {}, day_first }) =>
    assignColumns(db, batch, by, new Map(Object.entries(columns)), day_first),
  )
  const undo = { body: z.object({}).nullish(), created: importStatusReply, proof: 'Undo the import', preHandler }
  one.post('/undo', undo, async ({ db, params, me, request, reply }) => {
    reply.header('vary', 'Accept')
    return replyCreated(request, reply, await startUndo(db, await batchOf(db, params), me))
  })
  const correction = { body: correctLineRequest, handlerTimeout: correctionMs, preHandler }
  one.post('/corrections', correction, async ({ db, params, body, me }) =>
    correctLine({ db, files }, await batchOf(db, params), me, body),
  )
}

/** A form is led to the page of its new batch, a client gets the batch. */
async function replyCreated(request: FastifyRequest, reply: FastifyReply, batch: ImportBatch): Promise<FastifyReply> {
  if (prefersHtml(request.headers.accept)) return reply.redirect(batchUrl(batch), 303)
  return reply
    .code(201)
    .header('location', batchUrl(batch))
    .send(await reload(request.db, batch))
}

/** Fields that an undo of contacts may show besides the file's. */
function exchangeFields({ type, undoes_id }: ImportBatch) {
  if (type !== 'contacts' || !undoes_id) return []
  return [
    { field: 'crm_change', label: 'Change for the CRM' },
    { field: 'crm_conflict', label: 'CRM conflict' },
  ]
}
