import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { subDays } from 'date-fns'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batchTables } from './import-batch.ts'
import { sweepImportFiles } from './sweep.ts'
import { buildImportStory, csv } from './testing/import-story.ts'
import { readStoredState } from './testing/stored-state.ts'

const story = await buildImportStory()
const { context, importFile, page, db } = story
const file = csv('BUID,First Name', 'B00000001,Peggy', 'B2,Nobody')

const endedDaysAgo = (id: number, days: number) =>
  sql`update ${sql.table(batchTables.contacts)} set finished_at = ${subDays(new Date(), days)} where id = ${id}`.execute(
    db,
  )
const setAge = async (key: string, days: number) =>
  utimes(join(story.config.DATA_DIR, 'files', key), subDays(new Date(), days), subDays(new Date(), days))
const sweep = () => sweepImportFiles(context)

test('an import’s files are deleted thirty days after its end, and its counts and history stay', async () => {
  const batch = await importFile('contacts', file)
  await endedDaysAgo(batch.id, 29)
  await sweep()
  expect((await page('contacts', batch.id)).rows).toHaveLength(2)
  await endedDaysAgo(batch.id, 31)
  await sweep()
  expect((await readStoredState(story)).files).toEqual([])
  expect(await page('contacts', batch.id)).toMatchObject({
    section: 'Results',
    rows: null,
    results: { rows: 2 },
    links: { issues: null },
  })
  await sweep()
})

test('a batch that waits for review keeps its files', async () => {
  const batch = await story.scanFile('contacts', file)
  for (const name of (await readStoredState(story)).files) await setAge(`imports/${name}`, 400)
  await sweep()
  expect((await page('contacts', batch.id)).rows).toHaveLength(2)
  await story.cancel('contacts', batch.id)
})

test('files without a batch are deleted after two days, and other features’ files are not', async () => {
  const before = (await readStoredState(story)).files
  for (const key of [
    'imports/fresh.csv',
    'imports/lost.csv',
    'imports/lost.manifest',
    'imports/lost.manifest.index',
    'letters/old.txt',
  ])
    await context.files.write(key, Readable.from([Buffer.from('x')]))
  for (const key of ['imports/lost.csv', 'imports/lost.manifest', 'imports/lost.manifest.index', 'letters/old.txt'])
    await setAge(key, 3)
  await sweep()
  expect((await readStoredState(story)).files.filter((name) => !before.includes(name))).toEqual([
    'fresh.csv',
    'old.txt',
  ])
})

test('the employment records of a snapshot are remembered until the import is over', async () => {
  const countFileRecords = async (id: number) =>
    (await sql`select from employment_import_kept where batch_id = ${id}`.execute(db)).rows.length
  await importFile('contacts', file)
  const finished = await importFile('employment', csv('BUID,Employer', 'B00000001,Acme'))
  const cancelled = await story.scanFile('employment', csv('BUID,Employer', 'B00000001,Acme'))
  await story.cancel('employment', cancelled.id)
  expect([await countFileRecords(finished.id), await countFileRecords(cancelled.id)]).toEqual([0, 1])
  await sql`update employment_import_batches set finished_at = ${subDays(new Date(), 31)}`.execute(db)
  await sweep()
  expect(await countFileRecords(cancelled.id)).toBe(0)
  expect(await page('employment', cancelled.id, '?outcome=deletes')).toMatchObject({ rows: null })
})
