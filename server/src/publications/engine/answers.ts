import { DynamicModule, sql, type RawBuilder, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { signupIdsOf, survivorOf, type AnswerTable } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import type { StaffUser } from '../../staff/index.ts'
import { findAnswerers, unknownAnswerer } from './answerers.ts'

type SubjectColumns = { event_rsvps: 'event_id'; opportunity_responses: 'opportunity_id' }
type Answers = {
  event_rsvps: Selectable<Tables['event_rsvps']>
  opportunity_responses: Selectable<Tables['opportunity_responses']>
}
export type Answer<Table extends AnswerTable = AnswerTable> = Answers[Table]
export type AnswerWithPosition<Table extends AnswerTable> = Answer<Table> & { line: number | null }
type Status<Table extends AnswerTable> = Answer<Table>['status']

/** A kind of answer: RSVPs to events, or responses to opportunities. */
export type AnswerKind<
  Table extends AnswerTable = AnswerTable,
  Move extends string = string,
  Moved extends string = string,
> = {
  table: Table
  publicationColumn: SubjectColumns[Table]
  statuses: readonly Status<Table>[]
  moves: Readonly<Record<Move, { from: readonly Status<Table>[]; to: Status<Table> }>>
  /** If merged signups have several answers, the answer with the highest weight counts. */
  weight: Readonly<Record<Status<Table>, number>>
  occupyingStatuses: readonly Status<Table>[]
  /** The move that gives a waiting answer a free place. */
  promoteMove: Move
  notifyPlaced(db: Db, ids: readonly number[]): Promise<void>
  /** The action that staff take instead of deleting or unpublishing, such as `Cancel`. */
  alternativeAction: string
  list: AnswerList<Status<Table>, Moved>
}

export type AnyAnswers = AnswerKind<any, any, any> & { table: AnswerTable }

type AnswerList<Status, Moved extends string> = {
  /** The name of the page property that contains the list, and of the CSV file. */
  name: string
  /** Returns a day; only events attended before it are counted. Null counts all of them. */
  day(record: { starts?: string }): string | null
  query: z.ZodType<{ q?: string | undefined; status?: string | undefined; page: number }>
  page: z.ZodType
  defaultStatus(record: { counts?: Counts }): string
  groups: Readonly<Record<string, readonly Status[]>>
  isByName: boolean
  /** Columns to search in addition to the person's. */
  searchedColumns: readonly string[]
  /** Columns of the list and the CSV file in addition to the person, status and time. */
  columns: readonly string[]
  inFile?: Readonly<Record<string, (value: string) => string>>
  /** Prefix of the columns about the last change by staff, such as `marked` in `marked_at` and `marked_by_id`. */
  changed: Moved
}

/** Selects the current time, not the transaction's start time, so that waiting lists follow the order of locking. */
export const clock = () => sql<string>`clock_timestamp()`

const dynamic = new DynamicModule<Tables>()
type AnswerColumns = { table: AnswerTable; publicationColumn: string }

export const answerTableAs = <Alias extends string>({ table }: AnswerColumns, alias: Alias) =>
  dynamic.table(table).as(alias)

/** The column with the id of the event or opportunity. */
export const subjectColumn = ({ publicationColumn }: AnswerColumns, alias = 'r') =>
  sql.ref<number>(`${alias}.${publicationColumn}`)

type Counts = Record<string, number>

export const hasNoAnswers = (counts: Counts) => Object.values(counts).every((count) => count === 0)

export async function countAnswers(db: Db, kind: AnyAnswers, ids: readonly number[]): Promise<(id: number) => Counts> {
  const found = new Map<number, Counts>()
  const none: Counts = Object.fromEntries(kind.statuses.map((status) => [status, 0]))
  const rows = await db
    .selectFrom(answerTableAs(kind, 'r'))
    .select([subjectColumn(kind).as('id'), 'r.status', ({ fn }) => fn.countAll<number>().as('count')])
    .where(sql<boolean>`${subjectColumn(kind)} = any(${ids}::bigint[])`)
    .groupBy([subjectColumn(kind), 'r.status'])
    .execute()
  for (const { id, status, count } of rows) found.set(id, { ...(found.get(id) ?? none), [status]: count })
  return (id) => found.get(id) ?? none
}

/** Returns a champion’s answers by publication id, including those of merged signups. */
export async function findAnswers<Table extends AnswerTable>(
  db: Db,
  kind: AnswerKind<Table, any>,
  signup: number | null,
  ids: readonly number[],
): Promise<Map<number, AnswerWithPosition<Table>>> {
  if (signup === null || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(answerTableAs(kind, 'r'))
    .selectAll()
    .select([subjectColumn(kind).as('answered'), waitingPosition(kind).as('line')])
    .where(subjectColumn(kind), 'in', ids)
    .where('r.signup_id', 'in', await signupIdsOf(db, signup))
    .orderBy('r.id')
    .execute()
  return new Map(
    byWeight(kind, rows).map(({ answered, ...row }) => [answered, row as object as AnswerWithPosition<Table>]),
  )
}

function byWeight<Row extends { status: string }>({ weight }: AnyAnswers, rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => weight[a.status]! - weight[b.status]!)
}

/** Selects the position of an answer `r` in the waiting list, starting at 1; null if it is not waiting. */
export const waitingPosition = (kind: AnyAnswers) =>
  sql<number | null>`case r.status when 'waiting' then (select count(*)::int from ${sql.table(kind.table)} w
    where ${subjectColumn(kind, 'w')} = ${subjectColumn(kind)} and w.status = 'waiting' and (w.asked_at, w.id) <= (r.asked_at, r.id)) end`

/** Returns an answer's position in the waiting list, starting at 1, or null if the answer is not waiting. */
export async function findWaitingPosition(db: Db, kind: AnyAnswers, id: number): Promise<number | null> {
  const query = db.selectFrom(answerTableAs(kind, 'r')).select(waitingPosition(kind).as('line')).where('r.id', '=', id)
  return (await query.executeTakeFirstOrThrow()).line
}

type OtherColumns<Table extends AnswerTable> = {
  [Column in keyof Answer<Table>]?: Answer<Table>[Column] | RawBuilder<string>
}

/** Moves the answers that may make this move, and returns their ids. No other code writes `status`. */
export async function moveAnswers<Table extends AnswerTable, Move extends string>(
  db: Db,
  kind: AnswerKind<Table, Move>,
  ids: readonly number[],
  move: NoInfer<Move>,
  columns: NoInfer<OtherColumns<Table>> = {},
): Promise<number[]> {
  const { from, to } = kind.moves[move]
  const others: object = columns
  const moved = await db
    .updateTable(answerTableAs(kind, 'r'))
    .set({ status: to, updated_at: sql<string>`now()`, ...others })
    .where(sql<boolean>`r.id = any(${ids}::bigint[])`)
    .where('r.status', 'in', from)
    .returning('r.id')
    .execute()
  return moved.map(({ id }) => id)
}

/** Moves a champion's answers to publication `id`. Returns their former statuses, also of those that did not move. */
export async function moveAnswersOf<Table extends AnswerTable, Move extends string>(
  db: Db,
  kind: AnswerKind<Table, Move>,
  { id, signup }: { id: number; signup: number },
  move: NoInfer<Move>,
): Promise<{ id: number; status: string }[]> {
  const answers = await db
    .selectFrom(answerTableAs(kind, 'r'))
    .select(['r.id', 'r.status'])
    .where(subjectColumn(kind), '=', id)
    .where('r.signup_id', 'in', await signupIdsOf(db, signup))
    .execute()
  const ids = answers.map((answer) => answer.id)
  await moveAnswers(db, kind, ids, move)
  return answers
}

/** Gives free places to the waiting list in order and notifies those who get one. Skips parties that are too large. */
export async function fillPlaces<Table extends AnswerTable, Move extends string>(
  db: Db,
  kind: AnswerKind<Table, Move>,
  id: number,
  free: number,
): Promise<void> {
  if (free <= 0) return
  const waiting = await db
    .selectFrom(answerTableAs(kind, 'r'))
    .select('r.id')
    .select(kind.table === 'event_rsvps' ? sql<number>`1 + r.guests`.as('size') : sql<number>`1`.as('size'))
    .where(subjectColumn(kind), '=', id)
    .where('r.status', '=', 'waiting')
    .where(({ ref }) => sql<boolean>`${survivorOf(ref('r.signup_id'))} is not null`)
    .orderBy('r.asked_at')
    .orderBy('r.id')
    .execute()
  const placedIds: number[] = []
  for (const { id, size } of waiting) {
    if (size > free) continue
    free -= size
    placedIds.push(id)
  }
  await moveAnswers(db, kind, placedIds, kind.promoteMove)
  await kind.notifyPlaced(db, placedIds)
}

export type AnswerToChange<Status> = { id: number; signup_id: number; status: Status; changed_by: string | null }

/** Leaves out ids of answers to other publications. `changed_by` is the staff user who last changed an answer. */
export async function listAnswersToChange<Table extends AnswerTable>(
  db: Db,
  kind: AnswerKind<Table, any>,
  id: number,
  ids: readonly number[],
): Promise<AnswerToChange<Status<Table>>[]> {
  const rows = await db
    .selectFrom(answerTableAs(kind, 'r'))
    .leftJoin('staff_users as u', (join) => join.on('u.id', '=', sql.ref<number>(`r.${kind.list.changed}_by_id`)))
    .select(['r.id', 'r.signup_id', 'r.status', 'u.name as changed_by'])
    .where(subjectColumn(kind), '=', id)
    .where(sql<boolean>`r.id = any(${ids}::bigint[])`)
    .orderBy('r.id')
    .execute()
  return rows as AnswerToChange<Status<Table>>[]
}

/** Builds the columns that record who made a change and when, such as `marked_by_id` and `marked_at`. */
export function buildChangeColumns<Moved extends string>(changed: Moved, user: StaffUser) {
  return { [`${changed}_by_id`]: user.id, [`${changed}_at`]: clock() } as { [Name in `${Moved}_by_id`]: number } & {
    [Name in `${Moved}_at`]: RawBuilder<string>
  }
}

/** Returns the unchanged answers with their authors' names and the reasons. */
export async function describeRefusals<Status>(
  db: Db,
  unchanged: readonly AnswerToChange<Status>[],
  reasonOf: (answer: AnswerToChange<Status>) => string,
): Promise<RefusedAnswers> {
  const people = await findAnswerers(db, unchanged)
  return unchanged.map((answer) => ({
    id: answer.id,
    name: (people.get(answer.signup_id) ?? unknownAnswerer).name,
    error: reasonOf(answer),
  }))
}
