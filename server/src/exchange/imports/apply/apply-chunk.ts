import { IsolationLevel } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { FieldChange, ImportCounts } from '@alumni/shared/exchange/imports'
import { sqlState } from '../../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import { anyOpenCrmChange } from '../crm-protection.ts'
import type { Decision } from '../decide.ts'
import { batchTables } from '../import-batch.ts'
import type { BatchRef } from '../moves.ts'
import type { ReviewedRow } from '../row.ts'
import { refusalOf, type LockedBatch, type OutcomeWords, type RowsToApply } from '../write-records.ts'

export type Chunk = { rows: ReviewedRow[]; nextByte: number }

/** A batch as the job has it that applies it. */
export type Application = RowsToApply & { db: Db; ref: BatchRef; fence: number }

/**
 * Applies a chunk in one transaction: records, history, results, place in the manifest and heartbeat. False: the batch
 * is no longer ours (cancelled, failed, or taken by another job) and nothing was written. Data that moves meanwhile
 * makes it start over; a row that PostgreSQL refuses makes it start over row by row, so that only that one is lost.
 */
export async function applyChunk(application: Application, chunk: Chunk): Promise<boolean> {
  let rowByRow = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(application.db, (db) => applyIn({ ...application, db }, chunk, rowByRow), {
        isolationLevel: IsolationLevel.REPEATABLE_READ,
      })
    } catch (error) {
      const isMoved = sqlState(error) === '40001' || sqlState(error) === '40P01'
      if (!isMoved && (rowByRow || !refusalOf(error))) throw error
      if (attempt >= maxAttempts) throw error
      rowByRow ||= !isMoved
    }
  }
}

const maxAttempts = 10

async function applyIn(
  { db, ref, fence, applyRows, outcomeWords }: Application,
  { rows, nextByte }: Chunk,
  rowByRow: boolean,
): Promise<boolean> {
  const batch = await lockBatch(db, ref, fence)
  if (!batch) return false
  const decisions = await applyRows(db, rows, batch, rowByRow)
  await saveDifferences(db, ref, rows, decisions, outcomeWords)
  await saveProgress(db, ref, nextByte, decisions)
  return true
}

/** Locks the batch for this chunk, so that a cancel waits for its end. Nothing: it runs no more, or is not ours. */
export async function lockBatch(db: Db, ref: BatchRef, fence: number): Promise<LockedBatch | undefined> {
  return db
    .selectFrom(batchTables[ref.type])
    .select(anyOpenCrmChange.as('hasOpenCrmChanges'))
    .where('id', '=', ref.id)
    .where('status', '=', 'running')
    .where('fence', '=', fence)
    .forUpdate()
    .executeTakeFirst()
}

/** Keeps how results differ from the review. */
async function saveDifferences(
  db: Db,
  ref: BatchRef,
  reviewed: ReviewedRow[],
  results: Decision[],
  words: OutcomeWords,
): Promise<void> {
  const differing = reviewed.flatMap((row, index) => {
    const result = results[index]!
    const difference = differenceOf(row, result, words)
    return difference
      ? [
          {
            line: row.line,
            outcome: result.outcome,
            reason: result.reason,
            difference,
            changes: JSON.stringify(result.changes),
          },
        ]
      : []
  })
  if (differing.length === 0) return
  const column = <Name extends keyof (typeof differing)[number]>(name: Name) => differing.map((row) => row[name])
  await sql`
    insert into import_row_results (type, batch_id, line, outcome, reason, difference, changes)
    select ${ref.type}, ${ref.id}, v.* from unnest(${column('line')}::int[], ${column('outcome')}::text[], ${column('reason')}::text[], ${column('difference')}::text[], ${column('changes')}::jsonb[]) as v
    on conflict (type, batch_id, line) do nothing
  `.execute(db)
}

function differenceOf(
  reviewed: ReviewedRow,
  { outcome, changes, reason }: Decision,
  words: OutcomeWords,
): string | null {
  if (reviewed.outcome !== outcome)
    return `Reviewed as ${words[reviewed.outcome][0]}; the data changed in the meantime, so it was ${words[outcome][1]}.`
  if (outcome === 'changed' && !sameChanges(reviewed.changes ?? [], changes))
    return 'The record changed after the review; these are the changes that were made.'
  return reviewed.reason === reason
    ? null
    : 'The warning differs from the review because the data changed in the meantime.'
}

function sameChanges(a: readonly FieldChange[], b: readonly FieldChange[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (change, index) =>
        change.field === b[index]!.field && change.before === b[index]!.before && change.after === b[index]!.after,
    )
  )
}

async function saveProgress(db: Db, ref: BatchRef, nextByte: number, results: Decision[]): Promise<void> {
  const counts: Omit<ImportCounts, 'deletes'> = {
    rows: results.length,
    new: 0,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    warnings: 0,
  }
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
      results: sql`results || (select jsonb_object_agg(key, coalesce((results ->> key)::int, 0) + value::int) from jsonb_each_text(${JSON.stringify({ ...counts, deletes: 0 })}::jsonb))`,
    }))
    .where('id', '=', ref.id)
    .execute()
}
