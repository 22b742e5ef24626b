import { beforeEach, expect, test } from 'vitest'
import { cancelActiveBatches } from './testing/insert-batch.ts'
import { buildImportStory, csv } from './testing/import-story.ts'
import { recordsOf } from './testing/records.ts'

const story = await buildImportStory()
const { importFile, scanFile, commit, apply, page } = story
const { alumnus, add, change, remove } = recordsOf(story)
const header = 'BUID,Contact ID,CRM ID,First Name'

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const buid of ['B00000001', 'B00000002', 'B00000003']) await remove('alumni', { buid })
  await add('alumni', {
    buid: 'B00000001',
    contact_id: 'C-000000001',
    crm_id: '001C000000o4OOI',
    first_name: 'Peggy',
    last_name: 'Jones',
    city: 'Durham',
    deceased: true,
  })
  await add('alumni', { buid: 'B00000002', contact_id: 'C-000000002', first_name: 'José' })
})

const reasons = async (id: number) =>
  (await page('contacts', id)).rows!.map(({ line, outcome, reason }) => [line, outcome, reason])

test('a blank cell clears its field, an absent column leaves it, and identifiers are never cleared', async () => {
  const batch = await importFile('contacts', csv('BUID,Contact ID,CRM ID,City,Deceased', 'B00000001,,,,'))
  expect(batch.results).toMatchObject({ changed: 1, warnings: 0 })
  expect((await page('contacts', batch.id)).rows![0]!.changes).toEqual([
    { field: 'city', before: 'Durham', after: null },
    { field: 'deceased', before: 'true', after: 'false' },
  ])
  expect(await alumnus('B00000001')).toMatchObject({
    contact_id: 'C-000000001',
    crm_id: '001C000000o4OOI',
    city: null,
    deceased: false,
    first_name: 'Peggy',
    last_name: 'Jones',
  })
})

test('a row shorter than the header clears the missing cells', async () => {
  await importFile('contacts', csv('BUID,First Name,City', 'B00000001,Peggy'))
  expect(await alumnus('B00000001')).toMatchObject({ first_name: 'Peggy', city: null })
})

test('a Contact ID of another person is refused', async () => {
  const batch = await importFile(
    'contacts',
    csv(header, 'B00000002,C-000000001,,José', 'B00000003,c-000000001,,Siobhán'),
  )
  expect(await reasons(batch.id)).toEqual([
    [2, 'skipped', 'Contact ID C-000000001 belongs to B00000001.'],
    [3, 'skipped', 'Contact ID C-000000001 belongs to B00000001.'],
  ])
  expect(await alumnus('B00000003')).toBeUndefined()
})

test('a Contact ID that occurs twice in a file goes to the first row, and one’s own is not a conflict', async () => {
  const batch = await importFile(
    'contacts',
    csv(header, 'B00000001,C-000000001,,Peggy', 'B00000002,C-000000009,,José', 'B00000003,C-000000009,,Siobhán'),
  )
  expect(await reasons(batch.id)).toEqual([
    [2, 'unchanged', null],
    [3, 'changed', null],
    [4, 'skipped', 'Contact ID C-000000009 is given to B00000002 earlier in this file.'],
  ])
  expect(await alumnus('B00000002')).toMatchObject({ contact_id: 'C-000000009' })
})

test('a row whose Contact ID was taken between review and commit is skipped with that reason', async () => {
  const batch = await scanFile('contacts', csv(header, 'B00000002,C-000000007,,José', 'B00000003,C-000000008,,Siobhán'))
  expect(batch.counts).toMatchObject({ changed: 1, new: 1 })
  await change('alumni', { buid: 'B00000001' }, { contact_id: 'C-000000007' })
  await commit('contacts', batch.id)
  expect((await apply('contacts', batch.id)).results).toMatchObject({ rows: 2, new: 1, changed: 0, skipped: 1 })
  expect((await page('contacts', batch.id, '?outcome=skipped')).rows).toEqual([
    {
      line: 2,
      outcome: 'skipped',
      key: 'B00000002',
      name: 'José',
      reason: 'Contact ID C-000000007 belongs to B00000001.',
      difference: 'Reviewed as changed; the data changed in the meantime, so it was skipped.',
      changes: [],
    },
  ])
  expect(await alumnus('B00000002')).toMatchObject({ contact_id: 'C-000000002' })
})

test('a row with an invalid Contact ID or CRM id is skipped, so that no one is half identified', async () => {
  const batch = await scanFile('contacts', csv(header, 'B00000001,000000001,,Peggy', 'B00000002,,3.00E+14,José'))
  expect(await reasons(batch.id)).toEqual([
    [2, 'skipped', 'Contact ID “000000001” is not C- followed by nine digits.'],
    [3, 'skipped', 'CRM ID “3.00E+14” is a number that a spreadsheet has shortened.'],
  ])
})

test('CRM ids of 18 characters are stored as 15, and differ by letter case', async () => {
  const batch = await importFile(
    'contacts',
    csv(
      header,
      'B00000001,,001C000000o4OOIIA2,Peggy',
      'B00000002,,001C000000o4Ooi,José',
      'B00000003,,001C000000o4OoiIAE,Siobhán',
    ),
  )
  expect(batch.results).toMatchObject({ unchanged: 1, changed: 1, new: 1, skipped: 0, warnings: 0 })
  expect([
    (await alumnus('B00000001'))!.crm_id,
    (await alumnus('B00000002'))!.crm_id,
    (await alumnus('B00000003'))!.crm_id,
  ]).toEqual(['001C000000o4OOI', '001C000000o4Ooi', '001C000000o4Ooi'])
})

test('a CRM id with changed letter case is repaired with a warning, and one with a wrong checksum skips its row', async () => {
  const batch = await importFile(
    'contacts',
    csv(header, 'B00000002,,001c000000o4ooiia2,José', 'B00000003,,001C000000o4OOIIAE,Siobhán'),
  )
  expect(await reasons(batch.id)).toEqual([
    [2, 'changed', 'CRM ID “001c000000o4ooiia2” had lost its letter case, which was restored from its checksum.'],
    [
      3,
      'skipped',
      'CRM ID “001C000000o4OOIIAE” is not a CRM id of 15 characters, or of 18 with a checksum that holds.',
    ],
  ])
  expect(await alumnus('B00000002')).toMatchObject({ crm_id: '001C000000o4OOI' })
})

test('the last of two rows with the same BUID counts, whatever its spelling', async () => {
  const batch = await importFile('contacts', csv(header, 'b00000002,,,Joe', ' B00000002 ,,,Joseph'))
  expect(await reasons(batch.id)).toEqual([
    [2, 'skipped', 'Line 3 has the same BUID; the last one counts.'],
    [3, 'changed', null],
  ])
  expect(await alumnus('B00000002')).toMatchObject({ first_name: 'Joseph' })
})

test('a row that cannot be applied does not replace an earlier one of the person', async () => {
  const batch = await importFile('contacts', csv(header, 'B00000002,,,Joe', 'B00000002,C-000000001,,Joseph'))
  expect(await reasons(batch.id)).toEqual([
    [2, 'changed', null],
    [3, 'skipped', 'Contact ID C-000000001 belongs to B00000001.'],
  ])
})

test('an unreadable value leaves its field with a warning, and the rest of the row is imported', async () => {
  const batch = await importFile(
    'contacts',
    csv('BUID,First Name,Primary Email,Deceased,City', 'B00000001,Margaret,peggy at home,dunno,Raleigh'),
  )
  expect(await reasons(batch.id)).toEqual([
    [
      2,
      'changed',
      'Primary Email “peggy at home” is not an e-mail address, so it was left as it is. Deceased “dunno” is neither yes nor no, so it was left as it is.',
    ],
  ])
  expect(await alumnus('B00000001')).toMatchObject({ first_name: 'Margaret', city: 'Raleigh', deceased: true })
})
