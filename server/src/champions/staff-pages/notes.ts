import { sql } from 'kysely'
import { noteRequest, type Note } from '@alumni/shared/alumni/notes'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare } from '../../foundations/database/rows.ts'
import { utc } from '../../foundations/database/utc.ts'
import { rowId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions, audit, type StaffUser } from '../../staff/index.ts'
import { isNoteAbout, type Person } from '../record/notes-about.ts'
import { lockSignup } from './signup-lock.ts'

const paths = {
  '/champion_signups/:id': rowId.transform((signup): Person => ({ signup })),
  '/alumni/:id': z
    .string()
    .regex(/^B\d{8}$/)
    .transform((buid): Person => ({ buid })),
}

export function noteRoutes(app: App): void {
  for (const [path, id] of Object.entries(paths)) {
    const group = { url: `${path}/notes`, needs: 'staff' as const }
    const pageActions = actions(app, { ...group, params: z.object({ id }) })
    pageActions.post('', { body: noteRequest }, ({ db, params, body, me }) => addNote(db, params.id, body.text, me))
    const noteActions = actions(app, { ...group, url: `${group.url}/:note`, params: z.object({ id, note: rowId }) })
    noteActions.patch('', { body: noteRequest }, ({ db, params, body, me }) =>
      editNote(db, params.id, params.note, body.text, me),
    )
    noteActions.delete('', {}, ({ db, params, me }) => deleteNote(db, params.id, params.note, me))
  }
}

/** Newest first. Includes the notes about all signups of an alumnus. */
export async function notesOf(db: Db, person: Person, reader: StaffUser): Promise<Note[]> {
  const rows = await db
    .selectFrom('signup_notes as n')
    .innerJoin('staff_users as author', 'author.id', 'n.staff_user_id')
    .select(['n.id', 'n.body as text', 'n.staff_user_id', 'author.name as by'])
    .select([utc('n.created_at').as('created_at'), utc('n.updated_at').as('updated_at')])
    .where(isNoteAbout(person))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ staff_user_id, ...note }) => ({ ...note, is_mine: staff_user_id === reader.id }))
}

/**
 * Adds a note about a signup, deleted or not, or an alumnus, unless the user added it within the last ten minutes, as
 * after a lost reply. Throws 404, or 409 for an erased signup.
 */
export async function addNote(db: Db, person: Person, text: string, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    if ('signup' in person) {
      const { email } = await lockSignup(db, person.signup)
      if (email === '') throw new HttpError(409, 'This signup has been erased, so it can have no more notes.')
    } else await db.get('alumni', ['id'], person, { notFound: 'There is no such alumnus.' })
    const subject = 'signup' in person ? { signup_id: person.signup } : person
    const note = { ...subject, staff_user_id: user.id, body: text }
    const justNow = compare('>', sql`now() - interval '10 minutes'`)
    if (await db.find('signup_notes', ['id'], { ...note, created_at: justNow })) return
    const id = await db.add('signup_notes', note)
    await auditNote(db, user, person, 'added', id)
  })
}

/** Throws 403 for someone else's note, and 404 for a deleted note. */
async function editNote(db: Db, person: Person, note: number, text: string, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockOwnNote(db, person, note, user)
    await db.update('signup_notes', { id: note }, { body: text, updated_at: sql`now()` })
    await auditNote(db, user, person, 'edited', note)
  })
}

export async function deleteNote(db: Db, person: Person, note: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockOwnNote(db, person, note, user)
    await db.remove('signup_notes', { id: note })
    await auditNote(db, user, person, 'deleted', note)
  })
}

async function lockOwnNote(db: Db, person: Person, note: number, user: StaffUser): Promise<void> {
  const found = db.selectFrom('signup_notes as n').select('n.staff_user_id').where('n.id', '=', note)
  const row = await found.where(isNoteAbout(person)).forUpdate().executeTakeFirst()
  if (!row) throw new HttpError(404, 'This note no longer exists.')
  if (row.staff_user_id !== user.id) throw new HttpError(403, 'Only the author of a note may change it.')
}

function auditNote(db: Db, user: StaffUser, person: Person, action: 'added' | 'edited' | 'deleted', note: number) {
  const [kind, subject] =
    'buid' in person ? ['alumnus', `alumni/${person.buid}`] : ['champion-signup', `champion-signups/${person.signup}`]
  return audit(db, user, `${kind}.note-${action}`, subject, { note })
}
