import { backupLetters } from './operations/backup/letters.ts'
import { answerLetters } from './publications/engine/answer-letters.ts'
import { contentLetters } from './publications/events/letters.ts'
import { incidentLetters } from './operations/checks/incident-letters.ts'
import { listLetters } from './publications/list-letters/letters.ts'
import type { Composers } from './foundations/mail/letters.ts'
import { protectionLetters } from './operations/protection/letters.ts'
import { opportunityLetters } from './publications/opportunities/letters.ts'
import { championLetters } from './champions/letters.ts'
import { staffLetters } from './staff/accounts/letters.ts'

export const composers: Composers = {
  ...staffLetters,
  ...championLetters,
  ...answerLetters,
  ...opportunityLetters,
  ...contentLetters,
  ...listLetters,
  ...incidentLetters,
  ...protectionLetters,
  ...backupLetters,
}
