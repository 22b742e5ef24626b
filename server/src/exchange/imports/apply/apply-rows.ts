import { transact, type Db } from '../../../foundations/database/db.ts'
import { verifyChanges } from '../../crm/moves.ts'
import { withdrawArrivedChanges } from '../../crm/withdraw.ts'
import { createOpenChangeFinder, saveConflicts } from '../crm-protection.ts'
import { decide, skip, type Decision } from '../decide.ts'
import type { ImportDefinition } from '../definition.ts'
import { findRecords, type FoundRecord } from '../find-records.ts'
import { saveFileRecords } from '../snapshot.ts'
import type { BatchRef } from '../moves.ts'
import type { FileFields, ReviewedRow } from '../row.ts'
import { saveExchangeImages } from '../undo/before-images.ts'
import { skipTakenValues } from '../unique-claims.ts'
import { describeDatabaseRefusal, writeRecords, type RowApplier, type RecordWrite } from '../write-records.ts'

type ImportTarget = { definition: ImportDefinition; file: FileFields }

export function createImportApplier(ref: BatchRef, { definition, file }: ImportTarget): RowApplier {
  return {
    outcomeDescriptions: {
      new: ['new', 'created'],
      changed: ['changed', 'changed'],
      unchanged: ['unchanged', 'unchanged'],
      skipped: ['skipped', 'skipped'],
      removed: ['removed', 'removed'],
    },
    applyRows: (db, rows, { hasOpenCrmChanges }, rowByRow) =>
      applyRows({ db, ref, definition, file }, rows, definition.isProtectedByCrmChanges && hasOpenCrmChanges, rowByRow),
  }
}

async function applyRows(
  context: WriteContext,
  rows: ReviewedRow[],
  isProtected: boolean,
  rowByRow: boolean,
): Promise<Decision[]> {
  const { db, ref, definition, file } = context
  const found = await findRecords(db, definition, file, rows)
  const keys = rows.map(({ key }) => key)
  const openChanges = isProtected ? await createOpenChangeFinder(db, keys) : () => []
  const decisions = rows.map((row, index) =>
    row.outcome === 'skipped'
      ? skip(row.reason ?? 'The line was skipped.')
      : decide(definition, file, row, found[index], openChanges(row.key)),
  )
  await skipTakenValues(db, definition, file, rows, decisions, new Map())
  await writeDecisions(context, rows, decisions, found, rowByRow)
  const conflicts = decisions.flatMap((decision) => decision.conflicts)
  const verifiedIds = decisions.flatMap(({ verified }) => verified.map(({ id }) => id))
  const arrivedIds = decisions.flatMap(({ arrived }) => arrived.map(({ id }) => id))
  const changedKeys = keys.filter((key) => openChanges(key).length > 0)
  await saveExchangeImages(db, ref, changedKeys, async () => {
    await saveConflicts(db, ref.id, conflicts)
    await verifyChanges(db, ref.id, verifiedIds)
    await withdrawArrivedChanges(db, ref.id, arrivedIds)
  })
  return decisions
}

type WriteContext = ImportTarget & { db: Db; ref: BatchRef }

async function writeDecisions(
  { db, ref, definition, file }: WriteContext,
  rows: ReviewedRow[],
  decisions: Decision[],
  found: (FoundRecord | undefined)[],
  rowByRow: boolean,
): Promise<void> {
  const indexes = decisions.flatMap(({ outcome }, index) => (outcome === 'new' || outcome === 'changed' ? [index] : []))
  const writes: RecordWrite[] = indexes.map((index) => ({
    row: rows[index]!,
    decision: decisions[index]!,
    recordId: found[index]?.id ?? null,
  }))
  const ids = rowByRow
    ? await writeEach({ db, ref, definition, file }, writes)
    : await writeRecords(db, definition, file, writes, ref)
  ids.forEach((id, position) => {
    if (typeof id === 'object') decisions[indexes[position]!] = skip(id.refusal)
  })
  if (!definition.isSnapshot) return
  const unchanged = found.flatMap((record, index) =>
    record?.id && decisions[index]!.outcome === 'unchanged' ? [record.id] : [],
  )
  await saveFileRecords(db, ref.id, [...unchanged, ...ids.filter((id) => typeof id !== 'object')])
}

type Refusal = { refusal: string }

/** Uses one savepoint per row. Returns each row's record id, or the reason PostgreSQL rejected the row. */
async function writeEach(
  { db, ref, definition, file }: WriteContext,
  writes: RecordWrite[],
): Promise<(number | Refusal)[]> {
  const ids: (number | Refusal)[] = []
  for (const write of writes) {
    try {
      ids.push(...(await transact(db, (db) => writeRecords(db, definition, file, [write], ref))))
    } catch (error) {
      const refusal = describeDatabaseRefusal(error)
      if (!refusal) throw error
      ids.push({ refusal })
    }
  }
  return ids
}
