import { transact, type Db } from '../../../foundations/database/db.ts'
import { skipped, type Decision } from '../decide.ts'
import type { ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { decideLines, type UndoneLine } from './decide.ts'
import { restoreExchange, undoneExchange } from './exchange.ts'
import { historyLines } from './history-lines.ts'
import { writeUndone, type Undo } from './write.ts'
import type { ReviewedRow } from '../row.ts'
import { refusalOf, type RowsToApply } from '../write-records.ts'

/** Rows of an undo: decided by what is on file now, and taken back. */
export function rowsOfUndo(ref: BatchRef, definition: ImportDefinition, undoes: number): RowsToApply {
  const undo: Undo = { definition, ref, undone: { type: ref.type, id: undoes } }
  return {
    outcomeWords: {
      new: ['to be added back', 'added back'],
      changed: ['to be restored', 'restored'],
      unchanged: ['to be left as it is', 'left as it is'],
      skipped: ['impossible', 'left as it is'],
      removed: ['to be removed', 'removed'],
    },
    async applyRows(db, rows, _batch, rowByRow) {
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
  if (!found) return skipped('Its values before the import are no longer stored.')
  if (found.decision.outcome === 'changed') await orSkip(db, found, (db) => restoreExchange(db, undone, found))
  return found.decision
}

/** In a savepoint of its own: what PostgreSQL refuses is left as it is. */
async function orSkip(db: Db, row: { decision: Decision }, write: (db: Db) => Promise<void>): Promise<void> {
  try {
    await transact(db, write)
  } catch (error) {
    if (!refusalOf(error)) throw error
    row.decision = skipped('Another record on file prevents restoring what was there before.')
  }
}

const linesAtOnce = 500

/**
 * The rows of an undo's manifest: what the import did, line by line of its history, then its traces in the exchange
 * with the CRM.
 */
export async function* undoRows(db: Db, definition: ImportDefinition, ref: BatchRef): AsyncGenerator<ReviewedRow[]> {
  let number = 0
  const row = (
    undoes: ReviewedRow['undoes'],
    key: string,
    name: string,
    { outcome, reason, changes }: Decision,
  ): ReviewedRow => ({ line: ++number, key, values: [], outcome, reason, name, changes, undoes })
  for (let after = 0; ;) {
    const lines = await historyLines(db, ref, { after, limit: linesAtOnce })
    if (lines.length === 0) break
    after = lines.at(-1)!.id
    const undone = await decideLines(db, definition, ref, lines)
    yield undone.map(({ line, key, name, decision }) =>
      row({ table: 'record_changes', id: line.id }, key, name, decision),
    )
  }
  if (!definition.isProtectedByCrmChanges) return
  const exchange = await undoneExchange(db, ref)
  if (exchange.length > 0)
    yield exchange.map(({ table, id, buid, name, decision }) => row({ table, id }, buid, name, decision))
}
