import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'

export type S3 = { endpoint: string; unfinishedParts(): Promise<string[]>; stop(): Promise<void> }

/** Stores objects in `directory`; checks signatures like Amazon. */
export async function startS3(directory: string, bucket: string): Promise<S3> {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const s3rver = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await s3rver.configureBuckets()
  // s3rver would delete the folder with its last object, even while another object is being written.
  const { store } = s3rver
  store.deleteObject = async (bucket, key) => {
    for (const kind of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, kind), { force: true })
  }
  const answer = s3rver.callback()
  const uploads = join(directory, bucket, '._S3rver_uploads')
  const server = createServer(
    (request, reply) => void (replyIfUnsupported(request, reply, uploads) || answer(request, reply)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unfinishedParts: () => readdir(uploads).catch(() => []),
    stop: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  }
}

/** Handles AbortMultipartUpload and ListMultipartUploads, which s3rver does not support. */
function replyIfUnsupported({ method, url = '' }: IncomingMessage, reply: ServerResponse, uploads: string): boolean {
  const { searchParams } = new URL(url, 'http://s3')
  const uploadId = searchParams.get('uploadId')
  if (method === 'DELETE' && uploadId) {
    void rm(join(uploads, uploadId), { recursive: true }).then(
      () => reply.writeHead(204).end(),
      () => reply.writeHead(404).end(),
    )
    return true
  }
  if (method === 'GET' && searchParams.has('uploads')) {
    void listOf(uploads).then((list) => reply.setHeader('content-type', 'application/xml').end(list))
    return true
  }
  return false
}

async function listOf(uploads: string): Promise<string> {
  const ids = await readdir(uploads).catch(() => [])
  const items = ids.map(
    async (id) =>
      `<Upload><Key>${await readFile(join(uploads, id, 'key'), 'utf8')}</Key><UploadId>${id}</UploadId><Initiated>${(await stat(join(uploads, id))).mtime.toISOString()}</Initiated></Upload>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult>${(await Promise.all(items)).join('')}</ListMultipartUploadsResult>`
}
