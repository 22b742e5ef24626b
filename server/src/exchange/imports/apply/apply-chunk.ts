import { IsolationLevel } from '@mikro-orm/core'
import { sql } from 'kysely'
import { noCounts, type FieldChange, type ImportCounts } from '@alumni/shared/exchange/imports'
import { sqlState } from '../../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { openCrmChangeExists } from '../crm-protection.ts'
import type { Decision } from '../decide.ts'
import { batchTables } from '../import-batch.ts'
import type { BatchRef } from '../moves.ts'
import type { ReviewedRow } from '../row.ts'
import { describeDatabaseRefusal } from '../write-records.ts'
import type { LockedBatch, OutcomeDescriptions, RowApplier } from '../write-records.ts'

export type Chunk = { rows: ReviewedRow[]; nextByte: number }

export type ApplyContext = RowApplier & { db: Db; ref: BatchRef; fence: number }

/**
 * Applies a chunk in one transaction. Returns false and changes nothing if the batch is no longer running or another
 * job has claimed it. Retries after conflicts with concurrent changes, and row by row if PostgreSQL rejects a row.
 */
export async function applyChunk(context: ApplyContext, chunk: Chunk): Promise<boolean> {
  let rowByRow = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(context.db, (db) => applyOnce({ ...context, db }, chunk, rowByRow), {
        isolationLevel: IsolationLevel.REPEATABLE_READ,
      })
    } catch (error) {
      const isConflict = sqlState(error) === '40001' || sqlState(error) === '40P01'
      if (!isConflict && (rowByRow || !describeDatabaseRefusal(error))) throw error
      if (attempt >= maxAttempts) throw error
      rowByRow ||= !isConflict
    }
  }
}

const maxAttempts = 10

async function applyOnce(
  { db, ref, fence, applyRows, outcomeDescriptions }: ApplyContext,
  { rows, nextByte }: Chunk,
  rowByRow: boolean,
): Promise<boolean> {
  const batch = await lockBatch(db, ref, fence)
  if (!batch) return false
  const decisions = await applyRows(db, rows, batch, rowByRow)
  await saveDifferences(db, ref, rows, decisions, outcomeDescriptions)
  await saveProgress(db, ref, nextByte, decisions)
  return true
}

/** Locks the batch, so that canceling waits for the chunk. Returns undefined if the job has lost the batch. */
export async function lockBatch(db: Db, ref: BatchRef, fence: number): Promise<LockedBatch | undefined> {
  const owned = { id: ref.id, status: 'running', fence } as const
  return db.find(batchTables[ref.type], [openCrmChangeExists.as('hasOpenCrmChanges')], owned, { lock: true })
}

async function saveDifferences(
  db: Db,
  ref: BatchRef,
  reviewed: ReviewedRow[],
  results: Decision[],
  outcomeDescriptions: OutcomeDescriptions,
): Promise<void> {
  const differences = reviewed.flatMap(({ line, ...row }, index) => {
    const { outcome, reason, changes } = results[index]!
    const difference = describeDifference(row, results[index]!, outcomeDescriptions)
    return difference ? [{ line, outcome, reason, difference, changes: JSON.stringify(changes) }] : []
  })
  if (differences.length === 0) return
  const column = <Name extends keyof (typeof differences)[number]>(name: Name) => differences.map((row) => row[name])
  await sql`
    insert into import_row_results (type, batch_id, line, outcome, reason, difference, changes)
    select ${ref.type}, ${ref.id}, *
    from unnest(
      ${column('line')}::int[], ${column('outcome')}::text[], ${column('reason')}::text[],
      ${column('difference')}::text[], ${column('changes')}::jsonb[]
    )
    on conflict (type, batch_id, line) do nothing
  `.execute(db)
}

function describeDifference(
  reviewed: Omit<ReviewedRow, 'line'>,
  { outcome, changes, reason }: Decision,
  outcomeDescriptions: OutcomeDescriptions,
): string | null {
  if (reviewed.outcome !== outcome)
    return `Reviewed as ${outcomeDescriptions[reviewed.outcome][0]}; the data changed in the meantime, so it was ${outcomeDescriptions[outcome][1]}.`
  if (outcome === 'changed' && !hasSameChanges(reviewed.changes ?? [], changes))
    return 'The record changed after the review; these are the changes that were made.'
  return reviewed.reason === reason
    ? null
    : 'The warning differs from the review because the data changed in the meantime.'
}

function hasSameChanges(a: readonly FieldChange[], b: readonly FieldChange[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (change, index) =>
        change.field === b[index]!.field && change.before === b[index]!.before && change.after === b[index]!.after,
    )
  )
}

async function saveProgress(db: Db, ref: BatchRef, nextByte: number, results: Decision[]): Promise<void> {
  const counts: ImportCounts = { ...noCounts, rows: results.length }
  for (const { outcome, reason } of results) {
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (reason !== null && outcome !== 'skipped') counts.warnings++
  }
  await db
    .updateTable(batchTables[ref.type])
    .set((batch) => ({
      next_byte: nextByte,
      next_row: batch('next_row', '+', results.length),
      done: batch('next_row', '+', results.length),
      attempts: 0,
      updated_at: sql`clock_timestamp()`,
      results: sql`results || (
        select jsonb_object_agg(key, coalesce((results ->> key)::int, 0) + value::int)
        from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
      )`,
    }))
    .where('id', '=', ref.id)
    .execute()
}
