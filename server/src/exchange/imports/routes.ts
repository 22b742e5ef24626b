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
  type ImportType,
} from '@alumni/shared/exchange/imports'
import { correctLineRequest } from '@alumni/shared/exchange/import-corrections'
import { assignColumnsRequest, commitRequest } from '@alumni/shared/exchange/import-guards'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { FileMissing } from '../../foundations/files/files.ts'
import { redirectForm } from '../../foundations/http/accept.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions, type StaffUser } from '../../staff/index.ts'
import { readAliases } from './upload/columns.ts'
import { buildStatusReply, findActiveBatch, findLatestBatch, listBatches, readStatusReply } from './batches.ts'
import { readBatchRows } from './review/batch-rows.ts'
import { assignColumns, cancelBatch, commitBatch, removeAlias } from './operations.ts'
import type { ImportBatch } from './import-batch.ts'
import { correctLine } from './review/correct-line.ts'
import { readIssues } from './review/issues.ts'
import { failIfStale } from './run-batch.ts'
import { getBatch, batchParams, typeParams, redirectWrongType } from './batch-params.ts'
import { batchUrl } from './present-batch.ts'
import { definitions } from './types.ts'
import { startUndo } from './undo/start.ts'
import { uploadFile } from './upload/upload-file.ts'
import { onInternal } from '../../foundations/hosts/site.ts'

const home = '/settings/imports'
const uploadMs = 60 * 60_000
const downloadMs = 10 * 60_000
/** A correction scans the whole file again. */
const correctionMs = 2 * 60_000

export async function importRoutes(app: App, context: Context): Promise<void> {
  oldUrlRoutes(app)
  await app.register(multipart, { limits: { files: 5, fields: 20, parts: 25, fileSize: Number.MAX_SAFE_INTEGER } })
  hubRoutes(app, context)
  typeRoutes(app, context)
  batchRoutes(app, context)
  batchActionRoutes(app, context)
}

function hubRoutes(app: App, context: Context): void {
  const hub = actions(app, { url: home, needs: 'admin' })
  hub.page('', { reply: importHub }, async ({ db }) => ({
    types: await Promise.all(
      importTypes.map(async (type) => {
        const batch = await findLatestBatch(db, type)
        return { type, last_batch: batch && (await buildStatusReply(db, batch)) }
      }),
    ),
  }))

  hub.get('/headers', { reply: importHeaders }, async ({ db }) => ({
    max_upload_mb: context.config.MAX_UPLOAD_MB,
    types: await Promise.all(
      importTypes.map(async (type) => {
        const aliases = [...(await readAliases(db, type))]
        return {
          type,
          fields: definitions[type].fields.map(({ name, label, otherNames = [], isRequired = false }) => ({
            names: [
              ...[label, ...otherNames].map(foldHeader),
              ...aliases.flatMap(([header, field]) => (field === name ? [header] : [])),
            ],
            required: isRequired,
          })),
        }
      }),
    ),
  }))
}

function typeRoutes(app: App, context: Context): void {
  const typeActions = actions(app, { url: `${home}/:type`, needs: 'admin', params: typeParams })
  const query = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) })
  typeActions.page('', { query, reply: importTypePage }, async ({ db, params: { type }, query: { page } }) => {
    const active = await findActiveBatch(db, type)
    return {
      type,
      max_upload_mb: context.config.MAX_UPLOAD_MB,
      fields: definitions[type].fields.map(({ name, label, isRequired = false }) => ({
        field: name,
        label,
        required: isRequired,
      })),
      aliases: [...(await readAliases(db, type))].map(([header, field]) => ({ header, field })),
      active: active && (await buildStatusReply(db, active)),
      ...(await listBatches(db, type, page)),
    }
  })
  const uploadTimeouts = { handlerTimeout: uploadMs, config: { bodyTimeoutMs: uploadMs } }
  typeActions.post('', { created: importStatusReply, ...uploadTimeouts }, async ({ request, reply, params, me }) =>
    replyCreated(request, reply, await uploadFile(request, context, params.type, me)),
  )
  typeActions.delete('/aliases', { body: z.object({ header: z.string().max(1000) }) }, ({ db, params, body, me }) =>
    removeAlias(db, params.type, body.header, me),
  )
}

function batchRoutes(app: App, { files }: Context): void {
  const url = `${home}/:type/batches/:id`
  const batchActions = actions(app, { url, needs: 'admin', params: batchParams })
  batchActions.page(
    '',
    { query: importRowsQuery, reply: importBatchPage, preHandler: redirectWrongType },
    async ({ db, params, query }) => {
      const batch = await getBatch(db, params)
      const fields = [
        ...definitions[batch.type].fields.map(({ name, label }) => ({ field: name, label })),
        ...exchangeFields(batch),
      ]
      return { ...(await buildStatusReply(db, batch)), ...(await readBatchRows(db, files, batch, query)), fields }
    },
  )

  batchActions.get('/status', { reply: importStatusReply, preHandler: redirectWrongType }, async ({ db, params }) => {
    const batch = await getBatch(db, params)
    return (await failIfStale(db, batch)) ? readStatusReply(db, batch) : buildStatusReply(db, batch)
  })
  const download = { proof: 'Export the issues', handlerTimeout: downloadMs, preHandler: redirectWrongType }
  batchActions.get('/issues.csv', download, async ({ db, params, reply }) => {
    const batch = await getBatch(db, params)
    if (!batch.manifest_key) throw new HttpError(404, 'This import has no lines to report.')
    const { header, chunks } = await readIssues(files, batch).catch((error: unknown) => {
      throw error instanceof FileMissing ? new HttpError(404, 'The uploaded file is no longer stored.') : error
    })
    return sendCsv(reply, `${batch.type}-${batch.id}-${batch.undoes_id ? 'undo-' : ''}issues.csv`, header, chunks)
  })
}

function batchActionRoutes(app: App, { files }: Context): void {
  const preHandler = redirectWrongType
  const batchActions = actions(app, {
    url: `${home}/:type/batches/:id`,
    needs: 'admin',
    params: batchParams,
    answer: {
      reply: importStatusReply,
      read: async ({ db, params }) => readStatusReply(db, await getBatch(db, params)),
    },
  })
  const action = <Body extends z.ZodType>(
    name: string,
    body: Body,
    work: (db: Db, batch: ImportBatch, by: StaffUser, body: z.infer<Body>) => Promise<void>,
  ) =>
    batchActions.post(
      `/${name}`,
      { body: body.nullish(), preHandler },
      async ({ db, params, me, body, request, reply }) => {
        const batch = await getBatch(db, params)
        await work(db, batch, me, (body ?? {}) as z.infer<Body>)
        return redirectForm(request, reply, batchUrl(batch))
      },
    )
  action('commit', commitRequest, commitBatch)
  action('cancel', z.object({}), cancelBatch)
  action('columns', assignColumnsRequest, (db, batch, user, { columns = {}, day_first }) =>
    assignColumns(db, batch, user, new Map(Object.entries(columns)), day_first),
  )
  const undo = { body: z.object({}).nullish(), created: importStatusReply, proof: 'Undo the import', preHandler }
  batchActions.post('/undo', undo, async ({ db, params, me, request, reply }) =>
    replyCreated(request, reply, await startUndo(db, await getBatch(db, params), me)),
  )
  const correction = { body: correctLineRequest, handlerTimeout: correctionMs, preHandler }
  batchActions.post('/corrections', correction, async ({ db, params, body, me }) =>
    correctLine({ db, files }, await getBatch(db, params), me, body),
  )
}

async function replyCreated(request: FastifyRequest, reply: FastifyReply, batch: ImportBatch): Promise<FastifyReply> {
  const page = batchUrl(batch)
  const redirect = redirectForm(request, reply, page)
  return (
    redirect ??
    reply
      .code(201)
      .header('location', page)
      .send(await readStatusReply(request.db, batch))
  )
}

function exchangeFields({ type, undoes_id }: ImportBatch) {
  if (type !== 'contacts' || !undoes_id) return []
  return [
    { field: 'crm_change', label: 'Change for the CRM' },
    { field: 'crm_conflict', label: 'CRM conflict' },
  ]
}

const oldBases: Record<string, ImportType> = {
  '/settings/contact_imports': 'contacts',
  '/settings/education_imports': 'educations',
  '/settings/area_of_study_imports': 'areas-of-study',
  '/settings/employment_imports': 'employment',
  '/settings/crm/imports': 'contacts',
  '/settings/crm_imports': 'contacts',
}

const pathMappings: [old: RegExp, now: string][] = [
  [/^(new)?$/, ''],
  [/^(\d+)$/, '/batches/$1'],
  [/^(\d+)\/status$/, '/batches/$1/status'],
  [/^(\d+)\/gaps\.csv$/, '/batches/$1/issues.csv'],
]

function oldUrlRoutes(app: App): void {
  const redirectAll = (base: string, mapPath: (rest: string) => string | undefined) => {
    const redirect = (request: FastifyRequest, reply: FastifyReply) => {
      const { '*': rest = '' } = request.params as { '*'?: string }
      const target = mapPath(rest.replace(/\/$/, ''))
      return target === undefined ? reply.callNotFound() : reply.redirect(target, 301)
    }
    app.get(base, { constraints: onInternal }, redirect)
    app.get(`${base}/*`, { constraints: onInternal }, redirect)
  }
  for (const [old, type] of Object.entries(oldBases)) {
    redirectAll(old, (rest) => {
      const found = pathMappings.find(([pattern]) => pattern.test(rest))
      return found && `/settings/imports/${type}${rest.replace(...found)}`
    })
  }
  redirectAll('/settings/alumni', (rest) => (rest === '' ? '/settings/reports/alumni_without_degrees' : undefined))
}
