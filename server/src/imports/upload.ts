import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ImportType } from '@alumni/shared/imports'
import type { Context } from '../context.ts'
import type { EntityManager } from '../database/orm.ts'
import { enqueue } from '../jobs/queue.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { refuseWhileActive } from './active-batch.ts'
import { knownAliases } from './aliases.ts'
import { mapColumns } from './columns.ts'
import { batchEntities, type Encoding, type ImportBatch } from './import-batch.ts'
import { encodingWatch, inspectFile, readBeginning } from './inspect-file.ts'
import { partsOf, receiveForm, refuseTooLarge } from './receive-form.ts'
import { ImportRefused } from './refusal.ts'
import { definitions } from './types/all.ts'

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
    await refuseWhileActive(request.em, type)
    return storeAndCreate(request, context, type, by)
  })
}

async function storeAndCreate(
  request: FastifyRequest,
  context: Context,
  type: ImportType,
  by: StaffUser,
): Promise<ImportBatch> {
  const { files } = context
  const parts = partsOf(request)
  const part = await nextFile(parts)
  if (!part) throw new ImportRefused('The upload has no file in it. Choose a CSV file.')
  const chunks = (part.file as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const beginning = await readBeginning(chunks)
  const { encoding: seen, newline, header } = inspectFile(beginning)
  const { columns, unknown } = mapColumns(definitions[type], header, await knownAliases(request.em, type))
  const watch = encodingWatch(seen)
  const file = { key: `imports/${randomUUID()}.csv`, size: 0, lines: 0 }
  async function* content() {
    for (let chunk: Buffer | undefined = beginning; chunk; chunk = (await chunks.next()).value as Buffer | undefined) {
      watch.see(chunk)
      file.size += chunk.length
      file.lines += occurrences(chunk, newline === '\r' ? 0x0d : 0x0a)
      refuseTooLarge(context, file.size)
      yield chunk
    }
  }
  try {
    await files.write(file.key, Readable.from(content(), { objectMode: false }))
    if (await nextFile(parts)) throw new ImportRefused('The upload has two files in it. Upload one at a time.')
    return await createBatch(request.em, type, by, {
      ...file,
      name: fileName(part.filename),
      encoding: watch.verdict(),
      columns,
      unknown,
    })
  } catch (error) {
    await files.remove(file.key)
    throw error
  }
}

export async function nextFile(parts: ReturnType<typeof partsOf>): Promise<MultipartFile | undefined> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.type !== 'file') continue
    if (next.value.fieldname === 'file') return next.value
    next.value.file.resume()
  }
  return undefined
}

type Stored = {
  key: string
  size: number
  lines: number
  name: string
  encoding: Encoding
  columns: ImportBatch['columns']
  unknown: string[]
}

async function createBatch(em: EntityManager, type: ImportType, by: StaffUser, file: Stored): Promise<ImportBatch> {
  try {
    return await em.transactional(async (em) => {
      const batch = em.create(batchEntities[type], {
        type,
        status: 'scanning',
        imported_by: by.id,
        file_name: file.name,
        file_size: file.size,
        file_key: file.key,
        encoding: file.encoding,
        columns: file.columns,
        unknown_columns: file.unknown.map((header) => ({ header, samples: [] })),
        total: Math.max(0, file.lines - 1),
      })
      await em.persist(batch).flush()
      await audit(em, by, 'import.uploaded', `${type}/${batch.id}`, { file_name: file.name, file_size: file.size })
      await enqueue(em, 'scan-import', { type, id: batch.id })
      return batch
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) await refuseWhileActive(em.fork(), type)
    throw error
  }
}

function occurrences(chunk: Buffer, byte: number): number {
  let count = 0
  for (let index = chunk.indexOf(byte); index >= 0; index = chunk.indexOf(byte, index + 1)) count++
  return count
}

export function fileName(name: string | undefined): string {
  return (
    (name ?? '')
      .replace(/^.*[\\/]/, '')
      .replaceAll(/[\u0000-\u001f\u007f]/g, '')
      .slice(0, 200) || 'upload.csv'
  )
}
