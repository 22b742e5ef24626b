import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { Attendance } from './attendances.ts'
import type { UniqueTable, Row } from './doubles.ts'

export type RowChange = { before: Row; after: Row }

/** The changes of a merge, from which it can be undone. */
export type SavedMerge = {
  /** The rows of the signups, the survivor first. */
  signups: [RowChange, ...RowChange[]]
  doubles: { table: UniqueTable; row: Row }[]
  /** Answers that got a place by the merge. */
  placed: (RowChange & { table: UniqueTable })[]
  attendances: Attendance[]
}

export type MergeRow = {
  id: number
  survivor_id: number
  source_ids: number[]
  merged_at: string
  /** Null once the personal data is erased. */
  saved: SavedMerge | null
}

/** Deletes the saved data of merges of erased signups, which then cannot be undone. */
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
