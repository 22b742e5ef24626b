import { sql } from 'kysely'
import { canMove, type ImportStatus } from '@alumni/shared/exchange/import-states'
import { isLossOfConnection, sqlState } from '../../foundations/database/connection-loss.ts'
import type { Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { compare } from '../../foundations/database/rows.ts'
import { findPermanentFault, StorageUnavailableError, StorageFull } from '../../foundations/files/files.ts'
import { ImportRefused } from './definition.ts'
import { readFailureMessages, staleMinutes } from './failure-messages.ts'
import { batchTables } from './import-batch.ts'
import { moveBatch, type BatchRef } from './moves.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'scan-import': BatchRef
    'apply-import': BatchRef
  }
}

export type ImportContext = Pick<Context, 'db' | 'files'>
type JobStatus = 'scanning' | 'running'

const maxAttempts = 3
/** Delays before retries; each retry counts as progress of the batch. */
export const importRetriesMs = [1000, 2000, 3000, 10_000, 30_000, 60_000, 120_000, 240_000, 480_000]
const failureMoves = { scanning: 'scan_failed', running: 'apply_failed' } as const

/** Thrown if another job claimed the batch or a user canceled it. */
export class BatchLost extends Error {}

/**
 * Rethrows temporary errors of `work`, so that the job is retried; other errors fail the batch. Returns undefined if
 * the batch has another status, was lost, or failed for a reason that a user can fix.
 */
export async function runBatch<Result>(
  db: Db,
  ref: BatchRef,
  status: JobStatus,
  work: (fence: number) => Promise<Result>,
): Promise<Result | undefined> {
  const claim = await claimBatch(db, ref, status)
  if (!claim) return undefined
  try {
    if (claim.attempts > maxAttempts)
      throw new ImportRefused((await readFailureMessages(db, ref))[status].workerStopped)
    return await work(claim.fence)
  } catch (error) {
    if (error instanceof BatchLost) return undefined
    const fault = isDatabaseFull(error) ? 'The database has no room left on its disk.' : findPermanentFault(error)
    if (isTemporary(error, status)) {
      const message = fault && `${fault} This continues by itself when there is room again.`
      await revertAttempt(db, ref, claim.fence, message ?? null)
      throw error
    }
    const messages = (await readFailureMessages(db, ref))[status]
    const message = fault ? `${fault} ${messages.stopped}` : messages.unexpected
    const isRefused = error instanceof ImportRefused
    await moveBatch(db, ref, failureMoves[status], { error: isRefused ? error.message : message }, claim.fence)
    if (!isRefused) throw error
    return undefined
  }
}

/** Claims a batch with a new fence, which stops earlier jobs. Returns null if the batch has another status. */
export async function claimBatch(
  db: Db,
  { type, id }: BatchRef,
  status: JobStatus,
): Promise<{ fence: number; attempts: number } | null> {
  const claim = await db
    .updateTable(batchTables[type])
    .set((batch) => ({
      fence: batch('fence', '+', 1),
      attempts: batch('attempts', '+', 1),
      error: null,
      updated_at: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .where('type', '=', type)
    .where('status', '=', status)
    .returning(['fence', 'attempts'])
    .executeTakeFirst()
  return claim ?? null
}

/** Detects errors that the batch did not cause. A full disk is temporary only for a running import. */
function isTemporary(error: unknown, status: JobStatus): boolean {
  if (error instanceof StorageFull || isDatabaseFull(error)) return status === 'running'
  // Class 53 means that PostgreSQL has no memory or connections left.
  const isExhausted = sqlState(error)?.startsWith('53') ?? false
  return isExhausted || isLossOfConnection(error) || error instanceof StorageUnavailableError
}

function isDatabaseFull(error: unknown): boolean {
  return sqlState(error) === '53100'
}

/** Does not count an attempt that ended in a temporary error, unless the database is unavailable. */
async function revertAttempt(db: Db, { type, id }: BatchRef, fence: number, error: string | null): Promise<void> {
  const claimed = { id, fence, attempts: compare('>', 0) }
  await db.update(batchTables[type], claimed, { attempts: sql<number>`attempts - 1`, error }).catch(() => undefined)
}

/**
 * Fails a batch that has made no progress for ten minutes, unless a job has just claimed it. Returns true if the
 * batch's status may differ from `ref.status`.
 */
export async function failIfStale(db: Db, ref: BatchRef & { status: ImportStatus }): Promise<boolean> {
  if (!canMove(ref.status, 'stale')) return false
  const isStale = sql<boolean>`updated_at < now() - make_interval(mins => ${staleMinutes})`.as('is_stale')
  const batch = await db.find(batchTables[ref.type], ['status', 'fence', 'error', isStale], { id: ref.id })
  if (!batch || batch.status !== ref.status) return true
  if (!batch.is_stale) return false
  const messages = await readFailureMessages(db, ref)
  const message = messages[batch.status === 'scanning' ? 'scanning' : 'running'].stale
  const error = [batch.error, message].filter(Boolean).join(' ')
  await moveBatch(db, ref, 'stale', { error }, batch.fence)
  return true
}
