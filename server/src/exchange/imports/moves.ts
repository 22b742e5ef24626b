import { sql, type Updateable } from 'kysely'
import { canMove, importMoves, type ImportMove, type ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { failureWords } from './failure-words.ts'
import { batchTables } from './import-batch.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'scan-import': BatchRef
    'apply-import': BatchRef
    'sweep-import-files': Record<string, never>
  }
}

export type BatchRef = { type: ImportType; id: number }

/** What may be set along with a move. */
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
 * The one place that writes `status`: makes the move if the batch is in a state that allows it (and, with `fence`, if the
 * caller still holds the batch). False: somebody else was first, nothing was written.
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

/** Takes a batch for a job: raises the fence, so that whoever held it before writes nothing more. Null: it is not in that state. */
export async function claimBatch(
  db: Db,
  { type, id }: BatchRef,
  status: 'scanning' | 'running',
): Promise<{ fence: number; attempts: number } | null> {
  const taken = await db
    .updateTable(batchTables[type])
    .set((batch) => ({ fence: batch('fence', '+', 1), attempts: batch('attempts', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('type', '=', type)
    .where('status', '=', status)
    .returning(['fence', 'attempts'])
    .executeTakeFirst()
  return taken ?? null
}

const staleAfterMinutes = 10

/**
 * Fails a batch that has not moved for ten minutes, unless a job has just taken it. Asked by each status poll. True: the
 * batch may be in another state now than in `ref`, whoever moved it.
 */
export async function failIfStale(db: Db, ref: BatchRef & { status: ImportStatus }): Promise<boolean> {
  if (!canMove(ref.status, 'stale')) return false
  const staleSince = sql<string>`now() - make_interval(mins => ${staleAfterMinutes})`
  const batch = await db
    .selectFrom(batchTables[ref.type])
    .select((batch) => ['status', 'fence', batch('updated_at', '<', staleSince).$castTo<boolean>().as('is_stale')])
    .where('id', '=', ref.id)
    .executeTakeFirst()
  if (!batch || batch.status !== ref.status) return true
  if (!batch.is_stale) return false
  const words = await failureWords(db, ref)
  const sentence = batch.status === 'scanning' ? words.staleScan : words.staleApply
  await moveBatch(db, ref, 'stale', { error: sentence(staleAfterMinutes) }, batch.fence)
  return true
}
