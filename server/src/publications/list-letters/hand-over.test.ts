import type { ListLetterPage, ListLetterRecord } from '@alumni/shared/publications/list-letters'
import type { Morning } from '@alumni/shared/morning'
import { expect, test } from 'vitest'
import { markTested } from '../../../testing/list-letters.ts'
import { findDates } from './kind.ts'
import { buildLettersStory } from '../testing/letters-story.ts'

const story = await buildLettersStory({ LIST_LETTERS_STAFF_MAX: '2' })
const { createAlumni, as, db, createDraft, mailServer, stan, runJobs, skipMinutes, sendLetters } = story
const ada = await as('admin')
await db.updateTable('staff_users').set({ job_title: 'Director & Dean' }).where('id', '=', stan.user!.id).execute()

const handOver = async (caller = stan) => {
  const { buids } = await createAlumni(3)
  const letter = await createDraft({ list: { from: 'people', buids } })
  await markTested(db)
  const reply = await caller.post(`/letters/${letter.id}/requests`, { version: letter.version })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<ListLetterRecord>()
}
const decline = (id: number, payload: object, caller = ada) =>
  caller.request({ method: 'DELETE', url: `/letters/${id}/requests`, payload })
const findTask = async (caller = ada) =>
  (await caller.get('/morning')).json<Morning>().tasks.find(({ name }) => name === 'letters_to_send')
const actionsOf = async (id: number) => {
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'who', 'detail'])
    .where('subject', '=', `list_letters/${id}`)
    .orderBy('id')
    .execute()
  return entries
}

test('Stan hands over a letter, and Ada finds it among her tasks and sends it with his name, title and reply address', async () => {
  const letter = await handOver()
  expect(letter).toMatchObject({ state: 'requested', author: stan.user!.name, author_id: stan.user!.id })
  expect(await findTask()).toEqual({ name: 'letters_to_send', count: 1, path: `/letters/${letter.id}` })
  expect(await findTask(stan)).toBeUndefined()
  const listed = (await ada.get('/letters?state=requested')).json()
  expect(listed).toMatchObject({
    matching: 1,
    counts: { requested: 1 },
    letters: [{ id: letter.id, state: 'requested' }],
  })
  const preview = (await ada.post(`/letters/${letter.id}/preview`, { position: 1 })).json<{ signature: string }>()
  expect(preview.signature).toBe(`${stan.user!.name}\nDirector & Dean`)

  const send = { version: letter.version, written_to: 3, typed_count: 3 }
  expect((await stan.post(`/letters/${letter.id}/send`, send)).statusCode).toBe(403)
  expect((await ada.post(`/letters/${letter.id}/send`, send)).json()).toMatchObject({
    state: 'leaving',
    sender: ada.user!.name,
    author: stan.user!.name,
  })
  expect(await findTask()).toBeUndefined()
  await skipMinutes()
  await runJobs(letter)
  expect(mailServer.messages).toHaveLength(3)
  for (const raw of mailServer.messages) {
    expect(raw).toMatch(new RegExp(`^Reply-To: .*<${stan.user!.email}>`, 'm'))
    expect(raw).toContain(`${stan.user!.name}\r\nDirector & Dean`)
  }
  const entries = await actionsOf(letter.id)
  expect(entries.map(({ action, who }) => [action, who])).toEqual([
    ['letter.created', stan.user!.name],
    ['letter.requested', stan.user!.name],
    ['letter.send', ada.user!.name],
    ['letter.recipients', ada.user!.name],
  ])
  expect(entries.at(-1)!.detail).toMatchObject({ asked_by: stan.user!.name })
})

test('correcting a letter that was handed over does not change its author', async () => {
  const letter = await handOver()
  const { list, ...fields } = letter
  const url = `/letters/${letter.id}`
  const saved = await ada.request({ method: 'PATCH', url, payload: { ...fields, list, body: 'Join us.' } })
  expect(saved.json()).toMatchObject({ state: 'requested', author: stan.user!.name, updated_by: ada.user!.name })
  const again = { version: saved.json<ListLetterRecord>().version, written_to: 3, typed_count: 3 }
  expect((await ada.post(`${url}/send`, again)).json().error).toBe('Send yourself a test of this letter first.')
})

test('Ada returns a letter with a reason, which Stan reads by e-mail and on its page until he asks again', async () => {
  const letter = await handOver()
  expect((await decline(letter.id, { reason: ' ' })).json().fields).toEqual({ reason: 'Write what is to be changed.' })
  const back = (await decline(letter.id, { reason: 'The date is wrong.' })).json()
  expect(back).toMatchObject({ state: 'draft', decline_reason: 'The date is wrong.', requested_at: null })
  const { id: adas } = await handOver(ada)
  expect((await decline(adas, { reason: 'Wrong.' }, stan)).statusCode).toBe(403)
  await decline(adas, {})
  const late = await decline(letter.id, { reason: 'Again.' })
  expect([late.statusCode, late.json().error]).toEqual([409, 'This letter is now a draft. Reload the page.'])
  const [mail] = await sendLetters()
  expect([mail!.to, mail!.subject]).toEqual([stan.user!.email, 'Given back: Dinner in Dublin'])
  expect(mail!.text).toContain('The date is wrong.')
  const again = await stan.post(`/letters/${letter.id}/requests`, { version: letter.version })
  expect(again.json()).toMatchObject({ state: 'requested', decline_reason: null })
  const twice = await stan.post(`/letters/${letter.id}/requests`, { version: letter.version })
  expect(twice.json().error).toBe('This letter is now with an administrator. Reload the page.')
  expect((await decline(letter.id, {}, stan)).json()).toMatchObject({ state: 'draft', decline_reason: null })
  expect((await actionsOf(letter.id)).map(({ action }) => action)).toEqual([
    'letter.created',
    'letter.requested',
    'letter.declined',
    'letter.requested',
    'letter.withdrawn',
  ])
})

test('a letter that cannot be sent cannot be handed over', async () => {
  const { buids } = await createAlumni(3)
  const untested = await createDraft({ list: { from: 'people', buids } })
  const ask = (version: number) => stan.post(`/letters/${untested.id}/requests`, { version })
  expect((await ask(1)).json().error).toBe('Send yourself a test of this letter first.')
  await markTested(db)
  expect((await ask(2)).json().error).toContain('has changed this letter.')
  const bad = await createDraft({ list: { from: 'people', buids }, body: 'See [this](/news/none).' })
  await markTested(db)
  expect((await stan.post(`/letters/${bad.id}/requests`, { version: 1 })).json().error).toContain(
    'leads to a page that is not on the site',
  )
})

test('a letter about an event that is unpublished, over or canceled says why it cannot be sent', async () => {
  const { buids } = await createAlumni(3)
  const letter = await createDraft({ list: { from: 'people', buids }, event_id: await story.createDinner('Lima') })
  await markTested(db)
  const change = (columns: object) =>
    db.updateTable('events').set(columns).where('slug', '=', 'lima').returning('id').executeTakeFirstOrThrow()
  const blocker = async () => (await stan.get(`/letters/${letter.id}`)).json<ListLetterPage>().subject_blocker
  const ask = async () =>
    (await stan.post(`/letters/${letter.id}/requests`, { version: 1 })).json<{ error?: string }>().error
  expect(await blocker()).toBeNull()

  await change({ published_at: null })
  const unpublished = (await blocker())!
  expect(unpublished).toEqual({ message: expect.stringMatching(/^The event is not on the site, .*/), is_over: false })
  expect(await ask()).toBe(unpublished.message)
  await change({ published_at: '2020-01-01', starts_at: '2020-02-01T18:00Z', ends_at: '2020-02-01T20:00Z' })
  expect(await blocker()).toEqual({
    message: 'The event is over, so no more letters about it are sent.',
    is_over: true,
  })
  await change({ ends_at: '2099-02-01T20:00Z', cancelled_at: '2026-01-01' })
  const canceled = (await blocker())!
  expect(canceled).toEqual({
    message: 'The event was canceled, so no more letters about it are sent.',
    is_over: true,
  })
  expect(await ask()).toBe(canceled.message)

  await db.updateTable('list_letters').set({ status: 'stopped' }).where('id', '=', letter.id).execute()
  const resumed = await stan.post(`/letters/${letter.id}/moves`, { move: 'resume' })
  expect([resumed.statusCode, resumed.json().error]).toEqual([409, canceled.message])
  const other = await createDraft({ list: { from: 'people', buids } })
  expect(other.subject_blocker).toBeNull()
})

test('the page of a letter names its list', async () => {
  const id = await story.createDinner('Oslo')
  const name = async (list: object) => (await stan.post('/letters/list_names', { list })).json<{ name: string }>().name
  const search = (query: string) => name({ from: 'search', query })
  expect(await search('')).toBe('All alumni')
  expect(await search('deceased=no&year_from=2015&year_to=2015')).toBe('Class of 2015')
  expect(await search('near=boston&within=25&q=kim')).toBe('Within 25 miles of Boston · “kim”')
  expect(await search('q=1998')).toBe('Class of 1998')
  expect(await search('year_from=none')).toBe('A search of alumni')
  expect(await name({ from: 'champions', query: '' })).toBe('All champions')
  expect(await name({ from: 'champions', query: 'help=mentor&q=kim' })).toBe(
    'Champions · Helps with: Mentoring · “kim”',
  )
  expect(await name({ from: 'answers', to: 'event', id, status: 'going' })).toBe('Answers to Dinner in Oslo, going')
  expect(await name({ from: 'answers', to: 'event', id, status: 'none' })).toBe('Asked to Dinner in Oslo, no answer')
  expect(await name({ from: 'recorded', id: 9999 })).toBe('Recorded list: deleted')
  const letter = await story.sendToPeople((await createAlumni(1)).buids, 1, { event_id: id })
  expect(await name({ from: 'reminder', id: letter.id })).toBe('Asked to Dinner in Oslo by letter, not reminded yet')
  expect(await search(`asked=event-${id}&ask_answer=none`)).toMatch(/^Asked to Dinner in Oslo · .*, no answer$/)
})

test('a reminder lists the days and dates in the text of its invitation', async () => {
  const body = 'Tell us by Friday, November 20, or tomorrow.'
  const earlier = await story.sendToPeople((await createAlumni(1)).buids, 1, { body })
  const reminder = await createDraft({ list: { from: 'reminder', id: earlier.id }, body })
  const { written_dates, choices } = (await stan.get(`/letters/${reminder.id}`)).json<ListLetterPage>()
  expect(written_dates).toEqual({ words: ['Friday, November 20', 'tomorrow'], at: expect.any(String) })
  expect(choices).toMatchObject({ staff_max: 2, second_person_above: null })
  expect(
    findDates('On Sunday, Nov. 8, 3rd of May 2027, 11/20, 2026-11-20, this weekend; may, 120/3, Mondayish'),
  ).toEqual(['Sunday, Nov. 8', '3rd of May 2027', '11/20', '2026-11-20', 'this weekend'])
})
