import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { FastifyRequest } from 'fastify'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Context } from '../../../foundations/context.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { enqueue } from '../../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../../staff/index.ts'
import { refuseWhileActive } from '../batches.ts'
import { ImportRefused } from '../definition.ts'
import { batchEntities, type ImportBatch } from '../import-batch.ts'
import { definitions } from '../types.ts'
import { readAliases, mapColumns, describeMissing } from './columns.ts'
import { createEncodingDetector, inspectFile } from './inspect-file.ts'
import { cleanFileName, findNextFile, openUpload, getParts, receiveForm } from './receive-upload.ts'

/**
 * Stores an uploaded file and creates its batch and scan job. Throws `HttpError` 409 while another batch of the type is
 * active, 413 for a file that is too large, and 422 for a file that cannot be imported.
 */
export async function uploadFile(
  request: FastifyRequest,
  context: Context,
  type: ImportType,
  user: StaffUser,
): Promise<ImportBatch> {
  const { db } = request
  return receiveForm(request, context, async () => {
    await refuseWhileActive(db, type)
    const parts = getParts(request)
    const part = await findNextFile(parts)
    if (!part) throw new ImportRefused('The upload contains no file. Choose a CSV file.')
    const key = `imports/${randomUUID()}.csv`
    try {
      const stored = await storeFile(db, context, type, key, part.file)
      if (await findNextFile(parts)) throw new ImportRefused('The upload contains two files. Upload one at a time.')
      return await createBatch(db, type, user, { file_name: cleanFileName(part.filename), file_key: key, ...stored })
    } catch (error) {
      await context.files.remove(key)
      throw error
    }
  })
}

/** Accepts a table without a required column, because the user can assign a column later. Throws `ImportRefused`. */
async function storeFile(
  db: Db,
  context: Context,
  type: ImportType,
  key: string,
  source: AsyncIterable<Buffer>,
): Promise<Pick<ImportBatch, 'file_size' | 'encoding' | 'columns' | 'unknown_columns' | 'total'>> {
  const { beginning, content } = await openUpload(source, context)
  const { header, hasRows, encoding, newline } = inspectFile(beginning)
  const { columns, unknown, missing } = mapColumns(definitions[type], header, await readAliases(db, type))
  const isTable = hasRows && header.filter(Boolean).length > 1
  if (missing.length > 0 && !isTable) throw new ImportRefused(describeMissing(missing))
  const encodingDetector = createEncodingDetector(encoding)
  let [size, lines] = [0, 0]
  async function* counted() {
    for await (const chunk of content) {
      encodingDetector.add(chunk)
      size += chunk.length
      lines += countByte(chunk, newline === '\r' ? 0x0d : 0x0a)
      yield chunk
    }
  }
  await context.files.write(key, Readable.from(counted(), { objectMode: false }))
  return {
    file_size: size,
    encoding: encodingDetector.result(),
    columns,
    unknown_columns: unknown.map((name) => ({ header: name, samples: [] })),
    total: Math.max(0, lines - 1),
  }
}

async function createBatch(
  db: Db,
  type: ImportType,
  user: StaffUser,
  file: Pick<ImportBatch, 'file_name' | 'file_key'> & Awaited<ReturnType<typeof storeFile>>,
): Promise<ImportBatch> {
  try {
    return await transact(db, async (db) => {
      const batch = db.entities.create(batchEntities[type], { type, status: 'scanning', imported_by: user.id, ...file })
      await db.entities.persist(batch).flush()
      const { file_name, file_size } = file
      await audit(db, user, 'import.uploaded', `${type}/${batch.id}`, { file_name, file_size })
      await enqueue(db, 'scan-import', { type, id: batch.id })
      return batch
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) await refuseWhileActive(db, type)
    throw error
  }
}

function countByte(chunk: Buffer, byte: number): number {
  let count = 0
  for (let index = chunk.indexOf(byte); index >= 0; index = chunk.indexOf(byte, index + 1)) count++
  return count
}
