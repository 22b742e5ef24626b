import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertKey, assertRange, FileMissing, StorageUnavailableError, StorageFull } from './stored-files.ts'
import type { Files } from './stored-files.ts'

const megabyte = 1024 * 1024

/** Opens a URL such as `s3://bucket/prefix?endpoint=http://host:9000&region=us-east-1`, with the SDK's credentials. */
export function createS3Files(url: string): Files {
  const { client, bucket, prefix } = createClient(new URL(url))
  const objectOf = (key: string) => {
    assertKey(key)
    return { Bucket: bucket, Key: prefix + key }
  }
  return {
    async write(key, stream, { signal } = {}) {
      const target = objectOf(key)
      const { counted, bytes } = createCounter()
      // Four concurrent parts of 8 MB need at most 40 MB of memory. `Upload` removes its parts if the stream fails.
      const upload = new Upload({ client, params: { ...target, Body: counted }, partSize: 8 * megabyte, queueSize: 4 })
      const [piped, uploaded] = await Promise.allSettled([
        pipeline(stream, counted, { signal }),
        destroyOnFailure(counted, upload.done()),
      ])
      if (uploaded.status === 'rejected')
        throw piped.status === 'rejected' && signal?.aborted ? piped.reason : uploaded.reason
      if (signal?.aborted || piped.status === 'rejected') {
        await client.send(new DeleteObjectCommand(target))
        throw piped.status === 'rejected' ? piped.reason : signal?.reason
      }
      return { bytes: bytes() }
    },
    async read(key, range = {}) {
      assertRange(range)
      const { start = 0, end } = range
      const isWhole = start === 0 && end === undefined
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ ...objectOf(key), Range: isWhole ? undefined : `bytes=${start}-${end ?? ''}` }),
        )
        return Body as Readable
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return Readable.from([])
        throw toStorageError(error, key)
      }
    },
    async size(key) {
      const { ContentLength } = await client.send(new HeadObjectCommand(objectOf(key))).catch((error: unknown) => {
        throw toStorageError(error, key)
      })
      return ContentLength ?? 0
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)))
    },
    async *list(olderThan) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && LastModified < olderThan) yield Key.slice(prefix.length)
        }
      }
    },
    async removeUnfinished(olderThan) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
      const outdated = Uploads.filter(({ Initiated }) => Initiated && Initiated < olderThan)
      for (const { Key, UploadId } of outdated)
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      return outdated.length
    },
  }
}

function createClient(url: URL) {
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const path = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  const client = new S3Client({
    endpoint,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    forcePathStyle: endpoint !== undefined,
    // Stores other than Amazon's may not support the SDK's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without timeouts, a request on a lost connection would wait forever.
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000 },
  })
  // As an `initialize` step with high priority, this runs outside the client's own retries.
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        if (statusOf(error) === 507) throw new StorageFull(error)
        throw isUnavailable(error) ? new StorageUnavailableError(error) : error
      }),
    { step: 'initialize', priority: 'high' },
  )
  return { client, bucket: url.hostname, prefix: path ? `${path}/` : '' }
}

function statusOf(error: unknown): number {
  return (error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 0
}

function isUnavailable(error: unknown): boolean {
  const { name, code = '' } = error as { name?: string; code?: string }
  const status = statusOf(error)
  return (
    status >= 500 ||
    status === 429 ||
    name === 'RequestTimeTooSkewed' ||
    name === 'TimeoutError' ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code)
  )
}

function createCounter() {
  let sum = 0
  const counted = new Transform({
    highWaterMark: megabyte,
    transform(chunk: Buffer, _encoding, callback) {
      sum += chunk.length
      callback(null, chunk)
    },
  })
  return { counted, bytes: () => sum }
}

/** Destroys the source stream when the upload fails; otherwise the stream would wait forever for a reader. */
async function destroyOnFailure(source: Readable, upload: Promise<unknown>): Promise<void> {
  await upload.catch((error: Error) => {
    source.destroy(error)
    throw error
  })
}

function toStorageError(error: unknown, key: string): unknown {
  const isMissing = error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')
  return isMissing ? new FileMissing(key) : error
}
