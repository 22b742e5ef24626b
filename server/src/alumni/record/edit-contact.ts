import { isNotNull } from '../../foundations/database/rows.ts'
import { contactFields, type AlumnusField, type ContactField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { type ContactEdit, type ContactValues, fieldLabel } from '@alumni/shared/alumni/record'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { readContactEdit, throwIfWrong, findProblemsInCountry, type Edit } from './contact-values.ts'
import { notFound, isAlumnus, type AlumnusRef } from './find-alumnus.ts'
import { writeRecordChanges, type RecordChange } from './record-changes.ts'

export type FieldEdit = { buid: string; field: AlumnusField; before: string | null; after: string | null }
/** Queues an edit for the CRM in the transaction `db`. Returns the queued changes that the edit makes obsolete. */
export type QueueChange = (db: Db, edit: FieldEdit, user: StaffUser) => Promise<unknown[]>

/**
 * Returns the edit id, or null if nothing changed. Throws HttpError 400 for invalid values, 404 if the alumnus is
 * unknown, and 409 if a field has changed since the user saw it.
 */
export async function editContact(
  db: Db,
  ref: AlumnusRef,
  request: ContactEdit,
  user: StaffUser,
  queueChange: QueueChange,
): Promise<number | null> {
  const { edits: changes, wrong } = readContactEdit(request)
  throwIfWrong(wrong)
  return transact(db, async (db) => {
    const alumnus = await lockAlumnus(db, ref)
    throwIfOutdated(changes, alumnus.current)
    throwIfWrong(findProblemsInCountry(changes, alumnus.current))
    return writeEdits(db, alumnus, changes, user, queueChange, 'alumnus.contact-edited')
  })
}

/**
 * Restores the values before an edit, without validating them. Throws HttpError 404 if the alumnus or edit is unknown,
 * and 409 if a field has changed since the edit.
 */
export async function undoContactEdit(
  db: Db,
  ref: AlumnusRef,
  editId: number,
  user: StaffUser,
  queueChange: QueueChange,
): Promise<void> {
  await transact(db, async (db) => {
    const alumnus = await lockAlumnus(db, ref)
    const edit = await db.find('record_changes', ['fields'], {
      id: editId,
      record: 'alumnus',
      record_id: alumnus.id,
      action: 'changed',
      staff_user_id: isNotNull,
    })
    const fields = Object.entries(edit?.fields ?? {}) as [ContactField, [string | null, string | null]][]
    if (fields.length === 0 || fields.some(([field]) => !contactFields.includes(field)))
      throw new HttpError(404, 'There is no such edit.')
    const changedSince = fields
      .filter(([field, [, after]]) => alumnus.current[field] !== after)
      .toSorted(([fieldA], [fieldB]) => contactFields.indexOf(fieldA) - contactFields.indexOf(fieldB))
    if (changedSince.length > 0)
      throw new HttpError(
        409,
        `${changedSince.map(([field]) => fieldLabel(field)).join(', ')} ${changedSince.length === 1 ? 'has' : 'have'} been changed since. Nothing was restored.`,
      )
    const changes = fields.map(([field, [before, after]]) => ({ field, seen: after, to: before }))
    await writeEdits(db, alumnus, changes, user, queueChange, 'alumnus.contact-edit-undone')
  })
}

async function writeEdits(
  db: Db,
  { id, buid, current }: LockedAlumnus,
  changes: readonly Edit[],
  user: StaffUser,
  queueChange: QueueChange,
  action: string,
): Promise<number | null> {
  const edits = changes.filter(({ field, to }) => to !== current[field])
  if (edits.length === 0) return null
  await db.update(
    'alumni',
    { buid },
    { ...Object.fromEntries(edits.map(({ field, to }) => [field, to])), updated_at: sql`now()` },
  )
  const fields: RecordChange['fields'] = {}
  for (const { field, to } of edits) fields[field] = [current[field], to]
  const [change] = await writeRecordChanges(db, user, [
    { record: 'alumnus', record_id: id, buid, action: 'changed', fields },
  ])
  const withdrawn: unknown[] = []
  for (const { field, to } of edits)
    withdrawn.push(...(await queueChange(db, { buid, field, before: current[field], after: to }, user)))
  await audit(db, user, action, `alumni/${buid}`, { fields, withdrawn })
  return change!
}

type LockedAlumnus = { id: number; buid: string; current: Record<ContactField, string | null> }

async function lockAlumnus(db: Db, ref: AlumnusRef): Promise<LockedAlumnus> {
  const row = await db
    .selectFrom('alumni as a')
    .select(['a.id', 'a.buid', ...contactFields])
    .where(isAlumnus(ref))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return notFound()
  const values = contactFields.map((field) => [field, row[field] === null ? null : String(row[field])])
  return { id: row.id, buid: row.buid, current: Object.fromEntries(values) }
}

function throwIfOutdated(changes: readonly Edit[], current: LockedAlumnus['current']): void {
  const outdated = changes
    .filter(({ field, seen, to }) => seen !== current[field] && to !== current[field])
    .map(({ field }) => field)
  if (outdated.length === 0) return
  const fields = Object.fromEntries(outdated.map((field) => [field, `${fieldLabel(field)} has just been changed.`]))
  const values = Object.fromEntries(outdated.map((field) => [field, current[field]])) as ContactValues
  throw new HttpError(409, 'Someone else has just changed the same details. Your changes are not saved yet.', {
    fields,
    body: { current: values },
  })
}
