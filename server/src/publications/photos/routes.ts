import { transact } from '../../foundations/database/db.ts'
import multipart from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxPhotoMb, photoFormats, photoReply, type PhotoFormat } from '@alumni/shared/publications/photos'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { FileMissing } from '../../foundations/files/files.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundMessage } from '../../foundations/http/errors.ts'
import { audit, getStaffUser, staffRoute } from '../../staff/index.ts'
import { processPhoto, type ProcessedPhoto } from './process-photo.ts'

const transferMs = 2 * 60_000
const fileParams = z.object({
  file: z.string().regex(/^[0-9a-f]{32}-[1-9]\d{0,3}x[1-9]\d{0,3}-[1-9]\d{0,3}\.(webp|jpg)$/),
})

export async function photoRoutes(app: App, context: Context): Promise<void> {
  const { files } = context
  await app.register(multipart, { limits: { files: 1, fields: 5, parts: 6, fileSize: maxPhotoMb * 1024 * 1024 } })
  const processInTurn = oneAtATime(processPhoto)

  staffRoute(
    app,
    {
      url: '/champion_signups/photos',
      needs: 'staff',
      schema: { response: { 201: photoReply } },
      bodyLimit: (maxPhotoMb + 1) * 1024 * 1024,
      handlerTimeout: transferMs,
      config: { bodyTimeoutMs: transferMs },
    },
    async (request, reply) => {
      const upload = await receive(request)
      const photo = await processInTurn(upload)
      for (const { key, bytes } of photo.files) await files.write(key, Readable.from([bytes]))
      await transact(request.db, async (db) => {
        const user = getStaffUser(request)
        await db.insert('photos', { name: photo.name, bytes: upload.length, created_by_id: user.id })
        await audit(db, user, 'photo.uploaded', `photos/${photo.name}`, { bytes: upload.length })
      })
      return reply.code(201).send({ name: photo.name })
    },
  )

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { file } = request.params as z.output<typeof fileParams>
    const stream = await files.read(`photos/${file}`).catch((error: unknown) => {
      throw error instanceof FileMissing ? new HttpError(404, notFoundMessage) : error
    })
    return reply
      .type(photoFormats[file.split('.')[1] as PhotoFormat])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(stream)
  }
  app.get('/photos/:file', { constraints: onExternal, schema: { params: fileParams } }, send)
  staffRoute(app, { method: 'GET', url: '/photos/:file', needs: 'staff', schema: { params: fileParams } }, send)
}

async function receive(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw new HttpError(415, 'Upload the photo as multipart/form-data, in a part named "file".')
  const part = await request.file().catch((error: { statusCode?: number }) => {
    throw error.statusCode === 413 ? tooLarge() : new HttpError(400, 'The upload could not be read. Try again.')
  })
  if (!part) throw new HttpError(400, 'Upload the photo in a part named "file".')
  return part.toBuffer().catch((error: { code?: string }) => {
    throw error.code === 'FST_REQ_FILE_TOO_LARGE'
      ? tooLarge()
      : new HttpError(400, 'The upload was cut off. Try again.')
  })
}

function tooLarge(): HttpError {
  const message = `This photo is larger than ${maxPhotoMb} MB. Make it smaller, then upload it again.`
  return new HttpError(413, message, { fields: { file: message } })
}

/** Processes one photo at a time to limit memory. */
function oneAtATime(process: (upload: Buffer) => Promise<ProcessedPhoto>): (upload: Buffer) => Promise<ProcessedPhoto> {
  let last: Promise<unknown> = Promise.resolve()
  return (upload) => {
    const result = last.then(() => process(upload))
    last = result.catch(() => undefined)
    return result
  }
}
