import type { EntityManager } from '../../../foundations/database/orm.ts'
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
    async applyRows(em, rows, _held, rowByRow) {
      const decisions = rows.map((row) => skipped(row.reason ?? 'The line was skipped.'))
      const wanted = rows.flatMap((row, index) => (row.outcome === 'skipped' ? [] : [{ index, ...row.undoes! }]))
      const lines = wanted.filter(({ table }) => table === 'record_changes')
      const indexOf = new Map(lines.map(({ id, index }) => [id, index]))
      for (const { line, decision } of await applyLines(em, undo, [...indexOf.keys()], rowByRow))
        decisions[indexOf.get(line.id)!] = decision
      for (const { table, id, index } of wanted)
        if (table !== 'record_changes') decisions[index] = await applyExchange(em, undo, { table, id })
      return decisions
    },
  }
}

async function applyLines(
  em: EntityManager,
  undo: Undo,
  ids: readonly number[],
  rowByRow: boolean,
): Promise<UndoneLine[]> {
  if (ids.length === 0) return []
  const lines = await historyLines(em, undo.undone, { ids })
  const undone = await decideLines(em, undo.definition, undo.undone, lines)
  if (!rowByRow) await writeUndone(em, undo, undone)
  else for (const line of undone) await orSkip(em, line, (em) => writeUndone(em, undo, [line]))
  return undone
}

async function applyExchange(
  em: EntityManager,
  { undone }: Undo,
  row: Pick<Parameters<typeof restoreExchange>[2], 'table' | 'id'>,
): Promise<Decision> {
  const [found] = await undoneExchange(em, undone, row)
  if (!found) return skipped('What it was before the import is not kept any more.')
  if (found.decision.outcome === 'changed') await orSkip(em, found, (em) => restoreExchange(em, undone, found))
  return found.decision
}

/** In a savepoint of its own: what PostgreSQL refuses is left as it is. */
async function orSkip(
  em: EntityManager,
  row: { decision: Decision },
  write: (em: EntityManager) => Promise<void>,
): Promise<void> {
  try {
    await em.transactional(write)
  } catch (error) {
    if (!refusalOf(error)) throw error
    row.decision = skipped('Something else on file stands in the way of what was there before.')
  }
}
