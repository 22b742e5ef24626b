import { sql } from 'kysely'
import type { SignupNote } from '@alumni/shared/champions/staff-page'
import { idsStandingFor } from '../record/find-signup.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockSignup } from './signup-lock.ts'

/** The notes of staff about these signups, the newest first. */
export async function notesOf(db: Db, signups: readonly number[], reader: StaffUser): Promise<SignupNote[]> {
  const rows = await db
    .selectFrom('signup_notes as n')
    .innerJoin('staff_users as s', 's.id', 'n.staff_user_id')
    .select(['n.id', 'n.body as text', 'n.staff_user_id', 's.name as by'])
    .select([utc('n.created_at').as('created_at'), utc('n.updated_at').as('updated_at')])
    .where('n.signup_id', 'in', signups)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ staff_user_id, ...note }) => ({ ...note, is_mine: staff_user_id === reader.id }))
}

/** Notes may be added to a deleted signup too: why it was. 409: nothing of it is left. */
export async function addNote(db: Db, signup: number, text: string, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const { email } = await lockSignup(db, signup)
    if (email === '') throw new HttpError(409, 'This signup has been erased, so it can have no more notes.')
    const id = await db.add('signup_notes', { signup_id: signup, staff_user_id: by.id, body: text })
    await audit(db, by, 'champion-signup.note-added', `champion-signups/${signup}`, { note: id })
  })
}

type NoteRef = { signup: number; note: number }

/** 403: it is another person's. 404: it is gone. */
export async function editNote(db: Db, ref: NoteRef, text: string, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockOwn(db, ref, by)
    await db.update('signup_notes', { id: ref.note }, { body: text, updated_at: sql`now()` })
    await audit(db, by, 'champion-signup.note-edited', `champion-signups/${ref.signup}`, { note: ref.note })
  })
}

/** 403: it is another person's. 404: it is gone. */
export async function deleteNote(db: Db, ref: NoteRef, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockOwn(db, ref, by)
    await db.remove('signup_notes', { id: ref.note })
    await audit(db, by, 'champion-signup.note-deleted', `champion-signups/${ref.signup}`, { note: ref.note })
  })
}

/** A note of a signup that was merged into this one stands on its page too. */
async function lockOwn(db: Db, { signup, note }: NoteRef, by: StaffUser): Promise<void> {
  await lockSignup(db, signup)
  const own = { id: note, signup_id: await idsStandingFor(db, signup) }
  const row = await db.get('signup_notes', ['staff_user_id'], own, { notFound: 'This note no longer exists.' })
  if (row.staff_user_id !== by.id) throw new HttpError(403, 'Only the author of a note may change it.')
}
