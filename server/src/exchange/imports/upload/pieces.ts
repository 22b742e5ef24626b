import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Context } from '../../../foundations/context.ts'
import type { Db } from '../../../foundations/database/db.ts'
import type { Files } from '../../../foundations/files/files.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { readBeginning } from './inspect-file.ts'
import { ImportRefused } from '../definition.ts'
import { inspectBeginning } from './take-file.ts'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { StaffUser } from '../../../staff/index.ts'

/** The most a server loses when it dies; on S3, the size of a request. */
const pieceBytes = 8 * 1024 * 1024
const maxPieces = 10_000
const tooManyPieces =
  'The connection broke so often that the file came in more than 10,000 pieces. Send it again over a more stable one.'

/** The stored pieces of an upload lie in a folder of its own. */
export const piecesFolder = 'uploads'

/**
 * Stores what a request brings of an upload, piece by piece, up to where it breaks off. Two requests may bring the same
 * bytes at once: of each piece the first counts, and the request that comes second is refused. Throws `ImportRefused`
 * for a beginning that is none of a CSV file of the type and for too many pieces, `HttpError` 400 for more than was
 * announced, 409 where another request was faster.
 */
export async function receivePieces(
  db: Db,
  { files }: Context,
  upload: Upload,
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const incoming = untilBreak(body)
  try {
    return await storeAll(db, files, upload, incoming)
  } finally {
    await incoming.chunks.return(undefined)
  }
}

async function storeAll(
  db: Db,
  files: Files,
  upload: Upload,
  incoming: ReturnType<typeof untilBreak>,
): Promise<number> {
  let next: Buffer | undefined
  if (upload.received === 0) {
    next = await readBeginning(incoming.chunks)
    const isTooShort = incoming.isAtEnd && next.length < upload.size
    if (!isTooShort) await inspectBeginning(db, upload.type, next)
  }
  const read = async () => {
    const chunk = next ?? ((await incoming.chunks.next()).value as Buffer | undefined)
    next = undefined
    return chunk
  }
  let { received } = upload
  let pieces = upload.pieces.length
  for (next = await read(); next?.length; next = await read()) {
    if (pieces++ >= maxPieces) throw new ImportRefused(tooManyPieces)
    received += await storePiece(db, files, { ...upload, received }, read)
  }
  if (incoming.problem) throw incoming.problem
  return received
}

async function storePiece(
  db: Db,
  files: Files,
  upload: Upload,
  read: () => Promise<Buffer | undefined>,
): Promise<number> {
  const key = `${piecesFolder}/${upload.id}/${randomUUID()}`
  let size = 0
  async function* content() {
    for (let chunk = await read(); chunk; chunk = size < pieceBytes ? await read() : undefined) {
      size += chunk.length
      if (upload.received + size > upload.size)
        throw new HttpError(400, 'More has arrived than was announced: the file has changed. Start the upload again.')
      yield chunk
    }
  }
  await files.write(key, Readable.from(content(), { objectMode: false }))
  if (await addPiece(db, upload, key, size)) return size
  await files.remove(key)
  throw new HttpError(409, 'Another request has sent this part of the file. Go on from where that one is.')
}

/** Compare and set: a request that was overtaken adds nothing. */
async function addPiece(db: Db, { id, received }: Upload, key: string, size: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_uploads')
    .set({
      received: received + size,
      pieces: sql`pieces || ${JSON.stringify([key])}::jsonb`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('received', '=', received)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends where the sender goes away, so that what came before is stored; `problem` then says why. */
function untilBreak(body: AsyncIterable<Buffer>) {
  const incoming = { problem: undefined as unknown, isAtEnd: false, chunks: read() }
  async function* read(): AsyncGenerator<Buffer, undefined> {
    try {
      yield* body
    } catch (error) {
      incoming.problem = error
    }
    incoming.isAtEnd = true
    return undefined
  }
  return incoming
}

/** The whole of an upload, read from its pieces. */
export async function* contentOf(files: Files, { pieces }: Pick<Upload, 'pieces'>): AsyncGenerator<Buffer> {
  for (const key of pieces) yield* (await files.read(key)) as AsyncIterable<Buffer>
}

export async function removePieces(files: Files, { pieces }: Pick<Upload, 'pieces'>): Promise<void> {
  for (const key of pieces) await files.remove(key)
}

export type Upload = NonNullable<Awaited<ReturnType<typeof selectUpload>>>

/**
 * The upload that this person has begun. Throws `HttpError` 404 for everybody else's, and for one that was forgotten.
 */
export async function findUpload(
  db: Db,
  by: Pick<StaffUser, 'id'>,
  { type, id }: { type: ImportType; id: string },
): Promise<Upload> {
  const upload = await selectUpload(db, by.id, type, id)
  if (!upload) throw new HttpError(404, 'This upload is no longer kept. Start it again.')
  return upload
}

function selectUpload(db: Db, by: number, type: ImportType, id: string) {
  return db.find('import_uploads', ['id', 'type', 'file_name', 'size', 'received', 'pieces', 'batch_id'], {
    id,
    type,
    by_id: by,
  })
}
