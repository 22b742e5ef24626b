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
import { FileMissing } from '../../foundations/files/files.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
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

  staffRoute(
    app,
    { method: 'GET', url: `${home}/headers`, needs: 'admin', schema: { response: { 200: importHeaders } } },
    async ({ db }) => ({
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
    }),
  )
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

  const uploadSchema = { params: ofType, response: { 201: importStatusReply } }
  staffRoute(
    app,
    {
      url: `${home}/:type`,
      needs: 'admin',
      schema: uploadSchema,
      handlerTimeout: uploadMs,
      config: { bodyTimeoutMs: uploadMs },
    },
    async (request, reply) => {
      reply.header('vary', 'Accept')
      return replyCreated(request, reply, await takeFile(request, context, request.params.type, signedIn(request)))
    },
  )

  const aliasSchema = { params: ofType, body: z.object({ header: z.string().max(1000) }), response: { 204: z.null() } }
  staffRoute(
    app,
    { method: 'DELETE', url: `${home}/:type/aliases`, needs: 'admin', schema: aliasSchema },
    async (request, reply) => {
      await forgetAlias(request.db, request.params.type, request.body.header, signedIn(request))
      return reply.code(204).send(null)
    },
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

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${url}/status`,
      needs: 'admin',
      schema: { params: ofBatch, response: { 200: importStatusReply } },
      preHandler: redirectWrongType,
    },
    async (request) => {
      const batch = await batchOf(request.db, request.params)
      return (await failIfStale(request.db, batch)) ? reload(request.db, batch) : present(request.db, batch)
    },
  )

  staffRoute(
    app,
    {
      method: 'GET',
      url: `${url}/issues.csv`,
      needs: 'admin',
      needsProof: 'Export the issues',
      schema: { params: ofBatch },
      handlerTimeout: downloadMs,
      preHandler: redirectWrongType,
    },
    async (request, reply) => {
      const batch = await batchOf(request.db, request.params)
      if (!batch.manifest_key) throw new HttpError(404, 'This import has no lines to report.')
      const { header, chunks } = await issuesOf(files, batch).catch((error: unknown) => {
        throw error instanceof FileMissing ? new HttpError(404, 'The uploaded file is no longer stored.') : error
      })
      return sendCsv(reply, `${batch.type}-${batch.id}-${batch.undoes_id ? 'undo-' : ''}issues.csv`, header, chunks)
    },
  )
}

function batchActions(app: App, { files }: Context): void {
  const action = <Body extends z.ZodType>(
    name: string,
    body: Body,
    work: (request: FastifyRequest, batch: ImportBatch, body: z.infer<Body>) => Promise<void>,
  ) =>
    staffRoute(
      app,
      {
        url: `${home}/:type/batches/:id/${name}`,
        needs: 'admin',
        schema: { params: ofBatch, body: body.nullish(), response: { 200: importStatusReply } },
        preHandler: redirectWrongType,
      },
      async (request, reply) => {
        reply.header('vary', 'Accept')
        const batch = await batchOf(request.db, request.params as z.infer<typeof ofBatch>)
        await work(request, batch, (request.body ?? {}) as z.infer<Body>)
        if (prefersHtml(request.headers.accept)) return reply.redirect(batchUrl(batch), 303)
        return reload(request.db, batch)
      },
    )
  action('commit', commitRequest, (request, batch, body) => commitBatch(request.db, batch, signedIn(request), body))
  action('cancel', z.object({}), (request, batch) => cancelBatch(request.db, batch, signedIn(request)))
  staffRoute(
    app,
    {
      url: `${home}/:type/batches/:id/undo`,
      needs: 'admin',
      needsProof: 'Undo the import',
      schema: { params: ofBatch, body: z.object({}).nullish(), response: { 201: importStatusReply } },
      preHandler: redirectWrongType,
    },
    async (request, reply) => {
      reply.header('vary', 'Accept')
      const undo = await startUndo(request.db, await batchOf(request.db, request.params), signedIn(request))
      return replyCreated(request, reply, undo)
    },
  )
  staffRoute(
    app,
    {
      url: `${home}/:type/batches/:id/corrections`,
      needs: 'admin',
      schema: { params: ofBatch, body: correctLineRequest, response: { 200: importStatusReply } },
      handlerTimeout: correctionMs,
      preHandler: redirectWrongType,
    },
    async (request) => {
      const { db, params, body } = request
      const batch = await batchOf(db, params)
      await correctLine({ db, files }, batch, signedIn(request), body)
      return reload(db, batch)
    },
  )
  action('columns', assignColumnsRequest, (request, batch, body) =>
    assignColumns(request.db, batch, signedIn(request), new Map(Object.entries(body.columns ?? {})), body.day_first),
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
