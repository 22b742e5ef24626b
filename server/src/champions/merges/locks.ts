import type { Signup } from '../record/find-signup.ts'
import { answers, answerTables, type AnswerTable } from '../record/answers.ts'
import type { Db } from '../../foundations/database/db.ts'
import { pointerOf, type Row } from './pointers.ts'

/** The signups with these ids, deleted ones too, that nobody else changes before this transaction ends; in the order of their ids. */
export async function lockSignups(db: Db, ids: readonly number[]): Promise<Signup[]> {
  return db.selectFrom('champion_signups').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** The rows of answers, by their table. */
export type AnswerRows = Record<AnswerTable, readonly Row[]>

/** The events and opportunities that were answered: their places are counted true. Before their answers, as whoever answers does it. */
export async function lockAnswered(db: Db, rows: AnswerRows): Promise<void> {
  for (const table of answerTables)
    for (const id of answeredIds(table, rows[table])) await answers().kinds[table].lock(db, id)
}

/** What the rows of a table answer, in the order of the ids. */
export function answeredIds(table: AnswerTable, rows: readonly Row[]): number[] {
  const { column } = pointerOf(table).onePer!
  return [...new Set(rows.map((row) => row[column] as number))].toSorted((a, b) => a - b)
}
