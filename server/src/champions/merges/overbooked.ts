import type { UndoOutcome } from '@alumni/shared/champions/merges'
import { answers, answerTables } from '../record/answers.ts'
import type { Db } from '../../foundations/database/db.ts'
import { answeredIds, type AnswerRows } from './locks.ts'

/** The answered events and opportunities that have more people than places. */
export async function overbooked(db: Db, rows: AnswerRows): Promise<UndoOutcome['over']> {
  const over: UndoOutcome['over'] = []
  for (const what of answerTables)
    for (const id of answeredIds(what, rows[what])) {
      const { title, count } = await answers().kinds[what].overbooking(db, id)
      if (count > 0) over.push({ what, title, count })
    }
  return over
}
