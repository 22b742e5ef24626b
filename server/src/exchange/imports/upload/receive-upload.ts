import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../foundations/context.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { ImportRefused } from '../definition.ts'
import { Readable } from 'node:stream'
import { inspectFile, readBeginning } from './inspect-file.ts'
import { readCsv, type CsvRecord } from '../read-csv.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { StaffUser } from '../../../staff/index.ts'
import { refuseWhileActive } from '../batches.ts'
import type { ImportBatch } from '../import-batch.ts'
import { createBatch, orForget, refuseTooLarge, storeFile } from './take-file.ts'

/**
 * Runs `work` on a form with a file that may be large. Throws `HttpError` 413 above the size, 422 with a sentence for a
 * file that `work` refuses, 400 where the upload breaks off.
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
    // The client hears the answer while it still sends; what comes after is read and thrown away.
    request.raw.unpipe()
    request.raw.resume()
    const isBrokenOff = request.raw.destroyed && !request.raw.complete
    if (isBrokenOff || isMalformedForm(error)) throw new HttpError(400, 'The upload was cut off or damaged. Try again.')
    if (error instanceof ImportRefused) throw new HttpError(422, error.message, { fields: { file: error.message } })
    throw error
  }
}

/** Boundaries and part headers around the file. */
const formOverhead = 16 * 1024

export function partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  if (!request.isMultipart())
    throw new HttpError(415, 'Upload the file as multipart/form-data, in a part named "file".')
  return request.parts()
}

/** The form parser's errors have no status and no code. */
function isMalformedForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('statusCode' in error) &&
    /^(Multipart:|Malformed|Unexpected end|Part terminated|Header|The needle)/.test(error.message)
  )
}

/**
 * The header and the records of a file that is read while it comes. Throws `HttpError` 413 above the size,
 * `ImportRefused`.
 */
export async function incomingCsv(
  file: AsyncIterable<Buffer>,
  context: Context,
  size: number,
): Promise<{ header: string[]; records: AsyncGenerator<CsvRecord[]> }> {
  const chunks = limited(file, context)
  const beginning = await readBeginning(chunks)
  const { header, ...format } = inspectFile(beginning)
  async function* whole() {
    yield beginning
    yield* chunks
  }
  return { header, records: readCsv(Readable.from(whole(), { objectMode: false }), format, size, 2) }
}

async function* limited(file: AsyncIterable<Buffer>, context: Context): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    refuseTooLarge(context, size)
    yield chunk
  }
}

/**
 * Takes an uploaded file: checks its beginning, streams it to storage and creates the batch with its scan job. Throws
 * `HttpError` 409 while another batch of the type is active, 413 above the size, 422 with a sentence for a file it
 * cannot take.
 */
export async function receiveUpload(
  request: FastifyRequest,
  context: Context,
  type: ImportType,
  by: StaffUser,
): Promise<ImportBatch> {
  return receiveForm(request, context, async () => {
    await refuseWhileActive(request.db, type)
    return storeAndCreate(request, context, type, by)
  })
}

async function storeAndCreate(
  request: FastifyRequest,
  context: Context,
  type: ImportType,
  by: StaffUser,
): Promise<ImportBatch> {
  const parts = partsOf(request)
  const part = await nextFile(parts)
  if (!part) throw new ImportRefused('The upload contains no file. Choose a CSV file.')
  const stored = await storeFile(request.db, context, type, part.file as AsyncIterable<Buffer>)
  return orForget(context, stored, async () => {
    if (await nextFile(parts)) throw new ImportRefused('The upload contains two files. Upload one at a time.')
    return createBatch(request.db, type, by, fileName(part.filename), stored)
  })
}

async function nextFile(parts: ReturnType<typeof partsOf>): Promise<MultipartFile | undefined> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.type !== 'file') continue
    if (next.value.fieldname === 'file') return next.value
    next.value.file.resume()
  }
  return undefined
}

export function fileName(name: string | undefined): string {
  return (
    (name ?? '')
      .replace(/^.*[\\/]/, '')
      .replaceAll(/[\u0000-\u001f\u007f]/g, '')
      .slice(0, 200) || 'upload.csv'
  )
}
