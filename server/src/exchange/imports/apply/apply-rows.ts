import { transact, type Db } from '../../../foundations/database/db.ts'
import { verifyChanges } from '../../crm/moves.ts'
import { withdrawArrived } from '../../crm/withdraw.ts'
import { openCrmChanges, saveConflicts } from '../crm-protection.ts'
import { decide, skipped, type Decision } from '../decide.ts'
import type { ImportDefinition } from '../definition.ts'
import { findRecords, type Found } from '../find-records.ts'
import { saveRecords } from '../snapshot.ts'
import type { BatchRef } from '../moves.ts'
import type { FileFields, ReviewedRow } from '../row.ts'
import { saveExchangeImages } from '../undo/before-images.ts'
import { refuseTaken } from '../unique-claims.ts'
import { refusalOf, writeRecords, type RowsToApply, type Write } from '../write-records.ts'

type ImportTarget = { definition: ImportDefinition; file: FileFields }

/** Rows of a file: decided by what is on file now, and written. */
export function rowsOfFile(ref: BatchRef, { definition, file }: ImportTarget): RowsToApply {
  return {
    outcomeWords: {
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
  writing: Writing,
  rows: ReviewedRow[],
  isProtected: boolean,
  rowByRow: boolean,
): Promise<Decision[]> {
  const { db, ref, definition, file } = writing
  const found = await findRecords(db, definition, file, rows)
  const keys = rows.map(({ key }) => key)
  const openChanges = isProtected ? await openCrmChanges(db, keys) : () => []
  const decisions = rows.map((row, index) =>
    row.outcome === 'skipped'
      ? skipped(row.reason ?? 'The line was skipped.')
      : decide(definition, file, row, found[index], openChanges(row.key)),
  )
  await refuseTaken(db, definition, file, rows, decisions, new Map())
  await writeDecisions(writing, rows, decisions, found, rowByRow)
  const waiting = keys.filter((key) => openChanges(key).length > 0)
  await saveExchangeImages(db, ref, waiting, async () => {
    await saveConflicts(
      db,
      ref.id,
      decisions.flatMap(({ conflicts }) => conflicts),
    )
    await verifyChanges(
      db,
      ref.id,
      decisions.flatMap(({ verified }) => verified.map(({ id }) => id)),
    )
    await withdrawArrived(
      db,
      ref.id,
      decisions.flatMap(({ arrived }) => arrived.map(({ id }) => id)),
    )
  })
  return decisions
}

type Writing = ImportTarget & { db: Db; ref: BatchRef }

async function writeDecisions(
  { db, ref, definition, file }: Writing,
  rows: ReviewedRow[],
  decisions: Decision[],
  found: (Found | undefined)[],
  rowByRow: boolean,
): Promise<void> {
  const indexes = decisions.flatMap(({ outcome }, index) => (outcome === 'new' || outcome === 'changed' ? [index] : []))
  const writes: Write[] = indexes.map((index) => ({
    row: rows[index]!,
    decision: decisions[index]!,
    recordId: found[index]?.id ?? null,
  }))
  const ids = rowByRow
    ? await writeEach({ db, ref, definition, file }, writes)
    : await writeRecords(db, definition, file, writes, ref)
  ids.forEach((id, nth) => {
    if (typeof id === 'object') decisions[indexes[nth]!] = skipped(id.surprise)
  })
  if (!definition.isSnapshot) return
  const unchanged = found.flatMap((record, index) =>
    record?.id && decisions[index]!.outcome === 'unchanged' ? [record.id] : [],
  )
  await saveRecords(db, ref.id, [...unchanged, ...ids.filter((id) => typeof id !== 'object')])
}

type Surprise = { surprise: string }

/** Each row in a savepoint of its own. */
async function writeEach({ db, ref, definition, file }: Writing, writes: Write[]): Promise<(number | Surprise)[]> {
  const ids: (number | Surprise)[] = []
  for (const write of writes) {
    try {
      ids.push(...(await transact(db, (db) => writeRecords(db, definition, file, [write], ref))))
    } catch (error) {
      const surprise = refusalOf(error)
      if (!surprise) throw error
      ids.push({ surprise })
    }
  }
  return ids
}
