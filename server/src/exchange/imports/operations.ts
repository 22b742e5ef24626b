import { foldHeader, guardKinds, importTypeNames, noCounts } from '@alumni/shared/exchange/imports'
import type { ImportCounts, ImportType, UnusualNumber } from '@alumni/shared/exchange/imports'
import type { CommitRequest } from '@alumni/shared/exchange/import-guards'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { mapColumns, describeMissing, readAliases, saveAliases } from './upload/columns.ts'
import { saveDeleteCount, compareWithEarlierImports } from './batches.ts'
import { batchEntities, batchTables, type ImportBatch } from './import-batch.ts'
import { countRecordsToDelete } from './snapshot.ts'
import { moveBatch, type BatchRef } from './moves.ts'
import { findMissingFields } from './present-batch.ts'
import { definitions } from './types.ts'

/**
 * Starts a reviewed import or undo. Throws `HttpError` 422 if a number is not confirmed, and 409 if the batch is not in
 * review or lacks a required column, or if a confirmed number has changed.
 */
export async function commitBatch(
  db: Db,
  { type, id }: BatchRef,
  user: StaffUser,
  confirmed: CommitRequest,
): Promise<void> {
  const refusal = await transact(db, async (db) => {
    // Waits for concurrent commits and column assignments before reading the batch.
    await db.selectFrom(batchTables[type]).select('id').where('id', '=', id).forUpdate().execute()
    const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], id)
    if (batch.status !== 'review') throw wrongStatusError(batch, 'committed')
    const missing = findMissingFields(batch)
    if (missing.length > 0)
      throw new HttpError(
        409,
        `${describeMissing(missing)} Choose the missing ${missing.length === 1 ? 'column' : 'columns'} first.`,
      )
    const deletes = await countDeletes(db, batch)
    const unusual = (await compareWithEarlierImports(db, batch)).filter(({ kind }) => kind !== 'deletes')
    const numberRefusal = findNumberRefusal(batch, deletes, unusual, confirmed)
    if (numberRefusal) {
      if (!batch.undoes_id && deletes !== batch.counts?.deletes) await saveDeleteCount(db, batch, deletes)
      return numberRefusal
    }
    const isMoved = await moveBatch(db, batch, 'commit', {
      results: initialResults(batch),
      confirmed_deletes: deletes,
      keeps_before_images: !batch.undoes_id,
    })
    if (!isMoved) throw wrongStatusError(batch, 'committed')
    const repeated = Object.fromEntries(unusual.map(({ kind, number }) => [kind, number]))
    await audit(db, user, 'import.committed', `${type}/${id}`, { deletes, ...repeated })
    await enqueue(db, 'apply-import', { type, id })
    return null
  })
  if (refusal) throw refusal
}

/** Copies the counts that the import itself does not compute. */
function initialResults({ undoes_id, counts }: ImportBatch): ImportCounts {
  if (undoes_id) return { ...noCounts, removed: 0, exchange: counts?.exchange ?? 0 }
  return { ...noCounts, ...(counts?.corrected && { corrected: counts.corrected }) }
}

async function countDeletes(db: Db, { type, id, undoes_id, counts }: ImportBatch): Promise<number> {
  if (undoes_id) return counts?.removed ?? 0
  return definitions[type].isSnapshot ? countRecordsToDelete(db, id) : 0
}

function findNumberRefusal(
  batch: ImportBatch,
  deletes: number,
  unusual: readonly UnusualNumber[],
  confirmed: CommitRequest,
): HttpError | null {
  if (confirmed.confirm_deletes !== undefined && confirmed.confirm_deletes !== deletes)
    return new HttpError(409, describeChangedDeletes(batch, deletes, confirmed.confirm_deletes))
  for (const kind of guardKinds) {
    const repeated = kind === 'deletes' ? undefined : confirmed[`confirm_${kind}`]
    const current = unusual.find((number) => number.kind === kind)
    if (repeated === undefined || repeated === current?.number) continue
    const message = current
      ? `${current.message} The number is ${current.number}, not ${repeated}.`
      : 'The review has changed.'
    return new HttpError(409, `${message} Review it again before you import.`)
  }
  const missing = unusual.filter(({ kind }) => confirmed[`confirm_${kind}`] === undefined)
  const fields: Record<string, string> = Object.fromEntries(
    missing.map(({ kind, number, message }) => [`confirm_${kind}`, `${message} Confirm it by typing ${number}.`]),
  )
  if (deletes > 0 && confirmed.confirm_deletes === undefined)
    fields.confirm_deletes = describeUnconfirmedDeletes(batch, deletes)
  const messages = Object.values(fields)
  return messages.length > 0 ? new HttpError(422, messages.join(' '), { fields }) : null
}

function describeUnconfirmedDeletes({ type, undoes_id }: ImportBatch, deletes: number): string {
  const [singular, plural] = importTypeNames[type].record
  const action = undoes_id ? 'undo removes' : 'import deletes'
  return `This ${action} ${deletes} ${deletes === 1 ? singular : plural}. Confirm it by typing that number.`
}

function describeChangedDeletes({ undoes_id }: ImportBatch, deletes: number, confirmed: number): string {
  return undoes_id
    ? `This undo removes ${deletes} records, not ${confirmed}. Review it again.`
    : `This import would now delete ${deletes} employment records, not ${confirmed}. Review it again before you import.`
}

export async function cancelBatch(db: Db, batch: ImportBatch, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    if (!(await moveBatch(db, batch, 'cancel'))) throw wrongStatusError(batch, 'canceled')
    await audit(db, user, 'import.cancelled', `${batch.type}/${batch.id}`)
  })
}

/**
 * Assigns columns to fields, or to null to ignore them, and scans the file again. Later files of the type use the same
 * assignments; `isDayFirst` applies only to this file.
 */
export async function assignColumns(
  db: Db,
  batch: ImportBatch,
  user: StaffUser,
  columns: ReadonlyMap<string, string | null>,
  isDayFirst?: boolean,
): Promise<void> {
  const { type, id } = batch
  if (batch.undoes_id) throw new HttpError(409, 'An undo has no columns to assign.')
  if (batch.status !== 'review') throw wrongStatusError(batch, 'scanned again')
  refuseBadAssignments(batch, columns)
  const assigned = addDisplaced(batch, columns)
  refuseLostColumns(batch, await readAliases(db, type), assigned)
  await transact(db, async (db) => {
    await saveAliases(db, type, assigned, user.id)
    const ordered = batch.columns.map((column) => ({ ...column, day_first: isDayFirst }))
    if (!(await moveBatch(db, batch, 'rescan', isDayFirst === undefined ? {} : { columns: ordered })))
      throw wrongStatusError(batch, 'scanned again')
    await audit(db, user, 'import.columns-assigned', `${type}/${id}`, {
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
  const assignedFields = [...columns.values()].filter((field) => field !== null)
  if (new Set(assignedFields).size < assignedFields.length)
    throw new HttpError(422, 'Two columns cannot fill the same field.')
}

/** Adds null for each column that loses its assigned field to another column. */
function addDisplaced(
  batch: ImportBatch,
  columns: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string | null> {
  const assignments = new Map([...columns].map(([header, field]) => [foldHeader(header), field]))
  const assignedFields = new Set(columns.values())
  const displaced = batch.columns.filter(
    ({ header, field, by_hand }) => by_hand && assignedFields.has(field) && !assignments.has(foldHeader(header)),
  )
  return new Map([...columns, ...displaced.map(({ header }) => [header, null] as const)])
}

/** Throws `HttpError` 422 if a required field would lose its column, unless the user removed that column. */
function refuseLostColumns(
  batch: ImportBatch,
  aliases: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, string | null>,
): void {
  const after = new Map<string, string | null>(aliases)
  for (const [header, field] of columns) after.set(foldHeader(header), field)
  const byHand = new Map([...after].flatMap(([header, field]) => (field === null ? [] : [[header, field] as const])))
  const headers = [...batch.columns, ...batch.unknown_columns].map(({ header }) => header)
  const { missing } = mapColumns(definitions[batch.type], headers, byHand)
  const removedFields = batch.columns.filter(({ header }) => columns.get(header) === null).map(({ field }) => field)
  const expected = new Set([...findMissingFields(batch).map(({ name }) => name), ...removedFields])
  const lost = missing.filter(({ name }) => !expected.has(name))
  if (lost.length > 0)
    throw new HttpError(422, `With these columns, the file could not be read. ${describeMissing(lost)}`)
}

export async function removeAlias(db: Db, type: ImportType, header: string, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await saveAliases(db, type, new Map([[header, null]]), user.id)
    await audit(db, user, 'import.alias-forgotten', type, { header })
  })
}

const statusDescriptions: Record<ImportBatch['status'], string> = {
  pending: 'waiting',
  scanning: 'being scanned',
  review: 'in review',
  running: 'being imported',
  completed: 'finished',
  failed: 'failed',
  cancelled: 'canceled',
}

/** `action` is a participle, such as 'canceled'. */
export function wrongStatusError({ status }: ImportBatch, action: string): HttpError {
  return new HttpError(
    409,
    status === 'review'
      ? `This import has just changed and can no longer be ${action}. Review it again.`
      : `This import is ${statusDescriptions[status]}, so it cannot be ${action}.`,
  )
}
