import { transact, type Db } from '../../../foundations/database/db.ts'
import { skip, type Decision } from '../decide.ts'
import type { ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { decideLines, type UndoneLine } from './decide.ts'
import { restoreTouchedRow, decideTouchedRows } from './exchange.ts'
import { listHistoryLines } from './history-lines.ts'
import { writeUndoneLines, type UndoContext } from './write.ts'
import type { ReviewedRow } from '../row.ts'
import { describeDatabaseRefusal, type RowApplier } from '../write-records.ts'

/** `undoes` is the id of the import to undo. */
export function createUndoApplier(ref: BatchRef, definition: ImportDefinition, undoes: number): RowApplier {
  const undo: UndoContext = { definition, ref, undone: { type: ref.type, id: undoes } }
  return {
    outcomeDescriptions: {
      new: ['to be added back', 'added back'],
      changed: ['to be restored', 'restored'],
      unchanged: ['to be left as it is', 'left as it is'],
      skipped: ['impossible', 'left as it is'],
      removed: ['to be removed', 'removed'],
    },
    async applyRows(db, rows, _batch, rowByRow) {
      const decisions = rows.map((row) => skip(row.reason ?? 'The line was skipped.'))
      const applicable = rows.flatMap((row, index) => (row.outcome === 'skipped' ? [] : [{ index, ...row.undoes! }]))
      const lines = applicable.filter(({ table }) => table === 'record_changes')
      const indexOf = new Map(lines.map(({ id, index }) => [id, index]))
      for (const { line, decision } of await applyLines(db, undo, [...indexOf.keys()], rowByRow))
        decisions[indexOf.get(line.id)!] = decision
      for (const { table, id, index } of applicable)
        if (table !== 'record_changes') decisions[index] = await applyExchange(db, undo, { table, id })
      return decisions
    },
  }
}

async function applyLines(db: Db, undo: UndoContext, ids: readonly number[], rowByRow: boolean): Promise<UndoneLine[]> {
  if (ids.length === 0) return []
  const lines = await listHistoryLines(db, undo.undone, { ids })
  const undone = await decideLines(db, undo.definition, undo.undone, lines)
  if (!rowByRow) await writeUndoneLines(db, undo, undone)
  else for (const line of undone) await writeOrSkip(db, line, (db) => writeUndoneLines(db, undo, [line]))
  return undone
}

async function applyExchange(
  db: Db,
  { undone }: UndoContext,
  row: Pick<Parameters<typeof restoreTouchedRow>[2], 'table' | 'id'>,
): Promise<Decision> {
  const [found] = await decideTouchedRows(db, undone, row)
  if (!found) return skip('Its values before the import are no longer stored.')
  if (found.decision.outcome === 'changed') await writeOrSkip(db, found, (db) => restoreTouchedRow(db, undone, found))
  return found.decision
}

async function writeOrSkip(db: Db, row: { decision: Decision }, write: (db: Db) => Promise<void>): Promise<void> {
  try {
    await transact(db, write)
  } catch (error) {
    if (!describeDatabaseRefusal(error)) throw error
    row.decision = skip('Another record on file prevents restoring what was there before.')
  }
}

const linesAtOnce = 500

/** Yields a row per changed record, then a row per CRM change or conflict. */
export async function* readUndoRows(
  db: Db,
  definition: ImportDefinition,
  ref: BatchRef,
): AsyncGenerator<ReviewedRow[]> {
  let number = 0
  const row = (
    undoes: ReviewedRow['undoes'],
    key: string,
    name: string,
    { outcome, reason, changes }: Decision,
  ): ReviewedRow => ({ line: ++number, key, values: [], outcome, reason, name, changes, undoes })
  for (let after = 0; ;) {
    const lines = await listHistoryLines(db, ref, { after, limit: linesAtOnce })
    if (lines.length === 0) break
    after = lines.at(-1)!.id
    const undone = await decideLines(db, definition, ref, lines)
    yield undone.map(({ line, key, name, decision }) =>
      row({ table: 'record_changes', id: line.id }, key, name, decision),
    )
  }
  if (!definition.isProtectedByCrmChanges) return
  const exchange = await decideTouchedRows(db, ref)
  if (exchange.length > 0)
    yield exchange.map(({ table, id, buid, name, decision }) => row({ table, id }, buid, name, decision))
}
