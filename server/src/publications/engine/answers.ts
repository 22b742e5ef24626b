import { DynamicModule, sql, type RawBuilder, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { signupIdsOf, survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import type { StaffUser } from '../../staff/index.ts'
import { answerersOf, unknownAnswerer } from './answerers.ts'

type AnswerTables = { event_rsvps: 'event_id'; opportunity_responses: 'opportunity_id' }
export type AnswerTable = keyof AnswerTables
type Answers = {
  event_rsvps: Selectable<Tables['event_rsvps']>
  opportunity_responses: Selectable<Tables['opportunity_responses']>
}
export type Answer<Table extends AnswerTable = AnswerTable> = Answers[Table]
export type AnswerInLine<Table extends AnswerTable> = Answer<Table> & { line: number | null }
type Status<Table extends AnswerTable> = Answer<Table>['status']

/** How one kind of publication is answered: RSVPs to events, responses to opportunities. */
export type AnswerKind<
  Table extends AnswerTable = AnswerTable,
  Move extends string = string,
  Moved extends string = string,
> = {
  table: Table
  /** The column with the id of what is answered. */
  to: AnswerTables[Table]
  statuses: readonly Status<Table>[]
  /** Every move that an answer may make. */
  moves: Readonly<Record<Move, { from: readonly Status<Table>[]; to: Status<Table> }>>
  /** The heavier of two answers counts where the signups of one person were merged. */
  weight: Readonly<Record<Status<Table>, number>>
  /** The statuses that take a place. */
  holding: readonly Status<Table>[]
  /** Whoever waits gets a free place and a notification. */
  givePlace: Move
  notifyPlaced(db: Db, ids: readonly number[]): Promise<void>
  /** The verb for what staff do instead of deleting or unpublishing what has answers, such as `Cancel`. */
  instead: string
  list: AnswerList<Status<Table>, Moved>
}

export type AnyAnswers = AnswerKind<any, any, any> & { table: AnswerTable }

/** How staff see the answers. */
type AnswerList<Status, Moved extends string> = {
  /** The member of the page, and the name of the file. */
  name: string
  /** Returns the day before which events count as earlier ones; null: all of them. */
  day(record: { starts?: string }): string | null
  query: z.ZodType<{ q?: string | undefined; status?: string | undefined; page: number }>
  page: z.ZodType
  /** Returns the list's default filter by status. */
  usual(record: { counts?: Counts }): string
  /** Filters that are several statuses. */
  groups: Readonly<Record<string, readonly Status[]>>
  isByName: boolean
  /** Columns in which words are searched beside those of the person. */
  words: readonly string[]
  /** The columns of a row and the file beside who answered, how and when. */
  columns: readonly string[]
  inFile?: Readonly<Record<string, (value: string) => string>>
  /** Whose columns say who changed it last: `marked` of `marked_at` and `marked_by_id`. */
  changed: Moved
}

/** The time of now, not of the transaction's start: who held the lock first stands first in line. */
export const clock = () => sql<string>`clock_timestamp()`

const dynamic = new DynamicModule<Tables>()
type Where = { table: AnswerTable; to: string }
/** In a query, the table as `r`, with the columns that both have; and its column with the id of what is answered. */
export const answersAs = <Alias extends string>({ table }: Where, alias: Alias) => dynamic.table(table).as(alias)
export const toOf = ({ to }: Where, alias = 'r') => sql.ref<number>(`${alias}.${to}`)

type Counts = Record<string, number>

export const isUnanswered = (counts: Counts) => Object.values(counts).every((count) => count === 0)

/** How many answers in each status publications have, by the id of the publication. */
export async function countAnswers(db: Db, kind: AnyAnswers, ids: readonly number[]): Promise<(id: number) => Counts> {
  const found = new Map<number, Counts>()
  const none: Counts = Object.fromEntries(kind.statuses.map((status) => [status, 0]))
  const rows = await db
    .selectFrom(answersAs(kind, 'r'))
    .select([toOf(kind).as('id'), 'r.status', ({ fn }) => fn.countAll<number>().as('count')])
    .where(sql<boolean>`${toOf(kind)} = any(${ids}::bigint[])`)
    .groupBy([toOf(kind), 'r.status'])
    .execute()
  for (const { id, status, count } of rows) found.set(id, { ...(found.get(id) ?? none), [status]: count })
  return (id) => found.get(id) ?? none
}

/** Returns a champion's answers by publication, each with its place in the waiting line; merged signups count too. */
export async function answersOf<Table extends AnswerTable>(
  db: Db,
  kind: AnswerKind<Table, any>,
  signup: number | null,
  ids: readonly number[],
): Promise<Map<number, AnswerInLine<Table>>> {
  if (signup === null || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(answersAs(kind, 'r'))
    .selectAll()
    .select([toOf(kind).as('answered'), lineOf(kind).as('line')])
    .where(toOf(kind), 'in', ids)
    .where('r.signup_id', 'in', await signupIdsOf(db, signup))
    .orderBy('r.id')
    .execute()
  return new Map(byWeight(kind, rows).map(({ answered, ...row }) => [answered, row as object as AnswerInLine<Table>]))
}

/** Sorts answers, the heaviest last. */
function byWeight<Row extends { status: string }>({ weight }: AnyAnswers, rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => weight[a.status]! - weight[b.status]!)
}

/** In a query of answers as `r`: the place in the waiting line, from 1; null for answers that do not wait. */
export const lineOf = (kind: AnyAnswers) =>
  sql<number | null>`case r.status when 'waiting' then (select count(*)::int from ${sql.table(kind.table)} w
    where ${toOf(kind, 'w')} = ${toOf(kind)} and w.status = 'waiting' and (w.asked_at, w.id) <= (r.asked_at, r.id)) end`

/** The place in the waiting line of one answer. */
export async function placeInLine(db: Db, kind: AnyAnswers, id: number): Promise<number | null> {
  const query = db.selectFrom(answersAs(kind, 'r')).select(lineOf(kind).as('line')).where('r.id', '=', id)
  return (await query.executeTakeFirstOrThrow()).line
}

type Along<Table extends AnswerTable> = { [Column in keyof Answer<Table>]?: Answer<Table>[Column] | RawBuilder<string> }

/**
 * The one place that writes `status` of answers. Answers the ids of those that moved: the status of the others does not
 * allow it, and they stay as they are.
 */
export async function moveAnswers<Table extends AnswerTable, Move extends string>(
  db: Db,
  kind: AnswerKind<Table, Move>,
  ids: readonly number[],
  move: NoInfer<Move>,
  along: NoInfer<Along<Table>> = {},
): Promise<number[]> {
  const { from, to } = kind.moves[move]
  const others: object = along
  const moved = await db
    .updateTable(answersAs(kind, 'r'))
    .set({ status: to, updated_at: sql<string>`now()`, ...others })
    .where(sql<boolean>`r.id = any(${ids}::bigint[])`)
    .where('r.status', 'in', from)
    .returning('r.id')
    .execute()
  return moved.map(({ id }) => id)
}

/** The same for all answers that a champion has given to a publication; answers what they were before. */
export async function takeBack<Table extends AnswerTable, Move extends string>(
  db: Db,
  kind: AnswerKind<Table, Move>,
  { id, signup }: { id: number; signup: number },
  move: NoInfer<Move>,
): Promise<{ id: number; status: string }[]> {
  const mine = await db
    .selectFrom(answersAs(kind, 'r'))
    .select(['r.id', 'r.status'])
    .where(toOf(kind), '=', id)
    .where('r.signup_id', 'in', await signupIdsOf(db, signup))
    .execute()
  const ids = mine.map((answer) => answer.id)
  await moveAnswers(db, kind, ids, move)
  return mine
}

/**
 * Gives free places to those who wait, in their order, and notifies them; parties larger than the room left are passed
 * over.
 */
export async function fillPlaces<Table extends AnswerTable, Move extends string>(
  db: Db,
  kind: AnswerKind<Table, Move>,
  id: number,
  free: number,
): Promise<void> {
  if (free <= 0) return
  const waiting = await db
    .selectFrom(answersAs(kind, 'r'))
    .select('r.id')
    .select(kind.table === 'event_rsvps' ? sql<number>`1 + r.guests`.as('size') : sql<number>`1`.as('size'))
    .where(toOf(kind), '=', id)
    .where('r.status', '=', 'waiting')
    .where(({ ref }) => sql<boolean>`${survivorOf(ref('r.signup_id'))} is not null`)
    .orderBy('r.asked_at')
    .orderBy('r.id')
    .execute()
  const fitting: number[] = []
  for (const { id, size } of waiting) {
    if (size > free) continue
    free -= size
    fitting.push(id)
  }
  await moveAnswers(db, kind, fitting, kind.givePlace)
  await kind.notifyPlaced(db, fitting)
}

export type Chosen<Status> = { id: number; signup_id: number; status: Status; changed_by: string | null }

/** Answers that staff have chosen from those to one publication. */
export async function chosenAnswers<Table extends AnswerTable>(
  db: Db,
  kind: AnswerKind<Table, any>,
  id: number,
  ids: readonly number[],
): Promise<Chosen<Status<Table>>[]> {
  const rows = await db
    .selectFrom(answersAs(kind, 'r'))
    .leftJoin('staff_users as u', (join) => join.on('u.id', '=', sql.ref<number>(`r.${kind.list.changed}_by_id`)))
    .select(['r.id', 'r.signup_id', 'r.status', 'u.name as changed_by'])
    .where(toOf(kind), '=', id)
    .where(sql<boolean>`r.id = any(${ids}::bigint[])`)
    .orderBy('r.id')
    .execute()
  return rows as Chosen<Status<Table>>[]
}

/** The same columns as they are written when staff change an answer. */
export function changedBy<Moved extends string>(changed: Moved, by: StaffUser) {
  return { [`${changed}_by_id`]: by.id, [`${changed}_at`]: clock() } as { [Name in `${Moved}_by_id`]: number } & {
    [Name in `${Moved}_at`]: RawBuilder<string>
  }
}

/** Reports who is unchanged, and why. */
export async function refusalsOf<Status>(
  db: Db,
  left: readonly Chosen<Status>[],
  reasonOf: (answer: Chosen<Status>) => string,
): Promise<RefusedAnswers> {
  const people = await answerersOf(db, left)
  return left.map((answer) => ({
    id: answer.id,
    name: (people.get(answer.signup_id) ?? unknownAnswerer).name,
    error: reasonOf(answer),
  }))
}
