import { expect, test } from 'vitest'
import type { AlumnusPage } from '@alumni/shared/alumni/record'
import { dataPage } from '@alumni/shared/champions/profile'
import { propsOf } from '../../../testing/portal-view.ts'
import { eraseDeletedSignups } from '../profile/erase-signups.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, ada, as, db, alumnus, asChampion, listAuditActions, page, signUp } = await buildSignupStory()
const notesOfAlumnus = async (buid: string, caller = stan) =>
  (await caller.get(`/alumni/${buid}`)).json<AlumnusPage>().notes
const add = async (id: number, text: string, caller = stan) => {
  expect((await caller.post(`/champion_signups/${id}/notes`, { text })).statusCode).toBe(204)
  return (await page(id, caller)).notes
}
const edit = (id: number, note: number, text: string, caller = stan) =>
  caller.request({ method: 'PATCH', url: `/champion_signups/${id}/notes/${note}`, payload: { text } })
const remove = (id: number, note: number, caller = stan) =>
  caller.request({ method: 'DELETE', url: `/champion_signups/${id}/notes/${note}` })

test('Stan adds a note, which he may change and Ada may not', async () => {
  const { id } = await signUp()
  const [note] = await add(id, ' Prefers to be called in the evening. ')
  expect(note).toMatchObject({ text: 'Prefers to be called in the evening.', by: 'Stan Okafor', is_mine: true })
  expect((await page(id, ada)).notes).toMatchObject([{ by: 'Stan Okafor', is_mine: false }])
  for (const reply of [await edit(id, note!.id, 'Never.', ada), await remove(id, note!.id, ada)])
    expect([reply.statusCode, reply.json()]).toEqual([403, { error: 'Only the author of a note may change it.' }])
  expect((await edit(id, note!.id, 'Call after six.')).statusCode).toBe(204)
  expect((await page(id)).notes).toMatchObject([{ text: 'Call after six.' }])
  expect((await remove(id, note!.id)).statusCode).toBe(204)
  expect((await page(id)).notes).toEqual([])
  expect((await remove(id, note!.id)).statusCode).toBe(404)
  expect(await listAuditActions(id)).toEqual([
    'champion-signup.note-added',
    'champion-signup.note-edited',
    'champion-signup.note-deleted',
  ])
})

test('a note that is sent twice is added once; the same text by a colleague is another note', async () => {
  const { id } = await signUp()
  await add(id, 'Speaks Dutch.')
  await add(id, 'Speaks Dutch.')
  expect(await add(id, 'Speaks Dutch.', ada)).toHaveLength(2)
  expect(await listAuditActions(id)).toEqual(['champion-signup.note-added', 'champion-signup.note-added'])
})

test('a note needs text, and belongs to its signup', async () => {
  const [first, second] = [await signUp(), await signUp()]
  const reply = await stan.post(`/champion_signups/${first.id}/notes`, { text: '  ' })
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { fields: { text: 'Write a note.' } }])
  const [note] = await add(first.id, 'Of the first.')
  expect((await edit(second.id, note!.id, 'Of the other.')).statusCode).toBe(404)
})

test('Majo reads that a note exists and that she can ask for its text, but not the text', async () => {
  const signup = await signUp()
  await add(signup.id, 'Sings too loud.')
  const browser = await asChampion(signup)
  const file = await browser.visit('/profile/data.json')
  expect(file.json<{ notes: unknown[] }>().notes).toMatchObject([{ created_at: expect.any(String) }])
  const pageReply = await browser.visit('/profile/data')
  for (const { body } of [file, pageReply]) expect(body).not.toMatch(/Sings too loud|Stan/)
  const section = propsOf(pageReply, dataPage).sections.find(({ title }) => title.startsWith('Notes by our office'))
  expect(section).toMatchObject({ title: 'Notes by our office (ask us for a copy)' })
  expect(section!.records).toHaveLength(1)
})

test('a note of a merged signup is on the survivor’s page', async () => {
  const survivor = await signUp()
  const { id } = await signUp({ merged_into_id: survivor.id, deleted_at: '2026-11-01' })
  const [note] = await add(id, 'Of the merged one.')
  expect((await page(survivor.id)).notes).toMatchObject([{ text: 'Of the merged one.' }])
  expect((await edit(survivor.id, note!.id, 'Still there.')).statusCode).toBe(204)
})

test('an alumnus and their linked signup share one list of notes, which viewers may not read', async () => {
  const buid = await alumnus()
  const signup = await signUp({ buid, status: 'linked' })
  expect((await stan.post(`/alumni/${buid}/notes`, { text: 'Of the alumnus.' })).statusCode).toBe(204)
  await add(signup.id, 'Of the signup.')
  const both = [{ text: 'Of the signup.' }, { text: 'Of the alumnus.' }]
  const notes = await notesOfAlumnus(buid)
  expect(notes).toMatchObject(both)
  expect((await page(signup.id)).notes).toMatchObject(both)
  expect(await notesOfAlumnus(buid, await as('viewer'))).toEqual([])
  const url = `/alumni/${buid}/notes/${notes[0]!.id}`
  expect((await stan.request({ method: 'PATCH', url, payload: { text: 'Changed.' } })).statusCode).toBe(204)
  expect((await page(signup.id)).notes[0]).toMatchObject({ text: 'Changed.' })
  expect((await stan.post(`/champion_signups/${signup.id}/unlink`, { buid })).statusCode).toBe(200)
  expect(await notesOfAlumnus(buid)).toMatchObject([{ text: 'Of the alumnus.' }])
  expect((await page(signup.id)).notes).toMatchObject([{ text: 'Changed.' }])
  const subject = `alumni/${buid}`
  expect(await db.findAll('audit_entries', ['action'], { subject })).toContainEqual({ action: 'alumnus.note-added' })
})

test('a note about an alumnus stays when their signup is erased, and one about an unknown person is refused', async () => {
  const buid = await alumnus()
  const signup = await signUp({ buid, status: 'linked' })
  await stan.post(`/alumni/${buid}/notes`, { text: 'Of the alumnus.' })
  await add(signup.id, 'Of the signup.')
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', signup.id).execute()
  await eraseDeletedSignups(db)
  expect(await notesOfAlumnus(buid)).toMatchObject([{ text: 'Of the alumnus.' }])
  const reply = await stan.post('/alumni/B99999999/notes', { text: 'Of no one.' })
  expect([reply.statusCode, reply.json()]).toEqual([404, { error: 'There is no such alumnus.' }])
})
