import { compare, isNotNull } from '../foundations/database/rows.ts'
import type { Db } from '../foundations/database/db.ts'
import { countRows } from '../foundations/database/read-page.ts'
import { eventKind } from './events/kind.ts'
import { opportunityKind } from './opportunities/kind.ts'

export { withdrawAnswers } from './champion-answers.ts'
export { skipPastReminders } from './events/reminders.ts'
export { stopRestoredLetters } from './list-letters/stop-restored-letters.ts'

/** Counts the published events that are under way or start within seven days. */
export async function countEventsSoon(db: Db): Promise<number> {
  return countRows(eventKind.list.rows(db, { soon: 'yes', page: 1 }))
}

/** Lists the letters that other users asked an administrator to send. */
export async function listLettersToSend(db: Db, userId: number): Promise<{ id: number }[]> {
  return db.findAll('list_letters', ['id'], {
    status: 'draft',
    requested_at: isNotNull,
    requested_by_id: compare('!=', userId),
  })
}

export async function listOpportunitiesToAnswer(db: Db): Promise<{ id: number }[]> {
  const found = opportunityKind.list.rows(db, { answers: 'new', page: 1 })
  return found.clearSelect().clearOrderBy().select('t.id').execute()
}
