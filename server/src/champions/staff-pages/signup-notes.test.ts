import { expect, test } from 'vitest'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { dataPage } from '@alumni/shared/champions/profile'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, ada, asChampion, audited, page, signUp } = await buildSignupStory()
const add = async (id: number, text: string, who = stan) =>
  (await who.post(`/champion_signups/${id}/notes`, { text })).json<SignupPage>().notes
const edit = (id: number, note: number, text: string, who = stan) =>
  who.request({ method: 'PATCH', url: `/champion_signups/${id}/notes/${note}`, payload: { text } })
const remove = (id: number, note: number, who = stan) =>
  who.request({ method: 'DELETE', url: `/champion_signups/${id}/notes/${note}` })

test('Stan notes what colleagues should know; he may change it, Ada may not', async () => {
  const { id } = await signUp()
  const [note] = await add(id, ' Prefers to be called in the evening. ')
  expect(note).toMatchObject({ text: 'Prefers to be called in the evening.', by: 'Stan Okafor', is_mine: true })
  expect((await page(id, ada)).notes).toMatchObject([{ by: 'Stan Okafor', is_mine: false }])
  for (const reply of [await edit(id, note!.id, 'Never.', ada), await remove(id, note!.id, ada)])
    expect([reply.statusCode, reply.json()]).toEqual([403, { error: 'Only the author of a note may change it.' }])
  expect((await edit(id, note!.id, 'Call after six.')).json<SignupPage>().notes).toMatchObject([
    { text: 'Call after six.' },
  ])
  expect((await remove(id, note!.id)).json<SignupPage>().notes).toEqual([])
  expect((await remove(id, note!.id)).statusCode).toBe(404)
  expect(await audited(id)).toEqual([
    'champion-signup.note-added',
    'champion-signup.note-edited',
    'champion-signup.note-deleted',
  ])
})

test('a note needs words, and belongs to its signup', async () => {
  const [one, other] = [await signUp(), await signUp()]
  const reply = await stan.post(`/champion_signups/${one.id}/notes`, { text: '  ' })
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { fields: { text: 'Write a note.' } }])
  const [note] = await add(one.id, 'Of the first.')
  expect((await edit(other.id, note!.id, 'Of the other.')).statusCode).toBe(404)
})

test('Majo reads that there is a note, and that she can ask for its words; she does not read them', async () => {
  const signup = await signUp()
  await add(signup.id, 'Sings too loud.')
  const browser = await asChampion(signup)
  const file = await browser.visit('/profile/data.json')
  expect(file.json<{ notes: unknown[] }>().notes).toMatchObject([{ created_at: expect.any(String) }])
  const shown = await browser.visit('/profile/data')
  for (const { body } of [file, shown]) expect(body).not.toMatch(/Sings too loud|Stan/)
  const section = propsOf(shown, dataPage).sections.find(({ title }) => title.startsWith('Notes by our office'))
  expect(section).toMatchObject({ title: 'Notes by our office (ask us for a copy)' })
  expect(section!.records).toHaveLength(1)
})

test('a note of a signup that was merged into another stands on the other’s page', async () => {
  const survivor = await signUp()
  const { id } = await signUp({ merged_into_id: survivor.id, deleted_at: '2026-11-01' })
  const [note] = await add(id, 'Of the merged one.')
  expect((await page(survivor.id)).notes).toMatchObject([{ text: 'Of the merged one.' }])
  expect((await edit(survivor.id, note!.id, 'Still there.')).statusCode).toBe(200)
})
