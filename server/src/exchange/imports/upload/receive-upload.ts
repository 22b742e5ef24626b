import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../foundations/context.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { ImportRefused } from '../definition.ts'
import { readCsv, type CsvRecord } from '../read-csv.ts'
import { inspectFile, readBeginning } from './inspect-file.ts'

/**
 * Runs `work`, which receives an upload. Throws `HttpError` 413 if the upload is too large, 422 if `work` throws
 * `ImportRefused`, and 400 if the upload is interrupted or damaged.
 */
export async function receiveForm<Result>(
  request: FastifyRequest,
  context: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    refuseTooLarge(context, Number(request.headers['content-length'] ?? 0) - formOverhead)
    return await work()
  } catch (error) {
    // Discards the rest of the upload; otherwise a client that is still sending does not receive the reply.
    request.raw.unpipe()
    request.raw.resume()
    const isBrokenOff = request.raw.destroyed && !request.raw.complete
    if (isBrokenOff || isMalformedForm(error)) throw new HttpError(400, 'The upload was cut off or damaged. Try again.')
    if (error instanceof ImportRefused) throw new HttpError(422, error.message, { fields: { file: error.message } })
    throw error
  }
}

/** Bytes for boundaries and part headers. */
const formOverhead = 16 * 1024

function refuseTooLarge({ config }: Context, size: number): void {
  if (size > config.MAX_UPLOAD_MB * 1024 * 1024)
    throw new HttpError(
      413,
      `The file is larger than ${config.MAX_UPLOAD_MB} MB. Split it, or ask for a smaller export.`,
    )
}

/** The form parser's errors have no code, so this matches their messages. */
function isMalformedForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('statusCode' in error) &&
    /^(Multipart:|Malformed|Unexpected end|Part terminated|Header|The needle)/.test(error.message)
  )
}

/** Throws `HttpError` 415 if the request is not a multipart form. */
export function getParts(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  if (!request.isMultipart())
    throw new HttpError(415, 'Upload the file as multipart/form-data, in a part named "file".')
  return request.parts()
}

/** Discards parts that are not a file named `file`. */
export async function findNextFile(parts: ReturnType<typeof getParts>): Promise<MultipartFile | undefined> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.type !== 'file') continue
    if (next.value.fieldname === 'file') return next.value
    next.value.file.resume()
  }
  return undefined
}

export function cleanFileName(name: string | undefined): string {
  return (
    (name ?? '')
      .replace(/^.*[\\/]/, '')
      .replaceAll(/[\u0000-\u001f\u007f]/g, '')
      .slice(0, 200) || 'upload.csv'
  )
}

/** `content` yields the whole file, and throws `HttpError` 413 if the file is too large. */
export async function openUpload(file: AsyncIterable<Buffer>, context: Context) {
  async function* limited() {
    let size = 0
    for await (const chunk of file) {
      size += chunk.length
      refuseTooLarge(context, size)
      yield chunk
    }
  }
  const chunks = limited()
  const beginning = await readBeginning(chunks)
  async function* content() {
    yield beginning
    yield* chunks
  }
  return { beginning, content: content() }
}

type IncomingCsv = { header: string[]; records: AsyncGenerator<CsvRecord[]> }

/** `records` yields groups of `size` records. Throws `ImportRefused`, and `HttpError` 413 if the file is too large. */
export async function openCsvUpload(file: AsyncIterable<Buffer>, context: Context, size: number): Promise<IncomingCsv> {
  const { beginning, content } = await openUpload(file, context)
  const { header, ...format } = inspectFile(beginning)
  return { header, records: readCsv(Readable.from(content, { objectMode: false }), format, size, 2) }
}
