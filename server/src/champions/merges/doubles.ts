import { sql } from 'kysely'
import { z } from 'zod'
import type { MergeOutcome } from '@alumni/shared/champions/merges'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'

/** A row as JSON from PostgreSQL, with the full precision of its times. */
export type Row = Record<string, unknown>

export const answerTables = ['event_rsvps', 'opportunity_responses'] as const
export type AnswerTable = (typeof answerTables)[number]

/** The rules of one kind of answers, which the publications define. */
type AnswerRule = {
  /** Returns the weight of a status: the heavier of one person's two answers stays. */
  weightOf(status: unknown): number
  /** The statuses of answers that take a place. */
  holding: readonly unknown[]
  /** Locks the event or opportunity until the transaction ends, so that its places are counted correctly. */
  lock(db: Db, id: number): Promise<unknown>
  /** Gives free places to those waiting, in order, and notifies them. */
  fillPlaces(db: Db, id: number): Promise<void>
  /** Returns the title of the event or opportunity, and how many places too many are taken. */
  countOverbooked(db: Db, id: number): Promise<{ title: string; count: number }>
}
export type AnswerRules = Record<AnswerTable, AnswerRule>

type UniquePerPerson = {
  /** A person has at most one row for each value of this column. */
  column: string
  title: { table: string; column: string }
}

/** Tables with at most one row per person and subject; a test compares them with the schema. */
export const uniqueTables = {
  event_rsvps: { column: 'event_id', title: { table: 'events', column: 'title' } },
  opportunity_responses: { column: 'opportunity_id', title: { table: 'opportunities', column: 'title' } },
  community_members: { column: 'community_id', title: { table: 'communities', column: 'name' } },
} as const satisfies Record<string, UniquePerPerson>
export type UniqueTable = keyof typeof uniqueTables
const uniqueTableNames = Object.keys(uniqueTables) as UniqueTable[]

/** A row that duplicates `kept`, another answer of the same person. */
export type Double = { table: UniqueTable; row: Row; kept: Row }

/** Orders the heaviest answer first: of two that wait the earlier one, otherwise the one changed last. */
function compareAnswers(a: Row, b: Row, { weightOf }: AnswerRule): number {
  return (
    weightOf(b.status) - weightOf(a.status) ||
    (a.status === 'waiting' ? compare(a.asked_at, b.asked_at) : compare(b.updated_at, a.updated_at)) ||
    compare(a.id, b.id)
  )
}

/** Compares numbers or texts; PostgreSQL formats all timestamps of a session in the same way, so text order works. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

/** Finds the rows that are duplicates once these signups are one person, each with the row that stays. */
export async function findDoubles(db: Db, signups: readonly number[], rules: AnswerRules): Promise<Double[]> {
  const doubles: Double[] = []
  for (const table of uniqueTableNames) {
    const { column } = uniqueTables[table]
    const better = (a: Row, b: Row) =>
      table === 'community_members' ? compare(a.joined_at, b.joined_at) : compareAnswers(a, b, rules[table])
    const rows = await readRows(db, table, signups)
    for (const same of Map.groupBy(rows, (row) => row[column]).values()) {
      const [best, ...others] = same.toSorted(better)
      doubles.push(...others.map((row) => ({ table, row, kept: best! })))
    }
  }
  return doubles
}

const jsonRow = z.object({ row: z.record(z.string(), z.unknown()) })

/** Reads rows of any table as JSON, since the tables share no type. */
export async function readRows(db: Db, table: string, ids: readonly number[], column = 'signup_id'): Promise<Row[]> {
  const rows = await selectRaw(
    db,
    jsonRow,
    sql`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = any(${ids}::bigint[]) order by t`,
  )
  return rows.map(({ row }) => row)
}

export async function lockAnswered(
  db: Db,
  rows: readonly Pick<Double, 'table' | 'row'>[],
  rules: AnswerRules,
): Promise<void> {
  for (const table of answerTables) for (const id of answeredIds(table, rows)) await rules[table].lock(db, id)
}

export function answeredIds(table: AnswerTable, rows: readonly Pick<Double, 'table' | 'row'>[]): number[] {
  const ofTable = rows.filter((each) => each.table === table)
  return [...new Set(ofTable.map(({ row }) => row[uniqueTables[table].column] as number))].toSorted((a, b) => a - b)
}

export async function listAnswers(db: Db, signups: readonly number[]): Promise<Pick<Double, 'table' | 'row'>[]> {
  const found = []
  for (const table of answerTables) found.push(...(await readRows(db, table, signups)).map((row) => ({ table, row })))
  return found
}

export async function deleteDoubles(db: Db, doubles: readonly Double[]): Promise<void> {
  for (const { table, row } of doubles) {
    if (row.engagement_id) await db.remove('engagements', { id: row.engagement_id as number })
    const { column } = uniqueTables[table]
    await sql`delete from ${sql.table(table)}
      where signup_id = ${row.signup_id} and ${sql.ref(column)} = ${row[column]}`.execute(db)
  }
}

/** Restores deleted rows with their ids, unless the champion has answered again since. */
export async function restoreDoubles(db: Db, doubles: readonly Pick<Double, 'table' | 'row'>[]): Promise<void> {
  for (const { table, row } of doubles) {
    const restored = table === 'event_rsvps' ? { ...row, engagement_id: null } : row
    await sql`insert into ${sql.table(table)} overriding system value
      select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(restored)})
      on conflict do nothing`.execute(db)
  }
}

/** Gives the places of deleted answers to people on the waiting list. */
export async function passOnPlaces(
  db: Db,
  doubles: readonly Double[],
  rules: AnswerRules,
): Promise<MergeOutcome['places']> {
  const places: MergeOutcome['places'] = []
  for (const table of answerTables) {
    const { holding, fillPlaces } = rules[table]
    const freed = doubles.filter(({ row }) => holding.includes(row.status))
    for (const id of answeredIds(table, freed)) {
      const waiting = await countWaiting(db, table, id)
      await fillPlaces(db, id)
      const count = waiting - (await countWaiting(db, table, id))
      if (count > 0) places.push({ what: table, title: await titleOf(db, table, id), count })
    }
  }
  return places
}

async function countWaiting(db: Db, table: AnswerTable, id: number): Promise<number> {
  const waiting = { [uniqueTables[table].column]: id, status: 'waiting' as const }
  return (await db.findAll(table, ['id'], waiting)).length
}

export async function describeDouble(db: Db, { table, row, kept }: Double): Promise<MergeOutcome['dropped'][number]> {
  return {
    what: table,
    title: await titleOf(db, table, row[uniqueTables[table].column] as number),
    of: row.signup_id as number,
    was: describeAnswer(row),
    kept_of: kept.signup_id as number,
    kept: describeAnswer(kept),
  }
}

/** Returns the title of the event, opportunity or community, '' if it was deleted. */
export async function titleOf(db: Db, table: UniqueTable, id: number): Promise<string> {
  const { title } = uniqueTables[table]
  const [found] = await selectRaw(
    db,
    z.object({ title: z.string() }),
    sql`select ${sql.ref(title.column)} as title from ${sql.table(title.table)} where id = ${id}`,
  )
  return found?.title ?? ''
}

/** Formats an answer such as "going with 2 guests"; null for rows without a status. */
export function describeAnswer({ status, guests }: Row): string | null {
  if (typeof status !== 'string') return null
  return typeof guests === 'number' && guests > 0
    ? `${status} with ${guests} ${guests === 1 ? 'guest' : 'guests'}`
    : status
}
