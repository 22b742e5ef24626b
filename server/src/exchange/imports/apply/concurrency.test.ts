import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { runDuring } from '../../../../testing/run-during.ts'
import { applyImport } from './apply.ts'
import { batchTables } from '../import-batch.ts'
import { claimBatch } from '../run-batch.ts'
import { scanImport } from '../scan/scan.ts'
import { insertBatch, cancelActiveBatches, rowOf } from '../testing/insert-batch.ts'
import { abortAfterChunks, buildImportStory, csv } from '../testing/import-story.ts'
import { recordsOf } from '../testing/records.ts'
import { readStoredState } from '../testing/stored-state.ts'

const story = await buildImportStory()
const { ada, context, importFile, scanFile, commit, apply, cancel, page, upload, db } = story
const { rowsOf, historyOf } = recordsOf(story)
const home = '/settings/imports/contacts'
const peopleFile = (count: number, city: string) =>
  csv(
    'BUID,First Name,City',
    ...Array.from({ length: count }, (_, index) => `B0002${String(index).padStart(4, '0')},Person ${index},${city}`),
  )
const countCitizens = async (city: string) => (await rowsOf('alumni', { city })).length
const jobs = async (name: string) =>
  (await sql<{ data: { id: number } }>`select data from job_outbox where name = ${name}`.execute(db)).rows.map(
    ({ data }) => data.id,
  )
const refOf = ({ id }: { id: number }) => ({ type: 'contacts', id }) as const

beforeEach(() => cancelActiveBatches(story))

test('one of two simultaneous uploads is accepted, and the other reads who was first and leaves nothing behind', async () => {
  const before = await readStoredState(story)
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, index) => upload('contacts', peopleFile(3, 'Durham'), `file-${index}.csv`)),
  )
  const accepted = replies.filter(({ statusCode }) => statusCode === 201)
  expect(accepted).toHaveLength(1)
  const { id, file_name, links } = accepted[0]!.json<ImportStatusReply>()
  for (const reply of replies.filter((other) => other !== accepted[0])) {
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        error: `Ada Lindqvist uploaded “${file_name}”, which is not finished. Import or cancel it first.`,
        links: { self: links.self },
      },
    ])
  }
  const after = await readStoredState(story)
  expect({ ...after, files: after.files.length }).toEqual({
    files: before.files.length + 1,
    batches: before.batches + 1,
    jobs: before.jobs + 1,
    audits: before.audits + 1,
    alumni: before.alumni,
  })
  expect(await jobs('scan-import')).toContain(id)
})

test('one of two simultaneous commits starts the only job, and the other gets a 409', async () => {
  const batch = await scanFile('contacts', peopleFile(3, 'Durham'))
  const replies = await Promise.all([
    commit('contacts', batch.id),
    commit('contacts', batch.id),
    commit('contacts', batch.id),
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect((await jobs('apply-import')).filter((id) => id === batch.id)).toHaveLength(1)
  expect((await apply('contacts', batch.id)).results).toMatchObject({ rows: 3, new: 3 })
})

test('a cancel and a commit may both succeed in turn, with a consistent state', async () => {
  for (let round = 0; round < 5; round++) {
    const batch = await scanFile('contacts', peopleFile(2, `Round ${round}`))
    const [committed, cancelled] = await Promise.all([commit('contacts', batch.id), cancel('contacts', batch.id)])
    expect(cancelled.statusCode).toBe(200)
    expect([200, 409]).toContain(committed.statusCode)
    expect(await apply('contacts', batch.id)).toMatchObject({ status: 'cancelled' })
    expect(await countCitizens(`Round ${round}`)).toBe(0)
  }
})

test('commits and cancels of a finished batch do nothing', async () => {
  const batch = await importFile('contacts', peopleFile(2, 'Finished'))
  const before = await rowOf(story, refOf(batch))
  const replies = await Promise.all([
    commit('contacts', batch.id),
    cancel('contacts', batch.id),
    ada.post(batch.links.columns, { columns: {} }),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
  expect(await rowOf(story, refOf(batch))).toEqual(before)
})

test('canceling during the scan discards the scan’s result', async () => {
  const before = (await readStoredState(story)).files
  const { id } = (await upload('contacts', peopleFile(1200, 'Cancelled'))).json<ImportStatusReply>()
  const { write } = context.files
  let previousDone = -1
  context.files.write = async (...args) => {
    if (args[0].endsWith('.manifest')) {
      expect((await cancel('contacts', id)).statusCode).toBe(200)
      previousDone = (await story.status('contacts', id)).progress.done
    }
    return write(...args)
  }
  await scanImport(context, { type: 'contacts', id }).finally(() => (context.files.write = write))
  expect(await story.status('contacts', id)).toMatchObject({
    section: 'Cancelled',
    counts: null,
    error: null,
    progress: { done: previousDone },
  })
  const newFiles = (await readStoredState(story)).files.filter((name) => !before.includes(name))
  expect(newFiles.map((name) => name.replace(/^[^.]*/, ''))).toEqual(['.csv'])
})

test('canceling during the import keeps finished chunks, and the same file scans them as unchanged', async () => {
  const file = peopleFile(1200, 'Halfway')
  const batch = await scanFile('contacts', file)
  await commit('contacts', batch.id)
  expect(await applyImport(context, refOf(batch), abortAfterChunks(1))).toBe('paused')
  expect(await countCitizens('Halfway')).toBe(500)
  await cancel('contacts', batch.id)
  expect(await apply('contacts', batch.id)).toMatchObject({
    section: 'Cancelled',
    progress: { phase: 'importing', done: 500, total: 1200 },
    results: { rows: 500 },
  })
  expect(await countCitizens('Halfway')).toBe(500)
  const again = await scanFile('contacts', file)
  expect(again.counts).toMatchObject({ rows: 1200, unchanged: 500 })
  await commit('contacts', again.id)
  expect((await apply('contacts', again.id)).results).toEqual(again.counts)
  expect(await countCitizens('Halfway')).toBe(1200)
})

test('canceling at any moment of an import leaves what the batch reports', async () => {
  for (const wait of [0, 5, 15, 40]) {
    const city = `Moment ${wait}`
    const batch = await scanFile('contacts', peopleFile(1500, city))
    await commit('contacts', batch.id)
    const job = applyImport(context, refOf(batch), new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, wait))
    const reply = await cancel('contacts', batch.id)
    await job
    const end = await story.status('contacts', batch.id)
    expect(end.status).toBe(reply.statusCode === 200 ? 'cancelled' : 'completed')
    expect(await countCitizens(city)).toBe(end.results!.rows)
    expect(end.results!.rows % 500).toBe(0)
  }
})

test('a paused job continues where it stopped, and does nothing twice', async () => {
  const batch = await scanFile('contacts', peopleFile(1100, 'Paused'))
  await commit('contacts', batch.id)
  for (const chunks of [1, 1]) expect(await applyImport(context, refOf(batch), abortAfterChunks(chunks))).toBe('paused')
  const finished = await apply('contacts', batch.id)
  expect(finished.results).toEqual(finished.counts)
  const { rows } = await sql<{
    count: number
  }>`select count(*) from record_changes where import_type = 'contacts' and import_batch_id = ${batch.id}`.execute(db)
  expect(rows[0]!.count).toBe(1100)
})

test('one of two jobs for a batch does all of its work', async () => {
  const batch = await scanFile('contacts', peopleFile(1100, 'Twice'))
  await commit('contacts', batch.id)
  await Promise.all([
    applyImport(context, refOf(batch), new AbortController().signal),
    applyImport(context, refOf(batch), new AbortController().signal),
  ])
  const finished = await story.status('contacts', batch.id)
  expect(finished).toMatchObject({ status: 'completed', results: { rows: 1100 } })
  const { rows } = await sql<{
    count: number
  }>`select count(*) from record_changes where import_type = 'contacts' and import_batch_id = ${batch.id}`.execute(db)
  expect(rows[0]!.count).toBe(1100)
})

test('an edit while a chunk is applied restarts the chunk, and the history has the edited value', async () => {
  await importFile('contacts', peopleFile(3, 'Before'))
  const batch = await scanFile('contacts', peopleFile(3, 'After'))
  await commit('contacts', batch.id)
  const edit = { buid: 'B00020001', city: 'Between' }
  const [result] = await runDuring(
    db,
    (db) => db.updateTable('alumni').set({ city: edit.city }).where('buid', '=', edit.buid).execute(),
    [() => apply('contacts', batch.id)],
  )
  expect([result.status, await countCitizens('After')]).toEqual(['completed', 3])
  expect((await historyOf(batch)).map(({ buid, fields }) => [buid, fields.city])).toEqual([
    ['B00020000', ['Before', 'After']],
    [edit.buid, ['Between', 'After']],
    ['B00020002', ['Before', 'After']],
  ])
})

const setUpdatedBack = (id: number, interval: string) =>
  sql`update ${sql.table(batchTables.contacts)} set updated_at = now() - ${interval}::interval where id = ${id}`.execute(
    db,
  )

test.each(['scanning', 'running'] as const)(
  'a batch in %s fails on the first poll after ten minutes without progress',
  async (status) => {
    const { id } = await insertBatch(story, 'contacts', status)
    await setUpdatedBack(id, '9 minutes 50 seconds')
    expect((await story.status('contacts', id)).status).toBe(status)
    await setUpdatedBack(id, '10 minutes 1 second')
    await page('contacts', id)
    expect((await rowOf(story, refOf({ id }))).status).toBe(status)
    const stale = await story.status('contacts', id)
    const did = status === 'scanning' ? 'scan' : 'import'
    expect(stale).toMatchObject({
      section: 'Failed',
      error: `The ${did} made no progress for 10 minutes and was stopped. Lines already imported stay. Upload the file again to continue.`,
    })
    expect(stale.finished_at).not.toBeNull()
    expect((await upload('contacts', peopleFile(1, 'After'))).statusCode).toBe(201)
  },
)

test.each(['review', 'completed', 'failed', 'cancelled', 'pending'] as const)(
  'a batch in %s does not time out',
  async (status) => {
    const { id } = await insertBatch(story, 'contacts', status)
    await setUpdatedBack(id, '1 year')
    expect(await story.status('contacts', id)).toMatchObject({ status, error: null })
  },
)

test('a batch that a job takes while it times out continues', async () => {
  const batch = await insertBatch(story, 'contacts', 'running')
  await setUpdatedBack(batch.id, '1 hour')
  const [polled] = await runDuring(db, (db) => claimBatch(db, batch, 'running'), [
    () => story.status('contacts', batch.id),
  ])
  expect(polled).toMatchObject({ status: 'running', error: null })
  expect(await rowOf(story, batch)).toMatchObject({ status: 'running', attempts: 1, finished_at: null })
})

test('simultaneous polls fail a timed-out batch once', async () => {
  const { id } = await insertBatch(story, 'contacts', 'running')
  await setUpdatedBack(id, '1 hour')
  const replies = await Promise.all(Array.from({ length: 5 }, () => story.status('contacts', id)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['failed']))
})

test('a job that resumes after its batch timed out changes nothing', async () => {
  const batch = await scanFile('contacts', peopleFile(3, 'Too late'))
  await commit('contacts', batch.id)
  await setUpdatedBack(batch.id, '11 minutes')
  expect((await story.status('contacts', batch.id)).status).toBe('failed')
  expect(await apply('contacts', batch.id)).toMatchObject({ status: 'failed' })
  expect(await countCitizens('Too late')).toBe(0)
})

test('the newer of two simultaneous scans counts, and the older one leaves no file', async () => {
  const before = (await readStoredState(story)).files
  const { id } = (await upload('contacts', peopleFile(2000, 'Rescan'))).json<ImportStatusReply>()
  await Promise.all([scanImport(context, { type: 'contacts', id }), scanImport(context, { type: 'contacts', id })])
  expect(await page('contacts', id)).toMatchObject({ status: 'review', counts: { rows: 2000 }, matching: 2000 })
  const kinds = (await readStoredState(story)).files
    .filter((name) => !before.includes(name))
    .map((name) => name.replace(/^[^.]*/, ''))
  expect(kinds.sort()).toEqual(['.csv', '.manifest'])
})

test('each type has one open import, and another type can be uploaded meanwhile', async () => {
  await insertBatch(story, 'contacts', 'running')
  expect((await upload('employment', csv('BUID,Employer'))).statusCode).toBe(201)
  expect((await ada.get(home)).json()).toMatchObject({ active: { status: 'running' } })
})

test('a scan stores its progress after every 500 rows', async () => {
  const { id } = (await upload('contacts', peopleFile(1234, 'Progress'))).json<ImportStatusReply>()
  const owner = new pg.Client({ connectionString: story.database.owner })
  await owner.connect()
  await owner.query(`
    create table progress_written (done int);
    grant insert on progress_written to alumni_app;
    create function keep_progress() returns trigger language plpgsql as $$
      begin insert into progress_written values (new.done); return null; end $$;
    create trigger keep_progress after update on contact_import_batches for each row when (new.done <> old.done) execute function keep_progress()`)
  await scanImport(context, { type: 'contacts', id })
  const { rows } = await owner.query<{ done: number }>('select done from progress_written')
  await owner.query('drop trigger keep_progress on contact_import_batches')
  await owner.end()
  expect(rows.map(({ done }) => done)).toEqual([500, 1000, 1234])
})
