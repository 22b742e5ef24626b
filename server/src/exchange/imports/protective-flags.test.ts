import { beforeEach, expect, test } from 'vitest'
import { cancelActiveBatches } from './testing/insert-batch.ts'
import { buildImportStory, csv } from './testing/import-story.ts'
import { recordsOf } from './testing/records.ts'

const story = await buildImportStory()
const { ada, scanFile, confirmBatch, importFile, undoImport, page } = story
const { add, alumnus, remove } = recordsOf(story)

const header = 'BUID,Last Name,Deceased,Do Not Contact,Do Not Email'
const flagsOf = async (buid: string) => {
  const person = await alumnus(buid)
  return [person?.deceased, person?.do_not_contact, person?.do_not_email]
}

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const buid of ['B00000001', 'B00000002', 'B00000003']) await remove('alumni', { buid })
  await add('alumni', { buid: 'B00000001', last_name: 'Jones', do_not_contact: true })
  await add('alumni', { buid: 'B00000002', last_name: 'Novak' })
})

test('a flag with a remark, a date or a check mark protects people on file and new ones', async () => {
  const batch = await importFile(
    'contacts',
    csv(header, 'B00000002,Novak,Yes (3/2024),✓,checked', 'B00000003,Reyes,2024-03-01,Y - by phone,☑'),
  )
  expect(batch).toMatchObject({ results: { changed: 1, new: 1, warnings: 0 } })
  for (const buid of ['B00000002', 'B00000003']) expect(await flagsOf(buid)).toEqual([true, true, true])
})

test('an unreadable flag keeps its value on file and protects a new person, both with a warning', async () => {
  const batch = await scanFile(
    'contacts',
    csv(
      `${header},City,Primary Email`,
      ...['B00000001,Jones', 'B00000002,Novak', 'B00000003,Reyes'].map(
        (person) => `${person},,ask her,#N/A,Bonn,at home`,
      ),
    ),
  )
  const isNot = [
    'Do Not Contact “ask her” is neither yes nor no',
    'Do Not Email “#N/A” is an error of a spreadsheet, not a value',
    'Primary Email “at home” is not an e-mail address',
  ]
  const messages = (...ends: string[]) => isNot.map((reason, index) => `${reason}, so it was ${ends[index]}.`).join(' ')
  const stays = messages('left as it is', 'left as it is', 'left as it is')
  expect((await page('contacts', batch.id)).rows).toMatchObject([
    { key: 'B00000001', outcome: 'changed', reason: stays },
    { key: 'B00000002', outcome: 'changed', reason: stays },
    { key: 'B00000003', outcome: 'new', reason: messages('set to yes', 'set to yes', 'left blank') },
  ])
  await confirmBatch(batch)
  expect(await flagsOf('B00000001')).toEqual([false, true, false])
  expect(await flagsOf('B00000002')).toEqual([false, false, false])
  expect(await flagsOf('B00000003')).toEqual([false, true, true])
  await undoImport('contacts', batch.id)
  expect(await flagsOf('B00000001')).toEqual([false, true, false])
  expect(await alumnus('B00000003')).toBeUndefined()
})

test('a person deleted between review and commit is imported as new, and protected', async () => {
  const batch = await scanFile('contacts', csv(header, 'B00000002,Novak,,ask her,'))
  expect(batch.counts).toMatchObject({ unchanged: 1, warnings: 1 })
  await remove('alumni', { buid: 'B00000002' })
  await confirmBatch(batch)
  expect(await flagsOf('B00000002')).toEqual([false, true, false])
  expect((await page('contacts', batch.id)).rows).toMatchObject([
    { outcome: 'new', reason: 'Do Not Contact “ask her” is neither yes nor no, so it was set to yes.' },
  ])
})

test('flags of a line whose BUID Ada corrects are read in the same way', async () => {
  const batch = await scanFile('contacts', csv(header, 'B3,Reyes,x 3/2024,ask her,no'))
  const reply = await ada.post(`${batch.links.self}/corrections`, {
    line: 2,
    cells: { buid: 'B00000003' },
    since: null,
  })
  expect(reply.statusCode).toBe(200)
  await confirmBatch(batch)
  expect(await flagsOf('B00000003')).toEqual([true, true, false])
})

test('an unreadable state of a job is not protective: it is set to no, with a warning', async () => {
  const batch = await scanFile(
    'employment',
    csv('BUID,Employer,Current', 'B00000001,Initech,soon', 'B00000002,Initech,Active'),
  )
  expect((await page('employment', batch.id)).rows).toMatchObject([
    { outcome: 'new', reason: 'Current “soon” is neither true nor false, so it was set to no.' },
    { outcome: 'new', reason: null },
  ])
})
