import type { LetterPreview, ListLetterPage } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'

const story = await buildTestApp({ env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' } })
const { as, sendLetters } = story
const { add } = recordsOf(story)
const stan = await as('staff')

const people: Record<string, string | boolean | null>[] = [
  { buid: 'B00000001', first_name: 'José', primary_email: 'jose@example.org' },
  { buid: 'B00000002', first_name: 'Wilhelmina', primary_email: 'mina@example.org' },
  { buid: 'B00000003', first_name: null, primary_email: 'a@example.org' },
  { buid: 'B00000004', first_name: 'Tom', primary_email: 'tom@example.org', deceased: true },
  { buid: 'B00000005', first_name: 'Eve', primary_email: 'eve@example.org' },
]
beforeAll(async () => {
  for (const person of people) await add('alumni', { last_name: 'Quillon', ...person })
  for (const degree of [
    { degree_code: 'BA', degree_date: '1998-05-20' },
    { degree_code: 'MBA', degree_date: '2004-05-20' },
  ])
    await add('educations', { buid: 'B00000005', kind: 'degree', ...degree })
})

const letter = letterOf({
  title: 'News of spring',
  body: 'The **river** is open.',
  topic: 'news',
  list: { from: 'search', query: 'q=quillon' },
})
const write = async () => (await stan.post('/letters', letter)).json<ListLetterPage>()
const read = async (id: number) => (await stan.get(`/letters/${id}`)).json<ListLetterPage>()
const preview = async (id: number, position: number) =>
  (await stan.post(`/letters/${id}/preview`, { position })).json<LetterPreview>()

test('Stan previews the letter as each person gets it, unusual people first', async () => {
  const { id } = await write()
  const previews = []
  for (const position of [1, 2, 3, 4]) previews.push(await preview(id, position))
  expect(previews.map(({ name, oddity, greeting, class_years }) => [name, oddity, greeting, class_years])).toEqual([
    ['Quillon', 'no_first_name', 'Dear friend,', []],
    ['Wilhelmina Quillon', 'longest_name', 'Dear Wilhelmina,', []],
    ['Eve Quillon', 'several_degrees', 'Dear Eve,', [1998, 2004]],
    ['José Quillon', null, 'Dear José,', []],
  ])
  expect(previews[0]).toMatchObject({ people: 4, address: '1 College Street, Bayside, MA 02000', button: null })
  expect(previews[0]!.html).toContain('<strong>river</strong>')
  expect(previews[0]!.text).toContain('The river is open.')
  // A position past the end selects the last person, because the list may have become shorter.
  expect((await preview(id, 5)).name).toBe(previews[3]!.name)
  const none = (await stan.post('/letters', { ...letter, list: { from: 'people', buids: [] } })).json<{ id: number }>()
  expect((await stan.post(`/letters/${none.id}/preview`, { position: 1 })).json().error).toBe(
    'No one on this list can be written to. Choose other people.',
  )
})

test('a test of a letter is valid for the tested text, also after a change was undone', async () => {
  const draft = await write()
  expect((await read(draft.id)).is_tested).toBe(false)
  const reply = await stan.post(`/letters/${draft.id}/tests`, { position: 3 })
  expect(reply.json()).toEqual({ sent_to: stan.user!.email, as: 'Eve Quillon' })
  expect((await sendLetters()).map(({ to, subject, text }) => [to, subject, text.includes('Dear Eve,')])).toEqual([
    [stan.user!.email, 'Test: News of spring', true],
  ])
  const tested = await read(draft.id)
  expect([tested.is_tested, tested.version]).toEqual([true, draft.version])
  await stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 4 })
  expect((await preview(draft.id, 3)).name).toBe('Eve Quillon')
  await stan.post(`/letters/${draft.id}/moves`, { move: 'take_back' })
  const { version, is_tested } = await read(draft.id)
  expect(is_tested).toBe(true)
  const payload = { ...letter, body: 'The river is closed.', version }
  await stan.request({ method: 'PATCH', url: `/letters/${draft.id}`, payload })
  expect((await read(draft.id)).is_tested).toBe(false)
})

test('a sent letter can still be read as its people got it after one of them is erased', async () => {
  const [gone, remaining] = [
    await createSignup(story.db, { first_name: '', email: 'gone@example.org' }),
    await createSignup(story.db, { email: 'left@example.org' }),
  ]
  const champions = { ...letter, list: { from: 'champions', query: '' } }
  const { id, version } = (await stan.post('/letters', champions)).json<ListLetterPage>()
  await markTested(story.db)
  await stan.post(`/letters/${id}/send`, { version, written_to: 2 })
  expect(await preview(id, 1)).toMatchObject({ signup_id: gone.id, people: 2 })
  await story.db
    .updateTable('champion_signups')
    .set({ deleted_at: sql<string>`now()` })
    .where('id', '=', gone.id)
    .execute()
  expect(await preview(id, 1)).toMatchObject({ signup_id: remaining.id, people: 1 })
})

test('a letter without a preview line can be scheduled in the institution’s time zone', async () => {
  const { id, version } = await write()
  await markTested(story.db)
  const send = (time: string) => stan.post(`/letters/${id}/send`, { version, written_to: 4, at: time })
  const late = await send('9999-12-31T23:59')
  expect([late.statusCode, late.json().fields]).toEqual([422, { at: 'Check the year.' }])
  expect((await send('2020-01-01T09:00')).json().fields).toEqual({ at: expect.stringContaining('has passed') })
  expect((await send('2040-01-01T09:00')).json()).toMatchObject({
    state: 'leaving',
    published_at: '2040-01-01T14:00:00.000Z',
  })
})

test('a name placeholder is only for the greeting, and a subject needs a visible character', async () => {
  const fieldsOf = async (changes: object) =>
    (await stan.post('/letters', { ...letter, ...changes })).json<{ fields: object }>().fields
  const misplaced = { title: 'For {name}', summary: '{ Name }, come', body: 'Dear {name},' }
  for (const [field, text] of Object.entries(misplaced))
    expect(await fieldsOf({ [field]: text })).toEqual({
      [field]: 'Remove {name} here: only the greeting can have it.',
    })
  for (const title of ['\u200b\u200d', '\u2800', '\u3164 \ufe0f', '\u00ad'])
    expect(await fieldsOf({ title })).toEqual({ title: 'Write a subject.' })
  expect(await fieldsOf({ title: '👩‍🎓' })).toBeUndefined()
})

test('each number of recipients opens its people', async () => {
  const readPeople = async (reason: string | null) =>
    (await stan.post('/letters/reach/people', { ...letter, reason })).json<{ people: object[]; matching: number }>()
  expect(await readPeople('deceased')).toMatchObject({
    matching: 1,
    people: [{ name: 'Tom Quillon', buid: 'B00000004' }],
  })
  expect((await readPeople(null)).matching).toBe(4)
  expect(await readPeople('bounced')).toMatchObject({ matching: 0, people: [] })
})

test('a letter can be about anything that is not over', async () => {
  const ada = await as('admin')
  await ada.post('/settings/content/news', {
    title: 'The river',
    slug: '',
    summary: 'Open.',
    body: '',
    photo: null,
    photo_alt: '',
    picture: 'letter',
    author: '',
    community_id: null,
    ends: null,
  })
  const { about, staff_max } = (await stan.get('/letters/new')).json<ListLetterPage['choices']>()
  expect(about).toEqual([
    {
      value: expect.stringMatching(/^news_item:\d+$/),
      label: 'News: The river (not published yet)',
      title: 'The river',
    },
  ])
  expect(staff_max).toBe(200)
})
