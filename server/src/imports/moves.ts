import { sql } from 'kysely'
import { canMove, importMoves, type ImportMove, type ImportStatus, type ImportType } from '@alumni/shared/imports'
import type { EntityManager } from '../database/orm.ts'
import { batchTables } from './import-batch.ts'

declare module '../jobs/jobs.ts' {
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
  done?: number
  total?: number
  manifest_key?: string
  confirmed_deletes?: number
  unknown_columns?: object
  columns?: object
  refused_columns?: object
}

/**
 * The one place that writes `status`: makes the move if the batch is in a state that allows it (and, with `fence`, if the
 * caller still holds the batch). False: somebody else was first, nothing was written.
 */
export async function moveBatch(
  em: EntityManager,
  { type, id }: BatchRef,
  move: ImportMove,
  fields: MoveFields = {},
  fence?: number,
): Promise<boolean> {
  const { from, to } = importMoves[move]
  const starts = to === 'scanning' || to === 'running'
  const ends = to !== 'review' && !starts
  const set = Object.entries({ ...fields, status: to }).map(
    ([column, value]) =>
      sql`${sql.ref(column)} = ${typeof value === 'object' ? sql`${JSON.stringify(value)}::jsonb` : value}`,
  )
  if (starts)
    set.push(sql`started_at = now(), attempts = 0, done = 0, phase = ${to === 'scanning' ? 'scanning' : 'importing'}`)
  if (to === 'scanning') set.push(sql`counts = null, findings = null, manifest_key = null`)
  if (ends) set.push(sql`finished_at = now()`)
  const { numAffectedRows } = await sql`
    update ${sql.table(batchTables[type])} set ${sql.join(set)}, updated_at = now()
    where id = ${id} and type = ${type} and status = any(${[...from]}::text[]) ${fence === undefined ? sql`` : sql`and fence = ${fence}`}
  `.execute(em.getKysely())
  return numAffectedRows === 1n
}

/** Takes a batch for a job: raises the fence, so that whoever held it before writes nothing more. Null: it is not in that state. */
export async function takeBatch(
  em: EntityManager,
  { type, id }: BatchRef,
  status: 'scanning' | 'running',
): Promise<{ fence: number; attempts: number } | null> {
  const { rows } = await sql<{ fence: number; attempts: number }>`
    update ${sql.table(batchTables[type])} set fence = fence + 1, attempts = attempts + 1, updated_at = now()
    where id = ${id} and type = ${type} and status = ${status} returning fence, attempts
  `.execute(em.getKysely())
  return rows[0] ?? null
}

const staleAfterMinutes = 10

/**
 * Fails a batch that has not moved for ten minutes, unless a job has just taken it. Asked by each status poll. True: the
 * batch may be in another state now than in `ref`, whoever moved it.
 */
export async function failIfStale(em: EntityManager, ref: BatchRef & { status: ImportStatus }): Promise<boolean> {
  if (!canMove(ref.status, 'stale')) return false
  const { rows } = await sql<{ is_stale: boolean; status: ImportStatus; fence: number }>`
    select status, fence, updated_at < now() - make_interval(mins => ${staleAfterMinutes}) as is_stale from ${sql.table(batchTables[ref.type])} where id = ${ref.id}
  `.execute(em.getKysely())
  const batch = rows[0]
  if (!batch || batch.status !== ref.status) return true
  if (!batch.is_stale) return false
  const did = batch.status === 'scanning' ? 'scan' : 'import'
  await moveBatch(
    em,
    ref,
    'stale',
    {
      error: `The ${did} made no progress for ${staleAfterMinutes} minutes and was given up. What was already imported stays. Upload the file again to go on.`,
    },
    batch.fence,
  )
  return true
}
