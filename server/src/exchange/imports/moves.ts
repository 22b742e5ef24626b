import { sql, type Updateable } from 'kysely'
import { canMove, importMoves, type ImportMove, type ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportType } from '@alumni/shared/exchange/imports'
import { isLossOfConnection, sqlState } from '../../foundations/database/connection-loss.ts'
import type { Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { findPermanentFault, StorageAway, StorageFull } from '../../foundations/files/files.ts'
import { ImportRefused } from './definition.ts'
import { batchTables } from './import-batch.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'scan-import': BatchRef
    'apply-import': BatchRef
    'sweep-import-files': Record<string, never>
  }
}

export type ImportContext = Pick<Context, 'db' | 'files'>
export type BatchRef = { type: ImportType; id: number }

/** Fields that a move may also set. */
export type MoveFields = {
  error?: string
  counts?: object
  results?: object
  findings?: object
  field_counts?: object
  on_file?: number
  done?: number
  total?: number
  manifest_key?: string
  confirmed_deletes?: number
  keeps_before_images?: boolean
  unknown_columns?: object
  columns?: object
  refused_columns?: object
}

/**
 * The one place that writes `status`: makes the move if the batch is in a state that allows it (and, with `fence`, if
 * the caller still holds the batch). False: another caller was first, nothing was written.
 */
export async function moveBatch(
  db: Db,
  { type, id }: BatchRef,
  move: ImportMove,
  fields: MoveFields = {},
  fence?: number,
): Promise<boolean> {
  const { from, to } = importMoves[move]
  const starts = to === 'scanning' || to === 'running'
  const ends = to !== 'review' && !starts
  const { numUpdatedRows } = await db
    .updateTable(batchTables[type])
    .set({ ...asStored(fields), status: to, updated_at: now })
    .$if(starts, (batch) =>
      batch.set({ started_at: now, attempts: 0, done: 0, phase: to === 'scanning' ? 'scanning' : 'importing' }),
    )
    .$if(to === 'scanning', (batch) =>
      batch.set({ counts: null, findings: null, field_counts: null, on_file: null, manifest_key: null }),
    )
    .$if(to === 'review', (batch) => batch.set({ next_row: 0 }))
    .$if(ends, (batch) => batch.set({ finished_at: now }))
    .where('id', '=', id)
    .where('type', '=', type)
    .where('status', 'in', from)
    .$if(fence !== undefined, (batch) => batch.where('fence', '=', fence!))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const now = sql<string>`now()`

/** Objects are written to json columns as JSON text. */
function asStored(fields: MoveFields): Updateable<Tables['contact_import_batches']> {
  return Object.fromEntries(
    Object.entries(fields).map(([column, value]) => [
      column,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )
}

/**
 * Takes a batch for a job: raises the fence, so that whoever held it before writes nothing more. Null: it is not in
 * that state.
 */
export async function claimBatch(
  db: Db,
  { type, id }: BatchRef,
  status: 'scanning' | 'running',
): Promise<{ fence: number; attempts: number } | null> {
  const taken = await db
    .updateTable(batchTables[type])
    .set((batch) => ({
      fence: batch('fence', '+', 1),
      attempts: batch('attempts', '+', 1),
      error: null,
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('type', '=', type)
    .where('status', '=', status)
    .returning(['fence', 'attempts'])
    .executeTakeFirst()
  return taken ?? null
}

/** Another job has the batch now, or it was cancelled: stop without a trace. */
export class BatchLost extends Error {}

const maxAttempts = 3
const waits = 'This continues by itself when there is room again.'
const failures = {
  scanning: { move: 'scan_failed', stopped: 'scanStopsWorker', broke: 'scanBroke', ends: 'scanEnds' },
  running: { move: 'apply_failed', stopped: 'applyStopsWorker', broke: 'applyBroke', ends: 'applyEnds' },
} as const

/**
 * Takes a batch for a job and does its work. What is away for now makes the job start again; so does a full disk once
 * lines are being imported. Anything else fails the batch. Undefined: the batch is not in that state, was lost or has
 * failed.
 */
export async function runBatch<Result>(
  db: Db,
  ref: BatchRef,
  status: 'scanning' | 'running',
  work: (fence: number) => Promise<Result>,
): Promise<Result | undefined> {
  const taken = await claimBatch(db, ref, status)
  if (!taken) return undefined
  const { move, stopped, broke, ends } = failures[status]
  try {
    if (taken.attempts > maxAttempts) throw new ImportRefused((await failureWords(db, ref))[stopped])
    return await work(taken.fence)
  } catch (error) {
    if (error instanceof BatchLost) return undefined
    const reason = isDatabaseFull(error) ? 'The database has no room left on its disk.' : findPermanentFault(error)
    if (isWorthAnotherTry(error, status)) {
      await returnBatch(db, ref, taken.fence, reason ? `${reason} ${waits}` : null)
      throw error
    }
    const words = await failureWords(db, ref)
    const sentence = reason ? `${reason} ${words[ends]}` : words[broke]
    await moveBatch(db, ref, move, { error: error instanceof ImportRefused ? error.message : sentence }, taken.fence)
    if (!(error instanceof ImportRefused)) throw error
    return undefined
  }
}

/** Whether the batch is not at fault and may go on later. */
function isWorthAnotherTry(error: unknown, status: 'scanning' | 'running'): boolean {
  if (error instanceof StorageFull || isDatabaseFull(error)) return status === 'running'
  // 53: PostgreSQL has no memory or no connection left.
  const isExhausted = sqlState(error)?.startsWith('53') ?? false
  return isExhausted || isLossOfConnection(error) || error instanceof StorageAway
}

function isDatabaseFull(error: unknown): boolean {
  return sqlState(error) === '53100'
}

/**
 * Counts an attempt that failed for no fault of the batch as none, and says what it waits for; without a database this
 * is not possible.
 */
async function returnBatch(db: Db, { type, id }: BatchRef, fence: number, error: string | null): Promise<void> {
  await db
    .updateTable(batchTables[type])
    .set((batch) => ({ attempts: batch('attempts', '-', 1), error }))
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('attempts', '>', 0)
    .execute()
    .catch(() => undefined)
}

const staleAfterMinutes = 10
/** Each try makes the batch young again. */
export const importRetriesMs = [1000, 2000, 3000, 10_000, 30_000, 60_000, 120_000, 240_000, 480_000]

/**
 * Fails a batch that has not moved for ten minutes, unless a job has just taken it. Asked by each status poll. True:
 * the batch may be in another state now than in `ref`, whoever moved it.
 */
export async function failIfStale(db: Db, ref: BatchRef & { status: ImportStatus }): Promise<boolean> {
  if (!canMove(ref.status, 'stale')) return false
  const staleSince = sql<string>`now() - make_interval(mins => ${staleAfterMinutes})`
  const batch = await db
    .selectFrom(batchTables[ref.type])
    .select((batch) => [
      'status',
      'fence',
      'error',
      batch('updated_at', '<', staleSince).$castTo<boolean>().as('is_stale'),
    ])
    .where('id', '=', ref.id)
    .executeTakeFirst()
  if (!batch || batch.status !== ref.status) return true
  if (!batch.is_stale) return false
  const words = await failureWords(db, ref)
  const sentence = batch.status === 'scanning' ? words.staleScan : words.staleApply
  const error = [batch.error, sentence(staleAfterMinutes)].filter(Boolean).join(' ')
  await moveBatch(db, ref, 'stale', { error }, batch.fence)
  return true
}

const ofImport = {
  scanStopsWorker:
    'The worker stopped three times while reading the same lines of this file: it was ended, restarted or out of memory. Nothing was changed. Upload the file again; if this happens again, contact support.',
  scanBroke: 'The file could not be scanned because of an unexpected problem. Nothing was changed.',
  applyStopsWorker:
    'The worker stopped three times at the same lines of this import: it was ended, restarted or out of memory. Lines imported before that stay. Upload the file again to continue.',
  applyBroke:
    'The import stopped because of an unexpected problem. Lines already imported stay. Upload the file again to continue.',
  scanEnds: 'The scan was stopped, and nothing was changed. Upload the file again when this is fixed.',
  applyEnds: 'The import was stopped. Lines already imported stay. Upload the file again when this is fixed.',
  staleScan: (minutes: number) =>
    `The scan made no progress for ${minutes} minutes and was stopped. Lines already imported stay. Upload the file again to continue.`,
  staleApply: (minutes: number) =>
    `The import made no progress for ${minutes} minutes and was stopped. Lines already imported stay. Upload the file again to continue.`,
}

const ofUndo: typeof ofImport = {
  scanStopsWorker:
    'The worker stopped three times while reading what this import did: it was ended, restarted or out of memory. Nothing was changed. Undo the import again to continue.',
  scanBroke: 'What this import did could not be read because of an unexpected problem. Nothing was changed.',
  applyStopsWorker:
    'The worker stopped three times at the same records of this undo: it was ended, restarted or out of memory. Records already restored stay that way; undo the import again to continue.',
  applyBroke:
    'The undo stopped because of an unexpected problem. Records already restored stay that way; undo the import again to continue.',
  scanEnds: 'The undo was stopped, and nothing was changed. Undo the import again when this is fixed.',
  applyEnds: 'The undo was stopped. Records already restored stay that way. Undo the import again when this is fixed.',
  staleScan: (minutes) => `Nothing was read for ${minutes} minutes, so the undo was stopped. Nothing was changed.`,
  staleApply: (minutes) =>
    `The undo made no progress for ${minutes} minutes and was stopped. Records already restored stay that way; undo the import again to continue.`,
}

/** Why a batch has failed, in words that fit an import or an undo. */
async function failureWords(db: Db, { type, id }: { type: ImportType; id: number }): Promise<typeof ofImport> {
  const batch = await db.selectFrom(batchTables[type]).select('undoes_id').where('id', '=', id).executeTakeFirst()
  return batch?.undoes_id ? ofUndo : ofImport
}
