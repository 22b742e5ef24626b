import type { Keep, ResolveManyReply, ResolveManyRequest } from '@alumni/shared/exchange/crm'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { conflictsWithIds, countOpen, openConflictIds } from './conflicts.ts'
import { resolveConflict } from './resolve.ts'

const maxMs = 10_000

/** Resolves each conflict in a transaction of its own; those that refuse are named. Stops when ten seconds are over, and says where. */
export async function resolveMany(db: Db, request: ResolveManyRequest, by: StaffUser): Promise<ResolveManyReply> {
  if ('ids' in request) return resolveThese(db, [...new Set(request.ids)], request.keep, by)
  const { keep, filter, after, confirm_count } = request
  const open = await countOpen(db, filter, after)
  if (open !== confirm_count)
    throw new HttpError(
      409,
      `There ${open === 1 ? 'is 1 open conflict' : `are ${open} open conflicts`} now, not ${confirm_count}. Look at them again.`,
    )
  const reply: ResolveManyReply = { resolved: 0, refused: [], next: null }
  const start = performance.now()
  for (let last = after; ;) {
    const chunk = await openConflictIds(db, filter, last, 100)
    if (chunk.length === 0) return reply
    const { resolved, refused } = await resolveThese(db, chunk, keep, by)
    reply.resolved += resolved
    reply.refused.push(...refused)
    last = chunk.at(-1)!
    if (performance.now() - start < maxMs) continue
    const left = await countOpen(db, filter, last)
    return left === 0 ? reply : { ...reply, next: { after: last, confirm_count: left } }
  }
}

async function resolveThese(db: Db, ids: readonly number[], keep: Keep, by: StaffUser): Promise<ResolveManyReply> {
  const refusals = new Map<number, string>()
  for (const id of ids) {
    try {
      await resolveConflict(db, id, { keep }, by)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.set(id, error.message)
    }
  }
  const refused = (await conflictsWithIds(db, [...refusals.keys()])).map(({ id, buid, name, field }) => ({
    id,
    buid,
    name,
    field,
    error: refusals.get(id)!,
  }))
  return { resolved: ids.length - refusals.size, refused, next: null }
}
