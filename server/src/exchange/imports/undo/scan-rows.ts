import type { Db } from '../../../foundations/database/db.ts'
import type { Decision } from '../decide.ts'
import type { ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import type { ReviewedRow } from '../row.ts'
import { decideLines } from './decide.ts'
import { undoneExchange } from './exchange.ts'
import { historyLines } from './history-lines.ts'

const linesAtOnce = 500

/** The rows of an undo's manifest: what the import did, line by line of its history, then its traces in the exchange with the CRM. */
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
