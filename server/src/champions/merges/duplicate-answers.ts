import { sql } from 'kysely'
import { z } from 'zod'
import type { MergeOutcome } from '@alumni/shared/champions/merges'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'

/** A row that PostgreSQL converted to JSON, so that timestamps keep their full precision. */
export type Row = Record<string, unknown>

export const answerTables = ['event_rsvps', 'opportunity_responses'] as const
export type AnswerTable = (typeof answerTables)[number]

type AnswerRule = {
  /** A merge keeps the answer with the greatest weight. */
  weightOf(status: unknown): number
  occupyingStatuses: readonly unknown[]
  lock(db: Db, id: number): Promise<unknown>
  fillPlaces(db: Db, id: number): Promise<void>
  /** Returns the title and the number of taken places minus the limit; 0 or less if not overbooked. */
  countOverbooked(db: Db, id: number): Promise<{ title: string; count: number }>
}
export type AnswerRules = Record<AnswerTable, AnswerRule>

type UniquePerPerson = { column: string; title: { table: string; column: string } }

/** Tables with at most one row per signup and value of `column`. A test checks them against the schema. */
export const uniqueTables = {
  event_rsvps: { column: 'event_id', title: { table: 'events', column: 'title' } },
  opportunity_responses: { column: 'opportunity_id', title: { table: 'opportunities', column: 'title' } },
  community_members: { column: 'community_id', title: { table: 'communities', column: 'name' } },
} as const satisfies Record<string, UniquePerPerson>
export type UniqueTable = keyof typeof uniqueTables
const uniqueTableNames = Object.keys(uniqueTables) as UniqueTable[]

/** An answer or membership to delete, because the same person keeps `remaining`. */
export type DuplicateAnswer = { table: UniqueTable; row: Row; remaining: Row }
type Answer = Pick<DuplicateAnswer, 'table' | 'row'>

/** Best first: highest weight, then the longest wait for waiting-list answers or the latest change for others. */
function compareAnswers(a: Row, b: Row, { weightOf }: AnswerRule): number {
  return (
    weightOf(b.status) - weightOf(a.status) ||
    (a.status === 'waiting' ? compare(a.asked_at, b.asked_at) : compare(b.updated_at, a.updated_at)) ||
    compare(a.id, b.id)
  )
}

/** Compares numbers or texts; timestamps from one database session sort correctly as text. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

/** For each event, opportunity and community, finds a person's answers or memberships except the one to keep. */
export async function findDuplicateAnswers(
  db: Db,
  signups: readonly number[],
  rules: AnswerRules,
): Promise<DuplicateAnswer[]> {
  const duplicates: DuplicateAnswer[] = []
  for (const table of uniqueTableNames) {
    const { column } = uniqueTables[table]
    const compareRows = (a: Row, b: Row) =>
      table === 'community_members' ? compare(a.joined_at, b.joined_at) : compareAnswers(a, b, rules[table])
    const rows = await readRows(db, table, signups)
    for (const group of Map.groupBy(rows, (row) => row[column]).values()) {
      const [best, ...others] = group.toSorted(compareRows)
      duplicates.push(...others.map((row) => ({ table, row, remaining: best! })))
    }
  }
  return duplicates
}

const jsonRow = z.object({ row: z.record(z.string(), z.unknown()) })

export async function readRows(db: Db, table: string, ids: readonly number[], column = 'signup_id'): Promise<Row[]> {
  const rows = await selectRaw(db, jsonRow)`select to_jsonb(t) as row from ${sql.table(table)} t
      where ${sql.ref(column)} = any(${ids}::bigint[]) order by t`
  return rows.map(({ row }) => row)
}

/** Locks the events and opportunities of the answers, in id order to prevent deadlocks. */
export async function lockSubjects(db: Db, answers: readonly Answer[], rules: AnswerRules): Promise<void> {
  for (const table of answerTables) for (const id of subjectIdsOf(table, answers)) await rules[table].lock(db, id)
}

/** Returns the ids of the events or opportunities of the answers in `table`, distinct and in ascending order. */
export function subjectIdsOf(table: AnswerTable, answers: readonly Answer[]): number[] {
  const rows = answers.filter((answer) => answer.table === table).map(({ row }) => row)
  return [...new Set(rows.map((row) => row[uniqueTables[table].column] as number))].toSorted((a, b) => a - b)
}

export async function listAnswersOfSignups(db: Db, signups: readonly number[]): Promise<Answer[]> {
  const answers = []
  for (const table of answerTables) answers.push(...(await readRows(db, table, signups)).map((row) => ({ table, row })))
  return answers
}

/** Deletes the answers and the engagements that were recorded from them. */
export async function deleteDuplicateAnswers(db: Db, duplicates: readonly DuplicateAnswer[]): Promise<void> {
  for (const { table, row } of duplicates) {
    if (row.engagement_id) await db.remove('engagements', { id: row.engagement_id as number })
    const { column } = uniqueTables[table]
    await sql`delete from ${sql.table(table)}
      where signup_id = ${row.signup_id} and ${sql.ref(column)} = ${row[column]}`.execute(db)
  }
}

/** Restores deleted answers with their ids, unless the champion has answered again. */
export async function restoreDuplicateAnswers(db: Db, answers: readonly Answer[]): Promise<void> {
  for (const { table, row } of answers) {
    const restored = table === 'event_rsvps' ? { ...row, engagement_id: null } : row
    await sql`insert into ${sql.table(table)} overriding system value
      select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(restored)})
      on conflict do nothing`.execute(db)
  }
}

/** Gives the places of deleted answers to the waiting list. Returns how many for each event or opportunity. */
export async function fillFreedPlaces(
  db: Db,
  duplicates: readonly DuplicateAnswer[],
  rules: AnswerRules,
): Promise<MergeOutcome['places']> {
  const places: MergeOutcome['places'] = []
  for (const table of answerTables) {
    const { occupyingStatuses, fillPlaces } = rules[table]
    const freed = duplicates.filter(({ row }) => occupyingStatuses.includes(row.status))
    for (const id of subjectIdsOf(table, freed)) {
      const waiting = await countWaiting(db, table, id)
      await fillPlaces(db, id)
      const count = waiting - (await countWaiting(db, table, id))
      if (count > 0) places.push({ what: table, title: await readTitle(db, table, id), count })
    }
  }
  return places
}

async function countWaiting(db: Db, table: AnswerTable, id: number): Promise<number> {
  const waiting = { [uniqueTables[table].column]: id, status: 'waiting' as const }
  return (await db.findAll(table, ['id'], waiting)).length
}

export async function describeDuplicateAnswer(
  db: Db,
  { table, row, remaining }: DuplicateAnswer,
): Promise<MergeOutcome['dropped'][number]> {
  return {
    what: table,
    title: await readTitle(db, table, row[uniqueTables[table].column] as number),
    of: row.signup_id as number,
    was: describeStatus(row),
    kept_of: remaining.signup_id as number,
    kept: describeStatus(remaining),
  }
}

/** Returns the title of the event, opportunity or community that has answers in `table`; '' if it was deleted. */
export async function readTitle(db: Db, table: UniqueTable, id: number): Promise<string> {
  const { title } = uniqueTables[table]
  const [found] = await selectRaw(
    db,
    z.object({ title: z.string() }),
  )`select ${sql.ref(title.column)} as title from ${sql.table(title.table)} where id = ${id}`
  return found?.title ?? ''
}

/** Returns text such as "going with 2 guests", or null for a row without a status. */
export function describeStatus({ status, guests }: Row): string | null {
  if (typeof status !== 'string') return null
  return typeof guests === 'number' && guests > 0
    ? `${status} with ${guests} ${guests === 1 ? 'guest' : 'guests'}`
    : status
}
