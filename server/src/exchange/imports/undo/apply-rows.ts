import { transact, type Db } from '../../../foundations/database/db.ts'
import { refusalOf, type Application } from '../apply-chunk.ts'
import { skipped, type Decision } from '../decide.ts'
import type { ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { decideLines, type UndoneLine } from './decide.ts'
import { restoreExchange, undoneExchange } from './exchange.ts'
import { historyLines } from './history-lines.ts'
import { writeUndone, type Undo } from './write.ts'

/** Rows of an undo: decided by what is on file now, and taken back. */
export function rowsOfUndo(
  ref: BatchRef,
  definition: ImportDefinition,
  undoes: number,
): Pick<Application, 'applyRows' | 'outcomeWords'> {
  const undo: Undo = { definition, ref, undone: { type: ref.type, id: undoes } }
  return {
    outcomeWords: {
      new: ['to be brought back', 'brought back'],
      changed: ['to be put back', 'put back'],
      unchanged: ['to be left as it is', 'left as it is'],
      skipped: ['impossible', 'left as it is'],
      removed: ['to be removed', 'removed'],
    },
    async applyRows(db, rows, _held, rowByRow) {
      const decisions = rows.map((row) => skipped(row.reason ?? 'The line was skipped.'))
      const wanted = rows.flatMap((row, index) => (row.outcome === 'skipped' ? [] : [{ index, ...row.undoes! }]))
      const lines = wanted.filter(({ table }) => table === 'record_changes')
      const indexOf = new Map(lines.map(({ id, index }) => [id, index]))
      for (const { line, decision } of await applyLines(db, undo, [...indexOf.keys()], rowByRow))
        decisions[indexOf.get(line.id)!] = decision
      for (const { table, id, index } of wanted)
        if (table !== 'record_changes') decisions[index] = await applyExchange(db, undo, { table, id })
      return decisions
    },
  }
}

async function applyLines(db: Db, undo: Undo, ids: readonly number[], rowByRow: boolean): Promise<UndoneLine[]> {
  if (ids.length === 0) return []
  const lines = await historyLines(db, undo.undone, { ids })
  const undone = await decideLines(db, undo.definition, undo.undone, lines)
  if (!rowByRow) await writeUndone(db, undo, undone)
  else for (const line of undone) await orSkip(db, line, (db) => writeUndone(db, undo, [line]))
  return undone
}

async function applyExchange(
  db: Db,
  { undone }: Undo,
  row: Pick<Parameters<typeof restoreExchange>[2], 'table' | 'id'>,
): Promise<Decision> {
  const [found] = await undoneExchange(db, undone, row)
  if (!found) return skipped('What it was before the import is not kept any more.')
  if (found.decision.outcome === 'changed') await orSkip(db, found, (db) => restoreExchange(db, undone, found))
  return found.decision
}

/** In a savepoint of its own: what PostgreSQL refuses is left as it is. */
async function orSkip(db: Db, row: { decision: Decision }, write: (db: Db) => Promise<void>): Promise<void> {
  try {
    await transact(db, write)
  } catch (error) {
    if (!refusalOf(error)) throw error
    row.decision = skipped('Something else on file stands in the way of what was there before.')
  }
}
