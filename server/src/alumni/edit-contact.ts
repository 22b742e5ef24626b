import { sql } from 'kysely'
import {
  type ContactEdit,
  type ContactField,
  contactFields,
  type ContactFlag,
  contactFlags,
  type ContactValues,
  fieldName,
  type AlumnusField,
} from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { readContactEdit, refuseWrong, wrongInCountry, type Edit } from './contact-values.ts'
import { notFound, isAlumnus, type AlumnusRef } from './find-alumnus.ts'
import { writeRecordChanges, type RecordChange } from './record-changes.ts'

/** A field of an alumnus that was changed here, with its values as stored. */
export type FieldEdit = { buid: string; field: AlumnusField; before: string | null; after: string | null }
/** Queues an edit for the CRM, in the transaction of the edit, and answers which queued changes it withdrew. */
export type QueueChange = (em: EntityManager, edit: FieldEdit, by: StaffUser) => Promise<unknown[]>

/**
 * Writes what a staff member knows better than the CRM; each changed field is a change for the CRM from then on. 400: a
 * value is not right. 404: no such alumnus. 409: somebody else was faster; nothing is written, and `current` has their values.
 */
export async function editContact(
  em: EntityManager,
  ref: AlumnusRef,
  request: ContactEdit,
  by: StaffUser,
  queueChange: QueueChange,
): Promise<void> {
  const { edits: wanted, wrong } = readContactEdit(request)
  refuseWrong(wrong)
  await em.transactional(async (em) => {
    const { id, buid, current } = await lockAlumnus(em, ref)
    refuseOutdated(wanted, current)
    refuseWrong(wrongInCountry(wanted, current))
    const edits = wanted.filter(({ field, to }) => to !== current[field])
    if (edits.length === 0) return
    await write(em, buid, edits)
    const fields: RecordChange['fields'] = {}
    for (const { field, to } of edits) fields[field] = [current[field], to]
    await writeRecordChanges(em, by, [{ record: 'alumnus', record_id: id, buid, action: 'changed', fields }])
    const withdrawn: unknown[] = []
    for (const { field, to } of edits)
      withdrawn.push(...(await queueChange(em, { buid, field, before: current[field], after: to }, by)))
    await audit(em, by, 'alumnus.contact-edited', `alumni/${buid}`, { fields, withdrawn })
  })
}

type LockedAlumnus = { id: number; buid: string; current: Record<ContactField, string | null> }

async function lockAlumnus(em: EntityManager, ref: AlumnusRef): Promise<LockedAlumnus> {
  const row = await em
    .getKysely()
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
  const fields = Object.fromEntries(outdated.map((field) => [field, `${fieldName(field)} has been changed meanwhile.`]))
  const values = Object.fromEntries(
    outdated.map((field) => [field, isFlag(field) ? current[field] === 'true' : current[field]]),
  ) as ContactValues
  throw new HttpError(
    409,
    'Somebody else has changed the same details meanwhile. Nothing of yours has been saved yet.',
    { fields, body: { current: values } },
  )
}

async function write(em: EntityManager, buid: string, edits: readonly Edit[]): Promise<void> {
  const values = Object.fromEntries(edits.map(({ field, to }) => [field, to]))
  await em
    .getKysely()
    .updateTable('alumni')
    .set({ ...values, updated_at: sql`now()` })
    .where('buid', '=', buid)
    .execute()
}

function isFlag(field: ContactField): field is ContactFlag {
  return (contactFlags as readonly ContactField[]).includes(field)
}
