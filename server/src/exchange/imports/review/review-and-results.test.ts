import { beforeEach, expect, test } from 'vitest'
import type { ImportCounts, ImportStatusReply } from '@alumni/shared/exchange/imports'
import { rowsPerPage } from '@alumni/shared/page'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { recordsOf } from '../testing/records.ts'
import { readStoredState } from '../testing/stored-state.ts'

const story = await buildImportStory()
const { ada, importFile, scanFile, commit, apply, cancel, page } = story
const { alumnus, add, change, remove, historyOf } = recordsOf(story)
const header = 'BUID,First Name,Last Name,City'
const peggy = 'B00000001,Peggy,Jones,Raleigh'
const jose = 'B00000002,José,Álvarez,Cary'
const siobhan = "B00000003,Siobhán,O'Neil,Dublin"

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const buid of ['B00000001', 'B00000002', 'B00000003']) await remove('alumni', { buid })
  await add('alumni', { buid: 'B00000001', first_name: 'Peggy', last_name: 'Jones', city: 'Durham' })
  await add('alumni', { buid: 'B00000002', first_name: 'José', last_name: 'Álvarez', city: 'Cary' })
})

async function expectFilterCounts(batch: ImportStatusReply, counts: ImportCounts): Promise<void> {
  for (const outcome of ['new', 'changed', 'unchanged', 'skipped', 'warnings'] as const) {
    const { matching, rows } = await page(batch.type, batch.id, `?outcome=${outcome}`)
    expect([outcome, matching, rows!.length]).toEqual([
      outcome,
      counts[outcome],
      Math.min(counts[outcome], rowsPerPage),
    ])
    if (outcome !== 'warnings') expect(rows!.every((row) => row.outcome === outcome)).toBe(true)
  }
  expect((await page(batch.type, batch.id)).matching).toBe(counts.rows)
}

test('the commit applies the state at its time: a changed, a created and a deleted row since the review', async () => {
  const batch = await scanFile('contacts', csv(header, peggy, jose, siobhan))
  expect(batch.counts).toMatchObject({ rows: 3, new: 1, changed: 1, unchanged: 1 })
  await change('alumni', { buid: 'B00000001' }, { city: 'Raleigh' })
  await remove('alumni', { buid: 'B00000002' })
  await add('alumni', { buid: 'B00000003', first_name: 'Siobhan', last_name: "O'Neil", city: 'Dublin' })
  await commit('contacts', batch.id)
  const finished = await apply('contacts', batch.id)
  expect(finished.counts).toEqual(batch.counts)
  expect(finished.results).toEqual({ rows: 3, new: 1, changed: 1, unchanged: 1, skipped: 0, warnings: 0, deletes: 0 })
  const since = 'the data changed in the meantime, so it was'
  expect((await page('contacts', batch.id)).rows).toEqual([
    {
      line: 2,
      outcome: 'unchanged',
      key: 'B00000001',
      name: 'Peggy Jones',
      reason: null,
      difference: `Reviewed as changed; ${since} unchanged.`,
      changes: [],
    },
    {
      line: 3,
      outcome: 'new',
      key: 'B00000002',
      name: 'José Álvarez',
      reason: null,
      difference: `Reviewed as unchanged; ${since} created.`,
      changes: [
        { field: 'buid', before: null, after: 'B00000002' },
        { field: 'first_name', before: null, after: 'José' },
        { field: 'last_name', before: null, after: 'Álvarez' },
        { field: 'city', before: null, after: 'Cary' },
      ],
    },
    {
      line: 4,
      outcome: 'changed',
      key: 'B00000003',
      name: "Siobhán O'Neil",
      reason: null,
      difference: `Reviewed as new; ${since} changed.`,
      changes: [{ field: 'first_name', before: 'Siobhan', after: 'Siobhán' }],
    },
  ])
  await expectFilterCounts(finished, finished.results!)
  expect((await historyOf(batch)).map(({ buid, action }) => [buid, action])).toEqual([
    ['B00000002', 'created'],
    ['B00000003', 'changed'],
  ])
})

test('after a concurrent change of the same field the history has the actual earlier value', async () => {
  const batch = await scanFile('contacts', csv(header, peggy))
  await change('alumni', { buid: 'B00000001' }, { city: 'Chapel Hill' })
  await commit('contacts', batch.id)
  const finished = await apply('contacts', batch.id)
  expect(finished.results).toEqual(finished.counts)
  expect((await page('contacts', batch.id)).rows).toMatchObject([
    {
      difference: 'The record changed after the review; these are the changes that were made.',
      changes: [{ field: 'city', before: 'Chapel Hill', after: 'Raleigh' }],
    },
  ])
  expect(await historyOf(batch)).toMatchObject([{ fields: { city: ['Chapel Hill', 'Raleigh'] } }])
})

test('a concurrent change of another field stays, and the results equal the review', async () => {
  const batch = await scanFile('contacts', csv('BUID,City', 'B00000001,Raleigh'))
  await change('alumni', { buid: 'B00000001' }, { last_name: 'Jones-Smith' })
  await commit('contacts', batch.id)
  await apply('contacts', batch.id)
  expect(await alumnus('B00000001')).toMatchObject({ last_name: 'Jones-Smith', city: 'Raleigh' })
  expect((await page('contacts', batch.id)).rows).toMatchObject([{ difference: null }])
})

test('a file without changes is committed and completed, without a history', async () => {
  for (const file of [csv(header), csv(header, jose)]) {
    const batch = await importFile('contacts', file)
    expect(batch).toMatchObject({
      section: 'Results',
      results: { new: 0, changed: 0, skipped: 0 },
      progress: { phase: 'finished' },
    })
    expect(batch.results).toEqual(batch.counts)
    expect(await historyOf(batch)).toEqual([])
  }
})

test('pages have fifty rows, and a page after the last one shows the last one', async () => {
  const rows = Array.from(
    { length: 120 },
    (_, index) => `B0001${String(index).padStart(4, '0')},Person ${index},Page${index % 3},`,
  )
  const batch = await scanFile('contacts', csv(header, ...rows))
  const lines = async (query: string) => (await page('contacts', batch.id, query)).rows!.map(({ line }) => line)
  expect(await page('contacts', batch.id)).toMatchObject({ page: 1, pages: 3, matching: 120 })
  expect([(await lines('')).length, (await lines('?page=2'))[0], (await lines('?page=3')).at(-1)]).toEqual([
    50, 52, 121,
  ])
  expect(await page('contacts', batch.id, '?page=4')).toEqual(await page('contacts', batch.id, '?page=3'))
  expect(await page('contacts', batch.id, '?outcome=changed')).toMatchObject({
    rows: [],
    page: 1,
    pages: 1,
    matching: 0,
  })
  expect(await page('contacts', batch.id, '?q=page1&page=1')).toMatchObject({ pages: 1, matching: 40 })
  expect(await page('contacts', batch.id, '?q=PERSON&page=3')).toMatchObject({ pages: 3, matching: 120 })
  expect(await lines('?q=PERSON&page=3')).toHaveLength(20)
  expect(await page('contacts', batch.id, '?q=PERSON&page=9')).toEqual(
    await page('contacts', batch.id, '?q=PERSON&page=3'),
  )
  expect(await page('contacts', batch.id, '?q=nowhere&page=9')).toMatchObject({ rows: [], page: 1, pages: 1 })
  for (const wrong of ['0', '-1', 'two', '1.5', '99999999999'])
    expect((await ada.get(`${batch.links.self}?page=${wrong}`)).statusCode).toBe(400)
  expect((await ada.get(`${batch.links.self}?outcome=nonsense`)).json()).toMatchObject({ matching: 120 })
})

test('the search finds keys, names, reasons and both values in any letter case, and has no wildcards', async () => {
  const batch = await scanFile(
    'contacts',
    csv(header, peggy, jose, siobhan, 'B9,Nobody,,', 'B00000004,Ann,"50%_""off""",\\'),
  )
  const findLines = async (q: string, more = '') =>
    (await page('contacts', batch.id, `?q=${encodeURIComponent(q)}${more}`)).rows!.map(({ line }) => line)
  expect(await findLines('b00000001')).toEqual([2])
  expect(await findLines('ÁLVAREZ')).toEqual([3])
  expect(await findLines('durham')).toEqual([2])
  expect(await findLines('raleigh')).toEqual([2])
  expect(await findLines("o'neil")).toEqual([4])
  expect(await findLines('eight digits')).toEqual([5])
  expect(await findLines('“B9”')).toEqual([5])
  for (const literal of ['%', '_', '"off"', '\\', '50%_"']) expect(await findLines(literal)).toEqual([6])
  for (const nowhere of ['.*', 'outcome', '"line"', 'changed', '\\"']) expect(await findLines(nowhere)).toEqual([])
  expect(await findLines('o', '&outcome=new')).toEqual([4, 6])
  expect((await ada.get(`${batch.links.self}?q=${'x'.repeat(201)}`)).statusCode).toBe(400)
})

test('a canceled review keeps its rows, and a canceled scan has none', async () => {
  const reviewed = await scanFile('contacts', csv(header, peggy))
  await cancel('contacts', reviewed.id)
  expect(await page('contacts', reviewed.id)).toMatchObject({ section: 'Cancelled', rows: [{ line: 2 }] })
  const { id } = (await story.upload('contacts', csv(header, peggy))).json<ImportStatusReply>()
  await cancel('contacts', id)
  expect(await page('contacts', id)).toMatchObject({ section: 'Cancelled', counts: null, rows: null, matching: 0 })
})

test('after its files were deleted the page still shows the result', async () => {
  const batch = await importFile('contacts', csv(header, peggy))
  for (const name of (await readStoredState(story)).files) await story.context.files.remove(`imports/${name}`)
  expect(await page('contacts', batch.id)).toMatchObject({ section: 'Results', rows: null, results: { changed: 1 } })
  expect((await ada.get(batch.links.issues!)).json()).toEqual({ error: 'The uploaded file is no longer stored.' })
})

test('a finished import stores its upload and one manifest, and no draft', async () => {
  const before = (await readStoredState(story)).files
  const batch = await scanFile('contacts', csv(header, peggy))
  await change('alumni', { buid: 'B00000001' }, { city: 'Raleigh' })
  await commit('contacts', batch.id)
  await apply('contacts', batch.id)
  const kinds = (await readStoredState(story)).files
    .filter((name) => !before.includes(name))
    .map((name) => name.replace(/^[^.]*/, ''))
  expect(kinds.sort()).toEqual(['.csv', '.manifest'])
})

test('the review counts rows with slashed dates, and rows with blank cells beyond the header', async () => {
  const batch = await scanFile(
    'employment',
    csv(
      'BUID,Employer,Start Date,End Date',
      'B00000001,Acme,5/9/2008,2009-01-02,,',
      'B00000001,Bakery,2008-05-09,1/2/2009',
      'B00000001,Cannery,2008-05-09,2009-01-02,  ',
      'B00000001,Dairy,2008-05-09,2009-01-02',
      'B00000001,Skipped,5/9/2008,2009-01-02,,x',
      'B2,Skipped,5/9/2008,2009-01-02,,',
    ),
  )
  expect(batch).toMatchObject({
    counts: { rows: 6, new: 4, skipped: 2 },
    findings: { slashed_dates: 2, blank_extra_cells: 2 },
  })
})
