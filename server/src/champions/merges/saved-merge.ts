import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { Attendance } from './attendances.ts'
import type { UniqueTable, Row } from './duplicate-answers.ts'

export type RowChange = { before: Row; after: Row }

export type SavedMerge = {
  /** The survivor comes first. */
  signups: [RowChange, ...RowChange[]]
  /** Duplicate answers and memberships that the merge deleted. */
  doubles: { table: UniqueTable; row: Row }[]
  /** Answers that got a place that the merge freed. */
  placed: (RowChange & { table: UniqueTable })[]
  attendances: Attendance[]
}

export type MergeRow = {
  id: number
  survivor_id: number
  source_ids: number[]
  merged_at: string
  /** Null once personal data has been erased. */
  saved: SavedMerge | null
}

/** Erases personal data from merges, after which they can no longer be undone. */
export async function forgetMerges(
  db: Db,
  signups: readonly number[],
  erased: Readonly<Record<'choices' | 'outcome' | 'saved' | 'undo_outcome', null>>,
): Promise<void> {
  await db
    .updateTable('signup_merges')
    .set(erased)
    .where(sql<boolean>`(survivor_id = any(${signups}::bigint[]) or source_ids && ${signups}::bigint[])`)
    .execute()
}

export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
