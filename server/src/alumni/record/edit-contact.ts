import { isNotNull } from '../../foundations/database/rows.ts'
import { contactFields, isContactFlag, type AlumnusField, type ContactField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { type ContactEdit, type ContactValues, fieldLabel } from '@alumni/shared/alumni/record'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { readContactEdit, refuseWrong, wrongInCountry, type Edit } from './contact-values.ts'
import { notFound, isAlumnus, type AlumnusRef } from './find-alumnus.ts'
import { writeRecordChanges, type RecordChange } from './record-changes.ts'

/** A field of an alumnus that was changed here, with its values as stored. */
export type FieldEdit = { buid: string; field: AlumnusField; before: string | null; after: string | null }
/** Queues an edit for the CRM, in the transaction of the edit, and answers which queued changes it withdrew. */
export type QueueChange = (db: Db, edit: FieldEdit, by: StaffUser) => Promise<unknown[]>

/**
 * Writes what a staff member knows better than the CRM; each changed field is a change for the CRM from then on.
 * Answers the id of the edit in the history, by which it can be undone; null: nothing had to be changed. 400: a value
 * is not right. 404: no such alumnus. 409: another person was faster; nothing is written, and `current` has their
 * values.
 */
export async function editContact(
  db: Db,
  ref: AlumnusRef,
  request: ContactEdit,
  by: StaffUser,
  queueChange: QueueChange,
): Promise<number | null> {
  const { edits: wanted, wrong } = readContactEdit(request)
  refuseWrong(wrong)
  return transact(db, async (db) => {
    const alumnus = await lockAlumnus(db, ref)
    refuseOutdated(wanted, alumnus.current)
    refuseWrong(wrongInCountry(wanted, alumnus.current))
    return write(db, alumnus, wanted, by, queueChange, 'alumnus.contact-edited')
  })
}

/**
 * Puts back what an edit has changed, whatever is asked of values that are typed anew: they were on file. 404: no such
 * edit of this person. 409: one of the fields has another value by now; nothing is put back.
 */
export async function undoContactEdit(
  db: Db,
  ref: AlumnusRef,
  editId: number,
  by: StaffUser,
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
    const overtaken = fields
      .filter(([field, [, after]]) => alumnus.current[field] !== after)
      .toSorted(([one], [other]) => contactFields.indexOf(one) - contactFields.indexOf(other))
    if (overtaken.length > 0)
      throw new HttpError(
        409,
        `${overtaken.map(([field]) => fieldLabel(field)).join(', ')} ${overtaken.length === 1 ? 'has' : 'have'} been changed since. Nothing was restored.`,
      )
    const wanted = fields.map(([field, [before, after]]) => ({ field, seen: after, to: before }))
    await write(db, alumnus, wanted, by, queueChange, 'alumnus.contact-edit-undone')
  })
}

/** Writes the fields, their history, and what the CRM is to learn. */
async function write(
  db: Db,
  { id, buid, current }: LockedAlumnus,
  wanted: readonly Edit[],
  by: StaffUser,
  queueChange: QueueChange,
  action: string,
): Promise<number | null> {
  const edits = wanted.filter(({ field, to }) => to !== current[field])
  if (edits.length === 0) return null
  await db.update(
    'alumni',
    { buid },
    { ...Object.fromEntries(edits.map(({ field, to }) => [field, to])), updated_at: sql`now()` },
  )
  const fields: RecordChange['fields'] = {}
  for (const { field, to } of edits) fields[field] = [current[field], to]
  const [change] = await writeRecordChanges(db, by, [
    { record: 'alumnus', record_id: id, buid, action: 'changed', fields },
  ])
  const withdrawn: unknown[] = []
  for (const { field, to } of edits)
    withdrawn.push(...(await queueChange(db, { buid, field, before: current[field], after: to }, by)))
  await audit(db, by, action, `alumni/${buid}`, { fields, withdrawn })
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

function refuseOutdated(wanted: readonly Edit[], current: LockedAlumnus['current']): void {
  const outdated = wanted.filter(({ field, seen }) => seen !== current[field]).map(({ field }) => field)
  if (outdated.length === 0) return
  const fields = Object.fromEntries(outdated.map((field) => [field, `${fieldLabel(field)} has just been changed.`]))
  const values = Object.fromEntries(
    outdated.map((field) => [field, isContactFlag(field) ? current[field] === 'true' : current[field]]),
  ) as ContactValues
  throw new HttpError(409, 'Someone else has just changed the same details. Your changes are not saved yet.', {
    fields,
    body: { current: values },
  })
}
