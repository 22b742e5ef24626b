import type { Db } from '../src/foundations/database/db.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { scaleTimeout } from '../testing/machine.ts'
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
 * Compares what clients received with what is stored; returns each finding as a sentence. `searching` are the servers
 * with an index to compare with SQL; `timeoutMs` limits the wait for the queue.
 */
export async function audit(
  db: Db,
  files: Files,
  readHistory: () => readonly Entry[],
  { searching, timeoutMs = scaleTimeout(120_000) }: { searching: readonly Searching[]; timeoutMs?: number },
): Promise<string[]> {
  const waiting = await unsettled(db, timeoutMs)
  // Read after the wait, to include what the queue did.
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
