import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Context } from '../../../foundations/context.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { enqueue } from '../../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../../staff/index.ts'
import { refuseWhileActive } from '../batches.ts'
import { mapColumns, missingWords, knownAliases } from './columns.ts'
import { batchEntities, type Encoding, type ImportBatch } from '../import-batch.ts'
import { encodingWatch, inspectFile, readBeginning } from './inspect-file.ts'
import { ImportRefused } from '../definition.ts'
import { definitions } from '../types.ts'

type Stored = {
  key: string
  size: number
  lines: number
  encoding: Encoding
  columns: ImportBatch['columns']
  unknown: string[]
}

/**
 * Checks the beginning of a file and streams it to storage, however it comes. Throws `ImportRefused` for a file that
 * cannot be taken and `HttpError` 413 above the size; then nothing is stored.
 */
export async function storeFile(
  db: Db,
  context: Context,
  type: ImportType,
  source: AsyncIterable<Buffer>,
): Promise<Stored> {
  const { files } = context
  const chunks = source[Symbol.asyncIterator]()
  const beginning = await readBeginning(chunks)
  const { encoding: seen, newline, columns, unknown } = await inspectBeginning(db, type, beginning)
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
  await orForget(context, file, () => files.write(file.key, Readable.from(content(), { objectMode: false })))
  return { ...file, encoding: watch.verdict(), columns, unknown }
}

/**
 * Inspects the beginning of a file. Without a required column it is accepted as well, for a person to choose that
 * column, unless it is no table. Throws `ImportRefused`.
 */
export async function inspectBeginning(db: Db, type: ImportType, beginning: Buffer) {
  const { header, hasRows, ...format } = inspectFile(beginning)
  const map = mapColumns(definitions[type], header, await knownAliases(db, type))
  const isTable = hasRows && header.filter(Boolean).length > 1
  if (map.missing.length > 0 && !isTable) throw new ImportRefused(missingWords(map.missing))
  return { ...format, ...map }
}

/** Runs `work` on a stored file, which is removed if that fails. */
export async function orForget<Result>(
  { files }: Context,
  { key }: { key: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await files.remove(key)
    throw error
  }
}

/** The batch of a stored file with its scan job. Throws `HttpError` 409 while another batch of the type is active. */
export async function createBatch(
  db: Db,
  type: ImportType,
  by: StaffUser,
  name: string,
  file: Stored,
): Promise<ImportBatch> {
  try {
    return await transact(db, async (db) => {
      const batch = db.entities.create(batchEntities[type], {
        type,
        status: 'scanning',
        imported_by: by.id,
        file_name: name,
        file_size: file.size,
        file_key: file.key,
        encoding: file.encoding,
        columns: file.columns,
        unknown_columns: file.unknown.map((header) => ({ header, samples: [] })),
        total: Math.max(0, file.lines - 1),
      })
      await db.entities.persist(batch).flush()
      await audit(db, by, 'import.uploaded', `${type}/${batch.id}`, { file_name: name, file_size: file.size })
      await enqueue(db, 'scan-import', { type, id: batch.id })
      return batch
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) await refuseWhileActive(db, type)
    throw error
  }
}

export function refuseTooLarge({ config }: Context, size: number): void {
  if (size > config.MAX_UPLOAD_MB * 1024 * 1024)
    throw new HttpError(
      413,
      `The file is larger than ${config.MAX_UPLOAD_MB} MB. Split it, or ask for a smaller export.`,
    )
}

function occurrences(chunk: Buffer, byte: number): number {
  let count = 0
  for (let index = chunk.indexOf(byte); index >= 0; index = chunk.indexOf(byte, index + 1)) count++
  return count
}
