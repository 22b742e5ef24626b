import type { Db } from '../src/foundations/database/db.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { lostOrRepeated, lostEdits, overbooked } from './audit-records.ts'
import { unequalImports } from './audit-imports.ts'
import { misplacedFiles } from './audit-files.ts'
import { gapsInTheLog } from './audit-log.ts'
import { wrongLetters } from './audit-letters.ts'
import { wrongListLetters } from './audit-list-letters.ts'
import { unsettled, wrongStatistics } from './audit-rest.ts'
import { staleIndexes, type Searching } from './audit-indexes.ts'
import { unannounced } from './audit-answers.ts'
import type { Entry } from './history.ts'
import { operationsIn } from './operations.ts'

/**
 * Compares what clients were told with what is on file, once the dust has settled: each finding is a sentence, none is
 * the goal. `searching`: the servers whose index is compared with SQL. `timeoutMs` is how long the queue may take.
 */
export async function audit(
  db: Db,
  files: Files,
  readHistory: () => readonly Entry[],
  { searching, timeoutMs = 120_000 }: { searching: readonly Searching[]; timeoutMs?: number },
): Promise<string[]> {
  const waiting = await unsettled(db, timeoutMs)
  // The history includes what the queue did meanwhile.
  const history = readHistory()
  const operations = operationsIn(history)
  return [
    ...waiting,
    ...(await lostOrRepeated(db, operations)),
    ...(await lostEdits(db, operations)),
    ...(await overbooked(db)),
    ...(await unequalImports(db, files, operations)),
    ...(await misplacedFiles(db, files)),
    ...(await gapsInTheLog(db)),
    ...(await wrongLetters(db, history, operations)),
    ...(await wrongListLetters(db, history)),
    ...(await wrongStatistics(db)),
    ...(await staleIndexes(db, searching)),
    ...unannounced(history),
  ]
}
