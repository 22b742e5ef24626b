import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { Attendance } from './attendances.ts'
import type { UniqueTable, Row } from './doubles.ts'

export type Changed = { before: Row; after: Row }

/** The changes of a merge, so that it can be undone; everything else stays with the signup that it belongs to. */
export type Saved = {
  /** The rows of the signups, the survivor's first. */
  signups: [Changed, ...Changed[]]
  doubles: { table: UniqueTable; row: Row }[]
  /** Answers of the person that the merge has given a place. */
  placed: (Changed & { table: UniqueTable })[]
  attendances: Attendance[]
}

export type MergeRow = {
  id: number
  survivor_id: number
  source_ids: number[]
  merged_at: string
  /** Null once its people were erased. */
  saved: Saved | null
}

/** Deletes what merges of these signups have saved: they can no longer be undone, because their people are erased. */
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

export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
