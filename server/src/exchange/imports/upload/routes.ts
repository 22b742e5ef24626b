import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { importStatusReply, importType } from '@alumni/shared/exchange/imports'
import type { App, Context } from '../../../foundations/context.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { signedIn, staffRoute } from '../../../staff/index.ts'
import { reload, refuseWhileActive } from '../batches.ts'
import { batchUrl } from '../present-batch.ts'
import { receiveForm, fileName } from './receive-upload.ts'
import { refuseTooLarge } from './take-file.ts'
import { receivePieces, findUpload } from './pieces.ts'
import { finishUpload, forgetIfRefused, forgetUpload, forgetSurplus } from './finish.ts'

const url = '/settings/imports/:type/uploads'
const ofType = z.object({ type: importType })
const ofUpload = ofType.extend({ id: z.uuid() })
const protocol = 'tus-resumable'
const version = '1.0.0'
const contentType = 'application/offset+octet-stream'
const uploadMs = 60 * 60_000

/**
 * Uploads that survive a lost connection: the tus protocol 1.0 (core, creation, termination), and one request that
 * makes the batch of what has come. The name of the file travels in `Upload-Metadata`, never in an address.
 */
export function uploadRoutes(app: App, context: Context): void {
  // The operation itself reads the body.
  app.addContentTypeParser(contentType, (_request, _body, done) => done(null))
  createAndForget(app, context)
  sendAndAsk(app, context)
  staffRoute(
    app,
    {
      url: `${url}/:id/batch`,
      needs: 'admin',
      schema: { params: ofUpload, response: { 201: importStatusReply } },
      handlerTimeout: uploadMs,
    },
    async (request, reply) => {
      const by = signedIn(request)
      const batch = await receiveForm(request, context, async () =>
        finishUpload(request.db, context, await findUpload(request.db, by, request.params), by),
      )
      return reply
        .code(201)
        .header('location', batchUrl(batch))
        .send(await reload(request.db, batch))
    },
  )
}

function createAndForget(app: App, context: Context): void {
  staffRoute(app, { url, needs: 'admin', schema: { params: ofType } }, async (request, reply) => {
    const { db, params, headers } = request
    speakTus(request, reply)
    const size = wholeNumber(headers['upload-length'])
    if (size === undefined) throw new HttpError(400, 'The header Upload-Length must say how many bytes the file has.')
    if (size === 0) throw new HttpError(422, 'The file is empty.')
    refuseTooLarge(context, size)
    await refuseWhileActive(db, params.type)
    const by = signedIn(request)
    const id = await db.add('import_uploads', {
      type: params.type,
      by_id: by.id,
      file_name: nameIn(headers['upload-metadata']),
      size,
    })
    await forgetSurplus(db, context, by)
    return reply.code(201).header('location', `/settings/imports/${params.type}/uploads/${id}`).send()
  })

  staffRoute(
    app,
    { method: 'DELETE', url: `${url}/:id`, needs: 'admin', schema: { params: ofUpload } },
    async (request, reply) => {
      speakTus(request, reply)
      await forgetUpload(request.db, context, await findUpload(request.db, signedIn(request), request.params))
      return reply.code(204).send()
    },
  )
}

function sendAndAsk(app: App, context: Context): void {
  staffRoute(
    app,
    { method: 'HEAD', url: `${url}/:id`, needs: 'admin', schema: { params: ofUpload } },
    async (request, reply) => {
      speakTus(request, reply)
      const { received, size } = await findUpload(request.db, signedIn(request), request.params)
      return reply.headers({ 'upload-offset': received, 'upload-length': size }).send()
    },
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${url}/:id`,
      needs: 'admin',
      schema: { params: ofUpload },
      handlerTimeout: uploadMs,
      config: { bodyTimeoutMs: uploadMs },
    },
    async (request, reply) => {
      speakTus(request, reply)
      const { db, params, headers } = request
      if (headers['content-type'] !== contentType)
        throw new HttpError(415, `Send the file's bytes as ${contentType}, from the offset on.`)
      const received = await receiveForm(request, context, async () => {
        const upload = await findUpload(db, signedIn(request), params)
        if (wholeNumber(headers['upload-offset']) !== upload.received)
          throw new HttpError(409, `The upload stands at ${upload.received} bytes. Go on from there.`)
        if (upload.received + (wholeNumber(headers['content-length']) ?? 0) > upload.size)
          throw new HttpError(400, 'More is sent than was announced: the file has changed. Start the upload again.')
        // The request itself stays open when the reading ends: its sender is to hear the answer.
        const body = request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
        return forgetIfRefused(db, context, upload, () => receivePieces(db, context, upload, body))
      })
      return reply.code(204).header('upload-offset', received).send()
    },
  )
}

function speakTus({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header(protocol, version)
  if (headers[protocol] !== version)
    throw new HttpError(412, 'Uploads speak version 1.0.0 of the tus protocol.', {
      headers: { 'tus-version': version },
    })
}

function wholeNumber(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** `filename` among the pairs of a key and a value in Base64. */
function nameIn(metadata: string | string[] | undefined): string {
  const pairs = String(metadata ?? '').split(',')
  const [, encoded = ''] = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === 'filename') ?? []
  return fileName(Buffer.from(encoded, 'base64').toString())
}
