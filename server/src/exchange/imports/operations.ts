import {
  foldHeader,
  guardKinds,
  importTypeNames,
  noCounts,
  type ImportCounts,
  type ImportType,
  type UnusualNumber,
} from '@alumni/shared/exchange/imports'
import type { CommitRequest } from '@alumni/shared/exchange/import-guards'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { mapColumns, missingWords, knownAliases, rememberAliases } from './upload/columns.ts'
import { saveDeletes, unusualOf } from './batches.ts'
import { batchEntities, batchTables, type ImportBatch } from './import-batch.ts'
import { recordsToDelete } from './snapshot.ts'
import { moveBatch, type BatchRef } from './moves.ts'
import { missingOf } from './present-batch.ts'
import { definitions } from './types.ts'

/**
 * Starts the import of a reviewed batch. Throws `HttpError` 422 where a number that must be repeated is not; 409 in
 * another state, without a required column, or when such a number is no longer what was shown.
 */
export async function commitBatch(
  db: Db,
  { type, id }: BatchRef,
  by: StaffUser,
  confirmed: CommitRequest,
): Promise<void> {
  const refusal = await transact(db, async (db) => {
    // The second of two people at once waits here and reads what the first has done; a column assigned meanwhile
    // counts.
    await db.selectFrom(batchTables[type]).select('id').where('id', '=', id).forUpdate().execute()
    const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], id)
    if (batch.status !== 'review') throw notAllowed(batch, 'committed')
    const missing = missingOf(batch)
    if (missing.length > 0)
      throw new HttpError(
        409,
        `${missingWords(missing)} Choose the missing ${missing.length === 1 ? 'column' : 'columns'} first.`,
      )
    const deletes = await deletesOf(db, batch)
    const unusual = (await unusualOf(db, batch)).filter(({ kind }) => kind !== 'deletes')
    const refusal = refusalOfNumbers(batch, deletes, unusual, confirmed)
    if (refusal) {
      // The next page shows the fresh number.
      if (!batch.undoes_id && deletes !== batch.counts?.deletes) await saveDeletes(db, batch, deletes)
      return refusal
    }
    const isMoved = await moveBatch(db, batch, 'commit', {
      results: startOfResults(batch),
      confirmed_deletes: deletes,
      keeps_before_images: !batch.undoes_id,
    })
    if (!isMoved) throw notAllowed(batch, 'committed')
    const repeated = Object.fromEntries(unusual.map(({ kind, number }) => [kind, number]))
    await audit(db, by, 'import.committed', `${type}/${id}`, { deletes, ...repeated })
    await enqueue(db, 'apply-import', { type, id })
    return null
  })
  if (refusal) throw refusal
}

/** What no chunk counts is of the review already. */
function startOfResults({ undoes_id, counts }: ImportBatch): ImportCounts {
  if (undoes_id) return { ...noCounts, removed: 0, exchange: counts?.exchange ?? 0 }
  return { ...noCounts, ...(counts?.corrected && { corrected: counts.corrected }) }
}

/** Counts the deletes: records that a snapshot does not contain, or that the undone import had created. */
async function deletesOf(db: Db, { type, id, undoes_id, counts }: ImportBatch): Promise<number> {
  if (undoes_id) return counts?.removed ?? 0
  return definitions[type].isSnapshot ? recordsToDelete(db, id) : 0
}

/** Why the numbers that were repeated do not do: one is missing, or is no longer so. */
function refusalOfNumbers(
  batch: ImportBatch,
  deletes: number,
  unusual: readonly UnusualNumber[],
  confirmed: CommitRequest,
): HttpError | null {
  if (confirmed.confirm_deletes !== undefined && confirmed.confirm_deletes !== deletes)
    return new HttpError(409, changedDeletes(batch, deletes, confirmed.confirm_deletes))
  for (const kind of guardKinds) {
    const repeated = kind === 'deletes' ? undefined : confirmed[`confirm_${kind}`]
    const now = unusual.find((one) => one.kind === kind)
    if (repeated === undefined || repeated === now?.number) continue
    const sentence = now ? `${now.sentence} The number is ${now.number}, not ${repeated}.` : 'The review has changed.'
    return new HttpError(409, `${sentence} Review it again before you import.`)
  }
  const missing = unusual.filter(({ kind }) => confirmed[`confirm_${kind}`] === undefined)
  const fields: Record<string, string> = Object.fromEntries(
    missing.map(({ kind, number, sentence }) => [`confirm_${kind}`, `${sentence} Confirm it by typing ${number}.`]),
  )
  if (deletes > 0 && confirmed.confirm_deletes === undefined) fields.confirm_deletes = missingDeletes(batch, deletes)
  const sentences = Object.values(fields)
  return sentences.length > 0 ? new HttpError(422, sentences.join(' '), { fields }) : null
}

function missingDeletes({ type, undoes_id }: ImportBatch, deletes: number): string {
  const [one, many] = importTypeNames[type].record
  const goes = undoes_id ? 'undo removes' : 'import deletes'
  return `This ${goes} ${deletes} ${deletes === 1 ? one : many}. Confirm it by typing that number.`
}

function changedDeletes({ undoes_id }: ImportBatch, deletes: number, confirmed: number): string {
  return undoes_id
    ? `This undo removes ${deletes} records, not ${confirmed}. Review it again.`
    : `This import would now delete ${deletes} employment records, not ${confirmed}. Review it again before you import.`
}

export async function cancelBatch(db: Db, batch: ImportBatch, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    if (!(await moveBatch(db, batch, 'cancel'))) throw notAllowed(batch, 'canceled')
    await audit(db, by, 'import.cancelled', `${batch.type}/${batch.id}`)
  })
}

/**
 * Says by hand what columns mean (null: nothing), which is remembered for the type, and in which order the dates of this
 * file are, and scans it again.
 */
export async function assignColumns(
  db: Db,
  batch: ImportBatch,
  by: StaffUser,
  columns: ReadonlyMap<string, string | null>,
  isDayFirst?: boolean,
): Promise<void> {
  const { type, id } = batch
  if (batch.undoes_id) throw new HttpError(409, 'An undo has no columns to assign.')
  if (batch.status !== 'review') throw notAllowed(batch, 'scanned again')
  refuseBadAssignments(batch, columns)
  const assigned = withDisplaced(batch, columns)
  refuseLosses(batch, await knownAliases(db, type), assigned)
  await transact(db, async (db) => {
    await rememberAliases(db, type, assigned, by.id)
    const ordered = batch.columns.map((column) => ({ ...column, day_first: isDayFirst }))
    if (!(await moveBatch(db, batch, 'rescan', isDayFirst === undefined ? {} : { columns: ordered })))
      throw notAllowed(batch, 'scanned again')
    await audit(db, by, 'import.columns-assigned', `${type}/${id}`, {
      columns: Object.fromEntries(columns),
      day_first: isDayFirst,
    })
    await enqueue(db, 'scan-import', { type, id })
  })
}

function refuseBadAssignments(batch: ImportBatch, columns: ReadonlyMap<string, string | null>): void {
  const headers = new Set([...batch.unknown_columns, ...batch.columns].map(({ header }) => foldHeader(header)))
  const fields = new Set(definitions[batch.type].fields.map(({ name }) => name))
  for (const [header, field] of columns) {
    if (!headers.has(foldHeader(header))) throw new HttpError(422, `The file has no column “${header}”.`)
    if (field !== null && !fields.has(field)) throw new HttpError(422, `There is no field “${field}”.`)
  }
  const chosen = [...columns.values()].filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) throw new HttpError(422, 'Two columns cannot fill the same field.')
}

/** A column of this file that a person gave the same field earlier loses it to the new one. */
function withDisplaced(
  batch: ImportBatch,
  columns: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string | null> {
  const given = new Map([...columns].map(([header, field]) => [foldHeader(header), field]))
  const chosen = new Set(columns.values())
  const displaced = batch.columns.filter(
    ({ header, field, by_hand }) => by_hand && chosen.has(field) && !given.has(foldHeader(header)),
  )
  return new Map([...columns, ...displaced.map(({ header }) => [header, null] as const)])
}

/** Assigned so, no required column may be lost that the file has, unless it is taken away in so many words. */
function refuseLosses(
  batch: ImportBatch,
  aliases: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, string | null>,
): void {
  const after = new Map<string, string | null>(aliases)
  for (const [header, field] of columns) after.set(foldHeader(header), field)
  const byHand = new Map([...after].flatMap(([header, field]) => (field === null ? [] : [[header, field] as const])))
  const headers = [...batch.columns, ...batch.unknown_columns].map(({ header }) => header)
  const { missing } = mapColumns(definitions[batch.type], headers, byHand)
  const left = batch.columns.filter(({ header }) => columns.get(header) === null).map(({ field }) => field)
  const known = new Set([...missingOf(batch).map(({ name }) => name), ...left])
  const lost = missing.filter(({ name }) => !known.has(name))
  if (lost.length > 0) throw new HttpError(422, `With these columns, the file could not be read. ${missingWords(lost)}`)
}

export async function forgetAlias(db: Db, type: ImportType, header: string, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await rememberAliases(db, type, new Map([[header, null]]), by.id)
    await audit(db, by, 'import.alias-forgotten', type, { header })
  })
}

const statusWords: Record<ImportBatch['status'], string> = {
  pending: 'waiting',
  scanning: 'being scanned',
  review: 'in review',
  running: 'being imported',
  completed: 'finished',
  failed: 'failed',
  cancelled: 'canceled',
}

export function notAllowed({ status }: ImportBatch, action: string): HttpError {
  return new HttpError(
    409,
    status === 'review'
      ? `This import has just changed and can no longer be ${action}. Review it again.`
      : `This import is ${statusWords[status]}, so it cannot be ${action}.`,
  )
}
