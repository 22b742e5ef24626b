import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { pointerOf, pointerTables, type PointerTable, type Row } from './pointers.ts'

/** The tables a merge may change: signups, what points at them, and engagements of what they attended. */
export const changedTables = ['engagements', 'champion_signups', ...pointerTables] as const
export type ChangedTable = (typeof changedTables)[number]
export type Snapshot = Record<ChangedTable, Row[]>

/**
 * A row before and after; null where it was not, or is no more. Of a signup both are whole, of other rows what differs.
 */
export type Change = { table: ChangedTable; key: Row; before: Row | null; after: Row | null }

export function primaryKeyOf(table: ChangedTable): readonly string[] {
  return table === 'engagements' || table === 'champion_signups' ? ['id'] : pointerOf(table).primaryKey
}

/** The rows of these signups as they are now; `earlier`: engagements that were theirs then are looked for again. */
export async function takeSnapshot(db: Db, signups: readonly number[], earlier?: Snapshot): Promise<Snapshot> {
  const snapshot = { champion_signups: await rowsWhere(db, 'champion_signups', 'id', signups) } as Snapshot
  for (const table of pointerTables) snapshot[table] = await rowsWhere(db, table, 'signup_id', signups)
  const engagements = [snapshot, ...(earlier ? [earlier] : [])]
    .flatMap(({ event_rsvps }) => event_rsvps.map(({ engagement_id }) => engagement_id as number | null))
    .filter((id) => id !== null)
  snapshot.engagements = await rowsWhere(db, 'engagements', 'id', [...new Set(engagements)])
  return snapshot
}

const jsonRow = z.object({ row: z.record(z.string(), z.unknown()) })

/** The rows of any of the tables as JSON: they have no type in common. */
async function rowsWhere(db: Db, table: string, column: string, ids: readonly number[]): Promise<Row[]> {
  const rows = await selectRaw(
    db,
    jsonRow,
    sql`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = any(${ids}::bigint[]) order by t`,
  )
  return rows.map(({ row }) => row)
}

/** The rows with these keys as they are now, by `keyText`. */
export async function rowsWithKeys(db: Db, table: ChangedTable, keys: readonly Row[]): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map()
  const names = primaryKeyOf(table)
  const rows = await selectRaw(
    db,
    jsonRow,
    sql`select to_jsonb(t) as row from ${sql.table(table)} t
      join jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(keys)}) k using (${sql.join(names.map((name) => sql.ref(name)))})`,
  )
  return new Map(rows.map(({ row }) => [keyText(table, row), row]))
}

export function keyText(table: ChangedTable, row: Row): string {
  return JSON.stringify(primaryKeyOf(table).map((name) => row[name]))
}

/**
 * Returns how the second snapshot differs. A row whose key has the signup in it counts as moved where nothing else
 * differs.
 */
export function changesBetween(earlier: Snapshot, later: Snapshot): Change[] {
  return changedTables.flatMap((table) => {
    const left = new Map(later[table].map((row) => [keyText(table, row), row]))
    const changes: Change[] = []
    const gone: Row[] = []
    for (const before of earlier[table]) {
      const after = left.get(keyText(table, before))
      left.delete(keyText(table, before))
      if (!after) gone.push(before)
      else changes.push(...changeOf(table, before, after))
    }
    for (const before of gone) {
      const after = [...left.values()].find((row) => isMoved(table, before, row))
      if (after) left.delete(keyText(table, after))
      if (after) changes.push(...changeOf(table, before, after))
      else changes.push({ table, key: keyOf(table, before), before, after: null })
    }
    return [
      ...changes,
      ...[...left.values()].map((after) => ({ table, key: keyOf(table, after), before: null, after })),
    ]
  })
}

function changeOf(table: ChangedTable, before: Row, after: Row): Change[] {
  const differing = Object.keys(after).filter((name) => !isEqual(before[name], after[name]))
  if (differing.length === 0) return []
  const names = table === 'champion_signups' ? Object.keys(after) : differing
  return [{ table, key: keyOf(table, after), before: pick(before, names), after: pick(after, names) }]
}

function isMoved(table: ChangedTable, before: Row, after: Row): boolean {
  if (!primaryKeyOf(table).includes('signup_id')) return false
  return isEqual({ ...before, signup_id: 0 }, { ...after, signup_id: 0 })
}

export function keyOf(table: ChangedTable, row: Row): Row {
  return pick(row, primaryKeyOf(table))
}

export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}

/** The tables of pointing rows among these changes. */
export function isPointer(table: ChangedTable): table is PointerTable {
  return table !== 'engagements' && table !== 'champion_signups'
}
