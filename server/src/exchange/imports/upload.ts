import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Context } from '../../foundations/context.ts'
import type { StaffUser } from '../../staff/index.ts'
import { refuseWhileActive } from './active-batch.ts'
import type { ImportBatch } from './import-batch.ts'
import { partsOf, receiveForm } from './receive-form.ts'
import { ImportRefused } from './refusal.ts'
import { createBatch, orForget, storeFile } from './take-file.ts'

/**
 * Takes an uploaded file: checks its beginning, streams it to storage and creates the batch with its scan job. Throws
 * `HttpError` 409 while another batch of the type is active, 413 above the size, 422 with a sentence for a file it cannot take.
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
  if (!part) throw new ImportRefused('The upload has no file in it. Choose a CSV file.')
  const stored = await storeFile(request.db, context, type, part.file as AsyncIterable<Buffer>)
  return orForget(context, stored, async () => {
    if (await nextFile(parts)) throw new ImportRefused('The upload has two files in it. Upload one at a time.')
    return createBatch(request.db, type, by, fileName(part.filename), stored)
  })
}

export async function nextFile(parts: ReturnType<typeof partsOf>): Promise<MultipartFile | undefined> {
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
