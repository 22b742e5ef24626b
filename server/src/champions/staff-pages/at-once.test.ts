import { expect, test } from 'vitest'
import type { Db } from '../../foundations/database/db.ts'
import { confirmEmailChange, cancelChanges, createChangeLink } from '../profile/change-email.ts'
import { eraseDeletedSignups } from '../profile/erase-signups.ts'
import { createSignup } from '../../../testing/champions.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { linkSignup } from './signup-link.ts'
import { addNote, deleteNote } from './notes.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, alumnus, listAuditActions, config, db, people, seenOf, signUp } = await buildSignupStory()
const pageOf = (id: number) => `/champion_signups/${id}`
const restore = (id: number) => stan.post(`${pageOf(id)}/restore`)
const createDeleted = () => signUp({ deleted_at: new Date() })
const signUpWith = (email: string) => (db: Db) => createSignup(db, { email, first_name: 'Ana' })

test('Stan cannot restore a signup whose address someone signs up with at that moment, and reads who', async () => {
  const { id, email } = await createDeleted()
  const [reply] = await runDuring(db, signUpWith(email), [() => restore(id)])
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { error: expect.stringContaining('Ana García') }])
})

test('a signup that Stan restores while Ada links another one to its alumnus comes back without the link', async () => {
  const buid = await alumnus()
  const [gone, other] = [await signUp({ buid, status: 'linked', deleted_at: new Date() }), await signUp()]
  const links = (db: Db) => linkSignup(db, other.id, buid, people.admin)
  const [reply] = await runDuring(db, links, [() => restore(gone.id)])
  expect(reply.json()).toMatchObject({ alumnus: null })
})

test('Stan cannot restore a signup that is being erased', async () => {
  const { id, email } = await signUp({ deleted_at: '2026-01-01' })
  const clearDeletion = (db: Db) =>
    db.updateTable('champion_signups').set({ deleted_at: null }).where('id', '=', id).execute()
  await runDuring(db, clearDeletion, [() => eraseDeletedSignups(db)])
  expect((await seenOf(id)).email).toBe(email)
})

test('the second of two people who link one alumnus at the same moment reads who was first', async () => {
  const [first, second, buid] = [await signUp(), await signUp(), await alumnus()]
  const links = (db: Db) => linkSignup(db, first.id, buid, people.admin)
  const [reply] = await runDuring(db, links, [() => stan.post(`${pageOf(second.id)}/link`, { buid })])
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { links: { self: pageOf(first.id) } }])
})

test('the second of two people who link one signup at the same moment reads who was first', async () => {
  const [{ id }, buid, another] = [await signUp(), await alumnus(), await alumnus()]
  const links = (db: Db) => linkSignup(db, id, buid, people.admin)
  const [reply] = await runDuring(db, links, [() => stan.post(`${pageOf(id)}/link`, { buid: another })])
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { error: expect.stringContaining(buid) }])
})

test('an address that is taken at the moment in which Stan or its champion assigns it is refused', async () => {
  const { id, email } = await signUp()
  const [byStan, byHer] = ['by.stan@example.com', 'by.her@example.com']
  const payload = { seen: await seenOf(id), signin: { email: byStan } }
  const [reply] = await runDuring(db, signUpWith(byStan), [
    () => stan.request({ method: 'PATCH', url: pageOf(id), payload }),
  ])
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { fields: { email: expect.any(String) } }])
  const { id: change } = await db
    .insertInto('email_changes')
    .values({ signup_id: id, old_email: email, new_email: byHer, expires_at: new Date(Date.now() + 3600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = (await createChangeLink(db, config, change)).split('/').at(-1)!
  const [answer] = await runDuring(db, signUpWith(byHer), [() => confirmEmailChange(db, config, token, 'somewhere')])
  expect(answer).toBe('taken')
})

test('a change of address that is canceled while it is confirmed is not made', async () => {
  const { id, email } = await signUp()
  const { id: change } = await db
    .insertInto('email_changes')
    .values({ signup_id: id, old_email: email, new_email: `new.${email}`, expires_at: new Date(Date.now() + 3600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = (await createChangeLink(db, config, change)).split('/').at(-1)!
  const confirm = () => confirmEmailChange(db, config, token, 'somewhere')
  expect(await runDuring(db, (db) => cancelChanges(db, id), [confirm])).toEqual(['spent'])
})

test('a note that Stan deletes while he edits it in another tab is deleted, without an edit event', async () => {
  const { id } = await signUp()
  await addNote(db, { signup: id }, 'Call her.', people.staff)
  const { id: note } = await db
    .selectFrom('signup_notes')
    .select('id')
    .where('signup_id', '=', id)
    .executeTakeFirstOrThrow()
  const removeNote = (db: Db) => deleteNote(db, { signup: id }, note, people.staff)
  const url = `${pageOf(id)}/notes/${note}`
  const [reply] = await runDuring(db, removeNote, [
    () => stan.request({ method: 'PATCH', url, payload: { text: 'Write.' } }),
  ])
  expect(reply.statusCode).toBe(404)
  expect(await listAuditActions(id)).toEqual(['champion-signup.note-added', 'champion-signup.note-deleted'])
})
