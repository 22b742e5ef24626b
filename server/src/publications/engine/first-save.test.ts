import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { letterOf } from '../../../testing/list-letters.ts'
import type { Caller } from '../../../testing/caller.ts'
import { buildContentStory } from '../testing/content-story.ts'

const { as, db, visitor } = await buildContentStory()
const [ada, stan] = [await as('admin'), await as('staff')]

const text = {
  title: 'Rowing',
  slug: 'rowing',
  summary: 'Up at six.',
  body: 'Come.',
  picture: 'coast',
  photo: null,
  photo_alt: '',
}
const event = {
  community_id: null,
  starts: '2099-07-01T18:00',
  ends: '2099-07-01T20:00',
  time_zone: 'Europe/Dublin',
  venue: 'The quay',
  address: '',
  is_online: false,
  places: null,
  max_guests: 0,
}
const opportunity = {
  kind: 'hosting',
  place: 'Boston',
  is_remote: false,
  effort: '',
  question: '',
  places: 2,
  closes_on: null,
}
type SavedRecord = { id: number; version: number; title: string; slug: string }
const homes: [string, 'communities' | 'news_items' | 'events' | 'opportunities' | 'list_letters', object][] = [
  ['/settings/content/communities', 'communities', { kind: 'interest' }],
  ['/settings/content/news', 'news_items', { author: '', community_id: null, ends: null }],
  ['/champion_signups/events', 'events', event],
  ['/champion_signups/opportunities', 'opportunities', opportunity],
  ['/letters', 'list_letters', letterOf({ list: { from: 'people', buids: [] } })],
]
const patch = (caller: Caller, url: string, payload: object) => caller.request({ method: 'PATCH', url, payload })

test.each(homes)(
  'Ada saves a new form again after a lost reply, and has one draft with her latest text (%s)',
  async (home, table, fields) => {
    const form = { ...fields, ...text, form_id: randomUUID() }
    const count = async () => (await db.selectFrom(table).select('id').execute()).length
    const before = await count()
    const save = async (changes: object = {}) => (await ada.post(home, { ...form, ...changes })).json<SavedRecord>()
    const [first, second] = await Promise.all([save(), save()])
    expect([second.id, second.version]).toEqual([first.id, 1])
    expect(await save({ title: 'Rowing at dawn' })).toMatchObject({ id: first.id, version: 2, title: 'Rowing at dawn' })
    expect(await save({ title: 'Rowing', slug: '' })).toMatchObject({ id: first.id, title: 'Rowing', slug: 'rowing' })
    expect(await count()).toBe(before + 1)
    const other = await save({ slug: '', form_id: randomUUID() })
    expect(other).toMatchObject({ slug: 'rowing-2' })
    expect(other.id).not.toBe(first.id)
    await ada.request({ method: 'DELETE', url: `${home}/${first.id}`, payload: { version: 3 } })
    expect((await ada.get(`${home}/${first.id}/edit`)).statusCode).toBe(404)
    expect(await save()).toMatchObject({ slug: 'rowing', version: 1 })
  },
)

test('a repeated save does not overwrite a colleague’s changes to the draft, and an invalid form id is refused', async () => {
  const home = '/champion_signups/events'
  const form = { ...event, ...text, slug: 'regatta', title: 'Regatta', form_id: randomUUID() }
  const draft = (await ada.post(home, form)).json<SavedRecord>()
  await patch(stan, `${home}/${draft.id}`, { ...form, title: 'Regatta at noon', version: 1 })
  const refused = await ada.post(home, { ...form, summary: 'Later.' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ current: { id: draft.id, title: 'Regatta at noon', version: 2 } })
  // Publishes the draft in another tab.
  const published = { ...form, slug: 'fair', form_id: randomUUID() }
  const fair = (await ada.post(home, published)).json<SavedRecord>()
  expect(await ada.post(`${home}/${fair.id}/moves`, { move: 'publish' })).toMatchObject({ statusCode: 200 })
  expect(await ada.post(home, { ...published, summary: 'Later.' })).toMatchObject({ statusCode: 409 })
  expect((await ada.post(home, { ...form, form_id: 'events' })).statusCode).toBe(400)
  expect((await visitor.visit(`/events/${form.form_id}`)).statusCode).toBe(404)
})
