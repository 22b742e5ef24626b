import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { importType, importTypeNames, type ImportType } from '@alumni/shared/exchange/imports'
import { rowId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { findBatches } from './batches.ts'
import type { ImportBatch } from './import-batch.ts'
import { batchUrl } from './present-batch.ts'

/** The parameters of a type's and of a batch's routes. */
export const ofType = z.object({ type: importType })
export const ofBatch = ofType.extend({
  id: rowId.pipe(z.number().max(2 ** 31 - 1)),
})
export async function batchOf(
  db: FastifyRequest['db'],
  { type, id }: { type: ImportType; id: number },
): Promise<ImportBatch> {
  const [batch] = await findBatches(db, type, id)
  if (batch?.type !== type) throw noSuchBatch()
  return batch
}

function noSuchBatch(): HttpError {
  return new HttpError(404, 'There is no such import.')
}

/**
 * Before a route: a batch asked for under a wrong type is shown under its own. Throws 404 where there is none, and 409 where a POST could
 * mean several: no other batch may be cancelled or committed.
 */
export async function redirectWrongType(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { type, id } = request.params as z.infer<typeof ofBatch>
  const [batch, ...others] = await findBatches(request.db, type, id)
  if (!batch) throw noSuchBatch()
  if (batch.type === type) return undefined
  if (request.method !== 'POST') return redirectTo(batch, 302)
  if (others.length === 0) return redirectTo(batch, 307)
  const candidates = [batch, ...others]
  const named = candidates.map(({ type }) => importTypeNames[type].title.toLowerCase()).join(' and ')
  throw new HttpError(
    409,
    `There is no ${importTypeNames[type].title.toLowerCase()} import ${id}, but there are imports with this number of ${named}. Open the one that you mean.`,
    { body: { links: Object.fromEntries(candidates.map((candidate) => [candidate.type, batchUrl(candidate)])) } },
  )

  function redirectTo({ type: own }: ImportBatch, status: 302 | 307): FastifyReply {
    return reply.redirect(request.url.replace(`/${type}/`, `/${own}/`), status)
  }
}
