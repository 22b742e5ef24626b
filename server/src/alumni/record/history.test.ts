import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { changesPerPage, type AlumnusPage, type HistoryPage } from '@alumni/shared/alumni/record'
import { buildImportStory, csv } from '../../exchange/imports/testing/import-story.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'

const story = await buildImportStory()
const { as, db, importFile, people } = story
const { add } = recordsOf(story)
const vera = await as('viewer')
const history = async (query = '', buid = 'B00000004') =>
  (await vera.get(`/alumni/${buid}/history${query}`)).json<HistoryPage>()

beforeAll(async () => {
  await importFile('contacts', csv('BUID,First Name,City', 'B00000004,Margaret,Durham'))
  await importFile('contacts', csv('BUID,City', 'B00000004,Raleigh'))
  await importFile('employment', csv('BUID,Employer', 'B00000004,City Hospital'))
  await sql`insert into record_changes (buid, record, record_id, action, fields, staff_user_id) values ('B00000004', 'alumnus', 1, 'changed', '{"city": ["Raleigh", null]}', ${people.staff.id})`.execute(
    db,
  )
})

test('the history has each field before and after, with the person and the import, newest first', async () => {
  const { entries, matching, pages } = await history()
  expect([matching, pages]).toEqual([4, 1])
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  expect(entries[0]).toMatchObject({
    by: 'Stan Okafor',
    field: 'city',
    before: 'Raleigh',
    after: null,
    import_type: null,
    batch_id: null,
  })
  expect(entries.find(({ after }) => after === 'Raleigh')).toMatchObject({
    by: 'Ada Lindqvist',
    record: 'alumnus',
    before: 'Durham',
    import_type: 'contacts',
    batch_id: 2,
  })
  expect((await vera.get('/alumni/B00000004')).json<AlumnusPage>().history).toEqual(await history())
})

test('imports and edits can be filtered, and an unknown filter is refused by name', async () => {
  expect((await history('?kind=edits')).entries).toMatchObject([{ by: 'Stan Okafor' }])
  expect((await history('?kind=imports')).entries.every(({ import_type }) => import_type !== null)).toBe(true)
  expect((await history('?kind=imports')).matching).toBe(3)
  expect((await vera.get('/alumni/B00000004/history?kind=gossip')).json()).toMatchObject({
    fields: { kind: 'The kind is imports or edits.' },
  })
})

test('the pages of a long history do not split, repeat or lose a change', async () => {
  await add('alumni', { buid: 'B00000009', last_name: 'Teller' })
  await sql`insert into record_changes (buid, record, record_id, action, fields) select 'B00000009', 'alumnus', 9, 'changed', jsonb_build_object('city', jsonb_build_array(n::text, (n + 1)::text), 'state', '["a", "b"]'::jsonb) from generate_series(1, 500) n`.execute(
    db,
  )
  const first = await history('', 'B00000009')
  expect([first.matching, first.pages, first.entries.length]).toEqual([
    500,
    Math.ceil(500 / changesPerPage),
    2 * changesPerPage,
  ])
  const all: string[] = []
  for (let page = 1; page <= first.pages; page++)
    all.push(
      ...(await history(`?page=${page}`, 'B00000009')).entries
        .filter(({ field }) => field === 'city')
        .map(({ before }) => before!),
    )
  expect(all).toEqual(Array.from({ length: 500 }, (_, n) => String(500 - n)))
  expect(await history('?page=1000', 'B00000009')).toEqual(await history(`?page=${first.pages}`, 'B00000009'))
})
