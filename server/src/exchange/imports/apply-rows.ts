import type { EntityManager } from '../../foundations/database/orm.ts'
import { verifyChanges } from '../crm/moves.ts'
import { withdrawArrived } from '../crm/withdraw-arrived.ts'
import { refusalOf, type Application } from './apply-chunk.ts'
import { openCrmChanges, saveConflicts } from './crm-protection.ts'
import { decide, skipped, type Decision } from './decide.ts'
import type { ImportDefinition } from './definition.ts'
import { findRecords, type Found } from './find-records.ts'
import { keepRecords } from './kept-records.ts'
import type { BatchRef } from './moves.ts'
import type { FileFields, ReviewedRow } from './row.ts'
import { keepExchangeImages } from './undo/before-images.ts'
import { refuseTaken } from './unique-claims.ts'
import { writeRecords, type Write } from './write-records.ts'

type ImportTarget = { definition: ImportDefinition; file: FileFields }

/** Rows of a file: decided by what is on file now, and written. */
export function rowsOfFile(
  ref: BatchRef,
  { definition, file }: ImportTarget,
): Pick<Application, 'applyRows' | 'outcomeWords'> {
  return {
    outcomeWords: {
      new: ['new', 'created'],
      changed: ['changed', 'changed'],
      unchanged: ['unchanged', 'unchanged'],
      skipped: ['skipped', 'skipped'],
      removed: ['removed', 'removed'],
    },
    applyRows: (em, rows, { hasOpenCrmChanges }, rowByRow) =>
      applyRows({ em, ref, definition, file }, rows, definition.isProtectedByCrmChanges && hasOpenCrmChanges, rowByRow),
  }
}

async function applyRows(
  writing: Writing,
  rows: ReviewedRow[],
  isProtected: boolean,
  rowByRow: boolean,
): Promise<Decision[]> {
  const { em, ref, definition, file } = writing
  const found = await findRecords(em, definition, file, rows)
  const keys = rows.map(({ key }) => key)
  const openChanges = isProtected ? await openCrmChanges(em, keys) : () => []
  const decisions = rows.map((row, index) =>
    row.outcome === 'skipped'
      ? skipped(row.reason ?? 'The line was skipped.')
      : decide(definition, file, row, found[index], openChanges(row.key)),
  )
  await refuseTaken(em, definition, file, rows, decisions, new Map())
  await writeDecisions(writing, rows, decisions, found, rowByRow)
  const waiting = keys.filter((key) => openChanges(key).length > 0)
  await keepExchangeImages(em, ref, waiting, async () => {
    await saveConflicts(
      em,
      ref.id,
      decisions.flatMap(({ conflicts }) => conflicts),
    )
    await verifyChanges(
      em,
      ref.id,
      decisions.flatMap(({ verified }) => verified.map(({ id }) => id)),
    )
    await withdrawArrived(
      em,
      ref.id,
      decisions.flatMap(({ arrived }) => arrived.map(({ id }) => id)),
    )
  })
  return decisions
}

type Writing = ImportTarget & { em: EntityManager; ref: BatchRef }

async function writeDecisions(
  { em, ref, definition, file }: Writing,
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
    ? await writeEach({ em, ref, definition, file }, writes)
    : await writeRecords(em, definition, file, writes, ref)
  ids.forEach((id, nth) => {
    if (typeof id === 'object') decisions[indexes[nth]!] = skipped(id.surprise)
  })
  if (!definition.isSnapshot) return
  const unchanged = found.flatMap((record, index) =>
    record?.id && decisions[index]!.outcome === 'unchanged' ? [record.id] : [],
  )
  await keepRecords(em, ref.id, [...unchanged, ...ids.filter((id) => typeof id !== 'object')])
}

type Surprise = { surprise: string }

/** Each row in a savepoint of its own. */
async function writeEach({ em, ref, definition, file }: Writing, writes: Write[]): Promise<(number | Surprise)[]> {
  const ids: (number | Surprise)[] = []
  for (const write of writes) {
    try {
      ids.push(...(await em.transactional((em) => writeRecords(em, definition, file, [write], ref))))
    } catch (error) {
      const surprise = refusalOf(error)
      if (!surprise) throw error
      ids.push({ surprise })
    }
  }
  return ids
}
