import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxFollowed, type FollowedSearch, type SavedSearch } from '@alumni/shared/alumni/saved-searches'
import type { Caller } from '../../../testing/caller.ts'
import { buildImportStory, csv } from '../../exchange/imports/testing/import-story.ts'
import { NotReady } from '../../foundations/http/errors.ts'
import { PeopleIndex } from '../people-index/index.ts'
import { findIds } from '../search/read-found.ts'
import { compareWeek, compareWeeks, type FindMembers } from './moves.ts'

const { app, as, nobody, db, imported, sendLetters } = await buildImportStory()
const [stan, vera] = [await as('staff'), await as('viewer')]
const url = '/alumni_search/saved'
const find: FindMembers = (query, max) => findIds(app.peopleIndex, query, max)
const zone = 'America/New_York'
const turn = (how = find) => compareWeeks(db, { find: how, zone }, new AbortController().signal)
const save = async (who: Caller, body: object) => (await who.post(url, body)).json<SavedSearch>()
const follow = (who: Caller, id: number, how: string) =>
  who.request({ method: 'PATCH', url: `${url}/${id}/follow`, payload: { follow: how } })
const followed = async (who: Caller) =>
  (await who.get(`${url}/followed`)).json<{ searches: FollowedSearch[] }>().searches
const weeksPass = (weeks = 1) =>
  sql`update search_moves set week = week - ${7 * weeks}::int, taken_at = taken_at - interval '1 hour'`.execute(db)
const lettersMayCome = () => sql`update search_follows set told_week = told_week - 7`.execute(db)
const person = (buid: string, last_name: string, state: string, of: object = {}) =>
  db
    .insertInto('alumni')
    .values({ buid, first_name: 'Ana', last_name, state, country: 'US', created_at: '2026-01-01', ...of })
    .execute()
const contacts = (...lines: string[]) => imported('contacts', csv('BUID,State,Deceased', ...lines))

let number = 0
const inCalifornia = (who: Caller, more = {}) =>
  save(who, { name: `In California ${(number += 1)}`, query: 'state=CA&deceased=no', ...more })

beforeEach(async () => {
  for (const table of ['saved_searches', 'alumni_affinities', 'engagements', 'alumni'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await person('B00000001', 'Adams', 'CA')
  await person('B00000002', 'Brown', 'CA')
  await person('B00000003', 'Cole', 'MA')
})

describe('a Monday', () => {
  test('Vera reads who came into her search, who left it, and why; from the first Monday after she began to follow', async () => {
    const search = await inCalifornia(vera)
    expect([search.follow, await followed(vera)]).toEqual(['no', []])
    expect((await follow(vera, search.id, 'page')).statusCode).toBe(204)
    expect((await vera.get(url)).json()).toMatchObject({ searches: [{ id: search.id, follow: 'page' }] })
    expect(await followed(vera)).toMatchObject([{ name: search.name, since: null, count: 2, came_in: null }])

    await weeksPass()
    await contacts('B00000003,CA,', 'B00000001,NY,', 'B00000002,CA,Y')
    // Who left cannot be new, although this database is.
    await sql`update alumni set created_at = now() where buid = 'B00000001'`.execute(db)
    await person('B00000004', 'Diaz', 'CA', { created_at: new Date().toISOString() })
    await turn()
    const [moved] = await followed(vera)
    expect(moved).toMatchObject({ count: 2, before: 2, came_in: { count: 2, off_file: 0 }, left: { count: 2 } })
    expect(moved!.came_in!.people).toEqual([
      { buid: 'B00000003', name: 'Ana Cole', why: 'moved to California' },
      { buid: 'B00000004', name: 'Ana Diaz', why: 'new on file' },
    ])
    expect(moved!.left!.people).toEqual([
      { buid: 'B00000001', name: 'Ana Adams', why: 'moved to New York' },
      { buid: 'B00000002', name: 'Ana Brown', why: 'deceased' },
    ])

    // Nothing that happens later in the week is told before the next Monday.
    await contacts('B00000001,CA,')
    await turn()
    expect(await followed(vera)).toEqual([moved])
    expect((await follow(vera, search.id, 'no')).statusCode).toBe(204)
    expect(await followed(vera)).toEqual([])
    await turn()
    expect(await rows()).toEqual([])
  })

  test('an engagement is a reason where the search asks for it, and what no filter looks at is none', async () => {
    const engaged = await save(vera, { name: 'Engaged', query: 'engaged_from=2026-01-01' })
    const members = await save(vera, { name: 'Singers', query: 'affinity=CHOIR' })
    for (const { id } of [engaged, members]) await follow(vera, id, 'page')
    await weeksPass()
    await sql`insert into activity_codes (code, name) values ('event_attended', 'Event attended') on conflict do nothing`.execute(
      db,
    )
    await sql`insert into affinities (affinity_code, name, category) values ('CHOIR', 'Choir', 'Vocal Ensembles') on conflict do nothing`.execute(
      db,
    )
    await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000001', 'event_attended', '2026-10-03')`.execute(
      db,
    )
    await sql`insert into alumni_affinities (buid, affinity_code) values ('B00000001', 'CHOIR')`.execute(db)
    await contacts('B00000001,NY,')
    await turn()
    expect((await followed(vera)).map(({ came_in }) => came_in!.people.map(({ why }) => why))).toEqual([
      ['engagement recorded: Event attended'],
      ['other data changed'],
    ])
  })

  test('who was taken off file has left without a name', async () => {
    await follow(vera, (await inCalifornia(vera)).id, 'page')
    await weeksPass()
    await sql`delete from alumni where buid = 'B00000001'`.execute(db)
    await turn()
    expect((await followed(vera))[0]).toMatchObject({ left: { count: 1, people: [], off_file: 1 } })
  })

  test('of a search for too many people only the counts are compared, and of one that no one understands nothing', async () => {
    const { id } = await inCalifornia(vera)
    await follow(vera, id, 'letter')
    for (const [count, words] of [
      [5200, '5,200 found, 5,198 more'],
      [null, 'this search is no longer understood'],
    ] as const) {
      await weeksPass()
      await lettersMayCome()
      await turn(async () => (count === null ? null : { count, ids: Array.from({ length: 5000 }, (_, at) => at + 1) }))
      expect((await followed(vera))[0]).toMatchObject({ count, came_in: null, left: null })
      expect((await sendLetters()).map(({ text }) => text)).toEqual([expect.stringContaining(words)])
    }
  })
})

test('a server that is still reading everyone does not take a search for one that no one understands', async () => {
  const { id } = await inCalifornia(vera)
  await follow(vera, id, 'page')
  await weeksPass()
  const before = await rows()
  const index = new PeopleIndex({ databaseUrl: 'postgres://127.0.0.1:1/none' }, () => undefined)
  await expect(turn((query, max) => findIds(index, query, max))).rejects.toThrow(NotReady)
  expect(await rows()).toEqual(before)
})

describe('the letter', () => {
  test('goes to Vera once, with searches and counts and no one’s name; in a quiet week there is none', async () => {
    const { id, name } = await inCalifornia(vera)
    await follow(vera, id, 'letter')
    await follow(stan, (await inCalifornia(stan)).id, 'page')
    await weeksPass()
    await contacts('B00000003,CA,')
    await turn()
    expect(await sendLetters()).toEqual([])

    await contacts('B00000003,MA,')
    await weeksPass()
    await lettersMayCome()
    for (let repeated = 0; repeated < 3; repeated++) await turn()
    const [letter, ...more] = await sendLetters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ to: vera.user!.email })
    expect(letter!.text).toContain(`${name}: 0 new, 1 no longer matching`)
    expect(letter!.text + letter!.html).not.toMatch(/Cole|B0000/)

    await weeksPass()
    await lettersMayCome()
    await turn()
    expect(await sendLetters()).toEqual([])
  })

  test('of two servers at once, and of one that is stopped in the middle, there is one and the same', async () => {
    const searches = [await inCalifornia(vera), await inCalifornia(vera)]
    for (const { id } of searches) await follow(vera, id, 'letter')
    await weeksPass()
    await lettersMayCome()
    await contacts('B00000003,CA,')
    let found = 0
    const stopped: FindMembers = (query, max) =>
      (found += 1) === 2 ? Promise.reject(new Error('stopped')) : find(query, max)
    await expect(turn(stopped)).rejects.toThrow('stopped')
    expect((await rows()).map(({ came_in }) => came_in?.length ?? null)).toEqual([1, null])
    expect(await sendLetters()).toEqual([])

    await Promise.all([turn(), turn(), turn()])
    expect((await rows()).map(({ came_in }) => came_in?.length)).toEqual([1, 1])
    expect(await sendLetters()).toHaveLength(1)
  })
})

describe('whose search it is', () => {
  test('Vera follows a search that Stan shares, until he does not', async () => {
    const shared = await inCalifornia(stan, { is_shared: true })
    const own = await inCalifornia(stan)
    expect((await follow(vera, own.id, 'page')).statusCode).toBe(404)
    await follow(vera, shared.id, 'letter')
    await weeksPass()
    await lettersMayCome()
    await contacts('B00000003,CA,')
    await turn()
    expect(await followed(vera)).toMatchObject([{ by: 'Stan Okafor', came_in: { count: 1 } }])
    expect(await followed(stan)).toEqual([])
    await save(stan, { ...shared, is_shared: false })
    expect([await followed(vera), await sendLetters()]).toEqual([[], []])
    expect((await follow(vera, shared.id, 'letter')).statusCode).toBe(404)
  })

  test('another query begins anew, a deleted search is forgotten, and so is what is older than 35 days', async () => {
    const search = await inCalifornia(vera)
    await follow(vera, search.id, 'page')
    await vera.request({
      method: 'PATCH',
      url: `${url}/${search.id}`,
      payload: { name: search.name, query: 'state=MA' },
    })
    expect(await rows()).toEqual([])
    // A server that looked with the old query comes too late.
    await compareWeek(db, find, search, '2026-11-23')
    expect(await rows()).toEqual([])
    await turn()
    expect(await followed(vera)).toMatchObject([{ query: 'state=MA', since: null, count: 1 }])

    await weeksPass(6)
    await turn()
    expect(await followed(vera)).toMatchObject([{ since: null, count: 1 }])
    await vera.request({ method: 'DELETE', url: `${url}/${search.id}` })
    expect([await rows(), await followed(vera)]).toEqual([[], []])
  })

  test('twenty can be followed, of alumni alone, by those who are signed in', async () => {
    for (let n = 0; n < maxFollowed; n++) await follow(vera, (await inCalifornia(vera)).id, 'page')
    const more = await inCalifornia(vera)
    expect((await follow(vera, more.id, 'page')).statusCode).toBe(409)
    expect(await followed(vera)).toHaveLength(maxFollowed)
    const ofChampions = (await stan.post('/champion_signups/saved', { name: 'x', query: '' })).json<SavedSearch>()
    expect((await follow(stan, ofChampions.id, 'page')).statusCode).toBe(404)
    expect([
      (await follow(nobody, more.id, 'page')).statusCode,
      (await follow(vera, more.id, 'daily')).statusCode,
    ]).toEqual([401, 400])
  })
})

test('over any weeks those who came in and those who left are the difference of the members', async () => {
  const { id, query } = await inCalifornia(vera)
  await follow(vera, id, 'page')
  const anyWeeks = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyWeeks, async (weeks) => {
      await sql`delete from search_moves`.execute(db)
      let before: number[] | undefined
      for (const [at, members] of weeks.entries()) {
        const monday = new Date(Date.UTC(2026, 10, 2 + 7 * at)).toISOString().slice(0, 10)
        for (const ids of [members, [99]])
          await compareWeek(db, async () => ({ count: ids.length, ids }), { id, query }, monday)
        const [row] = await rows()
        const without = (some: number[], others: number[]) => some.filter((each) => !others.includes(each))
        const asSet = (ids: readonly number[] | null) => ids && new Set(ids)
        expect([asSet(row!.members), asSet(row!.came_in), asSet(row!.went)]).toEqual([
          new Set(members),
          before ? new Set(without(members, before)) : null,
          before ? new Set(without(before, members)) : null,
        ])
        before = members
      }
    }),
    { numRuns: 25 },
  )
})

async function rows() {
  const found = await db
    .selectFrom('search_moves')
    .select(['members', 'came_in', 'went'])
    .orderBy('saved_search_id')
    .execute()
  const numbers = (ids: readonly unknown[] | null) => ids && ids.map(Number)
  return found.map(({ members, came_in, went }) => ({
    members: numbers(members),
    came_in: numbers(came_in),
    went: numbers(went),
  }))
}

test('what only staff may search gives Vera no name and no number by a saved search, hers or a colleague’s', async () => {
  const query = 'asked=event-1&ask_answer=none'
  const { id } = await save(stan, { name: 'Asked, no answer', query, is_shared: true })
  expect((await stan.get(url)).json().searches).toMatchObject([{ id }])
  expect((await vera.get(url)).json().searches).toEqual([])
  expect((await vera.get(`${url}/counts`)).json().counts).toEqual([])
  expect((await follow(vera, id, 'page')).statusCode).toBe(404)
  const sentence = 'Who was asked is shown to staff only.'
  for (const asked of [query, '%61sked=event-1', 'was_asked=no&q=B00000001']) {
    const saving = await vera.post(url, { name: 'Mine', query: asked })
    expect([asked, saving.statusCode, saving.json().error]).toEqual([asked, 403, sentence])
    expect((await vera.get(`/alumni_search/reach?${asked}`)).statusCode).toBe(403)
  }
  const own = await inCalifornia(vera)
  const changing = { method: 'PATCH', url: `${url}/${own.id}`, payload: { name: own.name, query } } as const
  expect((await vera.request(changing)).statusCode).toBe(403)
  await follow(stan, id, 'page')
  expect((await followed(stan)).map(({ name }) => name)).toEqual(['Asked, no answer'])
})
