import type { SignupThing } from '@alumni/shared/champions/merges'
import type { Db } from '../../foundations/database/db.ts'
import { answers, type AnswerTable, answerTables } from '../record/answers.ts'
import type { Signup } from '../record/find-signup.ts'

/** A row as PostgreSQL says it in JSON: with every digit of its times. */
export type Row = Record<string, unknown>

/** A table whose rows point at a signup with `signup_id`, and how a merge treats them. */
export type Pointer = {
  primaryKey: readonly string[]
  /**
   * A person has one row for each value of this column: of several the one that `better` puts first stays, the others
   * are dropped.
   */
  onePer?: { column: string; better: (a: Row, b: Row) => number; title: { table: string; column: string } }
  /** When a row came to be, and when it was last changed: for what happened since a merge. */
  madeAt: string
  changedAt?: string
}

/** Every table with rows that are moved to the survivor. A test holds this list against the schema. */
export const pointers = {
  event_rsvps: {
    primaryKey: ['id'],
    onePer: {
      column: 'event_id',
      better: byWeight('event_rsvps'),
      title: { table: 'events', column: 'title' },
    },
    madeAt: 'created_at',
    changedAt: 'updated_at',
  },
  opportunity_responses: {
    primaryKey: ['id'],
    onePer: {
      column: 'opportunity_id',
      better: byWeight('opportunity_responses'),
      title: { table: 'opportunities', column: 'title' },
    },
    madeAt: 'created_at',
    changedAt: 'updated_at',
  },
  community_members: {
    primaryKey: ['community_id', 'signup_id'],
    onePer: {
      column: 'community_id',
      better: (a, b) => compare(a.joined_at, b.joined_at),
      title: { table: 'communities', column: 'name' },
    },
    madeAt: 'joined_at',
  },
  champion_devices: { primaryKey: ['id'], madeAt: 'created_at' },
  champion_sessions: { primaryKey: ['token_hash'], madeAt: 'created_at' },
  signin_requests: { primaryKey: ['id'], madeAt: 'created_at' },
  email_changes: { primaryKey: ['id'], madeAt: 'created_at' },
  signup_drafts: { primaryKey: ['id'], madeAt: 'created_at' },
  activity_events: { primaryKey: ['id'], madeAt: 'occurred_at' },
  signup_notes: { primaryKey: ['id'], madeAt: 'created_at', changedAt: 'updated_at' },
  signup_letters: { primaryKey: ['id'], madeAt: 'created_at' },
} as const satisfies Partial<Record<SignupThing, Pointer>>
export type PointerTable = keyof typeof pointers
export const pointerTables = Object.keys(pointers) as PointerTable[]
export const pointerOf = (table: PointerTable): Pointer => pointers[table]

/**
 * The answer that means most; of two that wait the one that is further up in the line, of others the one given last.
 */
function byWeight(table: AnswerTable): (a: Row, b: Row) => number {
  const weightOf = ({ status }: Row) => answers().kinds[table].weightOf(status)
  return (a, b) =>
    weightOf(b) - weightOf(a) ||
    (a.status === 'waiting' ? compare(a.asked_at, b.asked_at) : compare(b.updated_at, a.updated_at)) ||
    compare(a.id, b.id)
}

/** Times of one session of PostgreSQL are written alike. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

/**
 * The signups with these ids, deleted ones too, that no one else changes before this transaction ends; in the order of
 * their ids.
 */
export async function lockSignups(db: Db, ids: readonly number[]): Promise<Signup[]> {
  return db.selectFrom('champion_signups').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** The rows of answers, by their table. */
export type AnswerRows = Record<AnswerTable, readonly Row[]>

/**
 * The events and opportunities that were answered: their places are counted true. Before their answers, as whoever
 * answers does it.
 */
export async function lockAnswered(db: Db, rows: AnswerRows): Promise<void> {
  for (const table of answerTables)
    for (const id of answeredIds(table, rows[table])) await answers().kinds[table].lock(db, id)
}

/** Returns the ids that the rows answer, sorted and unique. */
export function answeredIds(table: AnswerTable, rows: readonly Row[]): number[] {
  const { column } = pointerOf(table).onePer!
  return [...new Set(rows.map((row) => row[column] as number))].toSorted((a, b) => a - b)
}
