import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runDuring } from '../../../testing/run-during.ts'
import { applyImport } from './apply/apply.ts'
import { deleteMissingRecords } from './apply/delete-missing.ts'
import type { ApplyContext } from './apply/apply-chunk.ts'
import { cancelActiveBatches, rowOf } from './testing/insert-batch.ts'
import { abortAfterChunks, buildImportStory, csv } from './testing/import-story.ts'
import { definitions } from './types.ts'
import { addPeggyJoseAndSiobhan, recordsOf } from './testing/records.ts'

const story = await buildImportStory()
const { ada, importFile, scanFile, commit, apply, cancel, page, db } = story
const { rowsOf, historyOf, add } = recordsOf(story)
await addPeggyJoseAndSiobhan(story)
const header = 'BUID,Employer,Job Title,Start Date,End Date,Current'
const acme = 'B00000001,Acme,Engineer,2010-01-01,,yes'
const bakery = 'B00000002,Álvarez Bakery,Owner,,,yes'
const college = "B00000003,O'Neil College,Dean,2001-09-01,2005-06-30,no"

beforeEach(async () => {
  await cancelActiveBatches(story)
  await sql`delete from employments`.execute(db)
  await importFile('employment', csv(header, acme, bakery, college))
})

const employers = async () => (await rowsOf('employments')).map(({ employer }) => employer).sort()

test('canceling just before the deletions deletes nothing', async () => {
  const { id } = await scanFile('employment', csv(header, acme))
  await commit('employment', id, 2)
  const ref = { type: 'employment', id } as const
  const { fence } = await rowOf(story, ref)
  const application = { db: db, ref, fence: Number(fence) } as ApplyContext
  const cancelled = { status: 'cancelled', finished_at: new Date().toISOString() } as const
  const [end] = await runDuring(
    db,
    (db) => db.updateTable('employment_import_batches').set(cancelled).where('id', '=', id).execute(),
    [() => deleteMissingRecords(application, definitions.employment, new AbortController().signal)],
  )
  expect([end, (await employers()).length]).toEqual(['ended', 3])
})

test('a snapshot shows how many records it deletes, lists them, and deletes them with a history', async () => {
  const batch = await scanFile('employment', csv(header, acme))
  expect(batch.counts).toEqual({ rows: 1, new: 0, changed: 0, unchanged: 1, skipped: 0, warnings: 0, deletes: 2 })
  const review = await page('employment', batch.id, '?outcome=deletes')
  expect(review).toMatchObject({ matching: 2, pages: 1 })
  expect((await page('employment', batch.id, '?outcome=deletes&page=9')).rows).toEqual(review.rows)
  const [joses, siobhans] = review.rows!
  expect(joses).toEqual({
    line: 0,
    outcome: 'changed',
    key: 'B00000002',
    name: 'José Álvarez',
    reason: 'This record is missing from the file.',
    difference: null,
    changes: [
      { field: 'employer', before: 'Álvarez Bakery', after: null },
      { field: 'job_title', before: 'Owner', after: null },
    ],
  })
  expect(siobhans).toMatchObject({ key: 'B00000003', changes: [{}, {}, { field: 'start_date', before: '2001-09-01' }] })
  expect((await page('employment', batch.id, '?outcome=deletes&q=bakery')).rows).toMatchObject([{ key: 'B00000002' }])
  expect((await page('employment', batch.id, '?outcome=deletes&q=%25')).rows).toEqual([])

  await commit('employment', batch.id, 2)
  expect(await employers()).toHaveLength(3)
  expect((await apply('employment', batch.id)).results).toMatchObject({ rows: 1, unchanged: 1, deletes: 2 })
  expect(await employers()).toEqual(['Acme'])
  expect((await page('employment', batch.id, '?outcome=deletes')).rows).toEqual(review.rows)
  expect(await historyOf(batch)).toEqual([
    {
      buid: 'B00000002',
      record: 'employment',
      action: 'deleted',
      fields: {
        buid: ['B00000002', null],
        employer: ['Álvarez Bakery', null],
        job_title: ['Owner', null],
        current: ['true', null],
      },
    },
    {
      buid: 'B00000003',
      record: 'employment',
      action: 'deleted',
      fields: {
        buid: ['B00000003', null],
        employer: ["O'Neil College", null],
        job_title: ['Dean', null],
        start_date: ['2001-09-01', null],
        end_date: ['2005-06-30', null],
        current: ['false', null],
      },
    },
  ])
})

test('the number must be repeated: without it or blank 422, otherwise invalid 400, and nothing runs', async () => {
  const batch = await scanFile('employment', csv(header, acme))
  const message = 'This import deletes 2 employment records. Confirm it by typing that number.'
  const without = await commit('employment', batch.id)
  expect([without.statusCode, without.json()]).toEqual([422, { error: message, fields: { confirm_deletes: message } }])
  const blank = await ada.submit(batch.links.commit, { confirm_deletes: '' })
  expect([blank.statusCode, blank.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
  expect(blank.body).toContain(message)
  expect((await ada.post(batch.links.commit, { confirm_deletes: 'all' })).json()).toMatchObject({
    fields: { confirm_deletes: 'Type the number of records to delete.' },
  })
  expect(await story.status('employment', batch.id)).toMatchObject({ status: 'review', counts: { deletes: 2 } })
})

test('a form repeats the number and leads to the batch page', async () => {
  const batch = await scanFile('employment', csv(header, acme))
  const reply = await ada.submit(batch.links.commit, { confirm_deletes: '2' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, batch.links.self])
})

test('a number that has changed since the review gets a 409 with the new one, which is then accepted', async () => {
  const batch = await scanFile('employment', csv(header, acme))
  await add('employments', { buid: 'B00000001', employer: 'Side Gig' })
  const reply = await commit('employment', batch.id, 2)
  expect([reply.statusCode, reply.json().error]).toEqual([
    409,
    'This import would now delete 3 employment records, not 2. Review it again before you import.',
  ])
  expect(await page('employment', batch.id, '?outcome=deletes')).toMatchObject({
    status: 'review',
    counts: { deletes: 3 },
    matching: 3,
  })
  expect((await commit('employment', batch.id, 3)).statusCode).toBe(200)
  expect((await apply('employment', batch.id)).results).toMatchObject({ deletes: 3 })
})

test('a wrong number gets a 409 too, even zero', async () => {
  const batch = await scanFile('employment', csv(header, acme))
  for (const wrong of [0, 1, 3]) expect((await commit('employment', batch.id, wrong)).statusCode).toBe(409)
  expect(await employers()).toHaveLength(3)
})

test('a snapshot that deletes nothing needs no number', async () => {
  const batch = await scanFile('employment', csv(header, acme, bakery, college))
  expect(batch.counts).toMatchObject({ unchanged: 3, deletes: 0 })
  expect((await commit('employment', batch.id)).statusCode).toBe(200)
  expect((await apply('employment', batch.id)).results).toMatchObject({ unchanged: 3, deletes: 0 })
})

test('a file with only a header deletes everything after the number is repeated', async () => {
  const batch = await scanFile('employment', csv(header))
  expect(batch.counts).toMatchObject({ rows: 0, deletes: 3 })
  expect((await commit('employment', batch.id)).statusCode).toBe(422)
  await commit('employment', batch.id, 3)
  expect((await apply('employment', batch.id)).results).toMatchObject({ rows: 0, deletes: 3 })
  expect(await employers()).toEqual([])
})

test('canceling before the end deletes nothing, and finished chunks stay', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => `B00000001,Employer ${index},,,,`)
  const batch = await scanFile('employment', csv(header, ...rows))
  expect(batch.counts).toMatchObject({ new: 250, deletes: 3 })
  await commit('employment', batch.id, 3)
  expect(await applyImport(story.context, { type: 'employment', id: batch.id }, abortAfterChunks(1))).toBe('paused')
  await cancel('employment', batch.id)
  expect(await apply('employment', batch.id)).toMatchObject({ section: 'Cancelled' })
  expect(await story.status('employment', batch.id)).toMatchObject({
    section: 'Cancelled',
    results: { rows: 200, new: 200, deletes: 0 },
  })
  expect(await employers()).toEqual(
    expect.arrayContaining(['Acme', 'Álvarez Bakery', "O'Neil College", 'Employer 199']),
  )
  expect(await employers()).toHaveLength(203)
})

test('the last of two rows with the same employer and start counts, and the record stays', async () => {
  const batch = await importFile(
    'employment',
    csv(header, acme, 'B00000001,Acme,Director,1/1/2010,,yes', bakery, college),
  )
  expect(batch.results).toMatchObject({ rows: 4, changed: 1, unchanged: 2, skipped: 1, deletes: 0 })
  expect(await rowsOf('employments', { employer: 'Acme' })).toMatchObject([{ job_title: 'Director' }])
})

test('another start date is another record, and the old one is deleted', async () => {
  const batch = await importFile('employment', csv(header, 'B00000001,Acme,Engineer,2011-01-01,,yes', bakery, college))
  expect(batch.results).toMatchObject({ new: 1, unchanged: 2, deletes: 1 })
})

test('a file without start dates matches only records without one', async () => {
  const batch = await scanFile('employment', csv('BUID,Employer', 'B00000001,Acme', 'B00000002,Álvarez Bakery'))
  expect(batch.counts).toMatchObject({ new: 1, unchanged: 1, deletes: 2 })
})

test('a row of an unknown person is skipped, and an unreadable flag leaves its value', async () => {
  const batch = await importFile(
    'employment',
    csv(header, 'B00000099,Acme,,,,', 'B00000001,Acme,Engineer,2010-01-01,,perhaps', bakery, college),
  )
  expect(batch.results).toMatchObject({ skipped: 1, unchanged: 3, warnings: 1, deletes: 0 })
  expect(await rowsOf('employments', { employer: 'Acme' })).toMatchObject([{ current: true }])
})

test('a record whose row cannot be read is not deleted', async () => {
  const batch = await scanFile(
    'employment',
    csv(header, 'B00000001,Acme,"Engineer "x" y",2010-01-01,,yes', bakery, college),
  )
  expect(batch.counts).toMatchObject({ skipped: 1, unchanged: 2 })
  expect(batch.counts!.deletes).toBe(1)
})
