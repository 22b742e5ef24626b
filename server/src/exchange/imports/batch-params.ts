import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { importType, importTypeNames, type ImportType } from '@alumni/shared/exchange/imports'
import { rowId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { findBatches } from './batches.ts'
import type { ImportBatch } from './import-batch.ts'
import { batchUrl } from './present-batch.ts'

export const typeParams = z.object({ type: importType })
export const batchParams = typeParams.extend({ id: rowId.pipe(z.number().max(2 ** 31 - 1)) })
export async function getBatch(
  db: FastifyRequest['db'],
  { type, id }: { type: ImportType; id: number },
): Promise<ImportBatch> {
  const [batch] = await findBatches(db, type, id)
  if (batch?.type !== type) throw batchNotFound()
  return batch
}

function batchNotFound(): HttpError {
  return new HttpError(404, 'There is no such import.')
}

/**
 * If the batch has another type than the URL, redirects to the right URL. Throws `HttpError` 404, or 409 for a POST if
 * several other types have a batch with this id.
 */
export async function redirectWrongType(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { type, id } = request.params as z.infer<typeof batchParams>
  const [batch, ...others] = await findBatches(request.db, type, id)
  if (!batch) throw batchNotFound()
  if (batch.type === type) return undefined
  if (request.method !== 'POST') return redirectTo(batch, 302)
  if (others.length === 0) return redirectTo(batch, 307)
  const candidates = [batch, ...others]
  const titles = candidates.map(({ type }) => importTypeNames[type].title.toLowerCase()).join(' and ')
  throw new HttpError(
    409,
    `There is no ${importTypeNames[type].title.toLowerCase()} import ${id}, but there are imports with this number of ${titles}. Open the one that you mean.`,
    { body: { links: Object.fromEntries(candidates.map((candidate) => [candidate.type, batchUrl(candidate)])) } },
  )

  function redirectTo({ type: actualType }: ImportBatch, status: 302 | 307): FastifyReply {
    return reply.redirect(request.url.replace(`/${type}/`, `/${actualType}/`), status)
  }
}
