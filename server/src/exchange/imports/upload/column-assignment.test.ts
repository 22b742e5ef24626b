import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportStatusReply, ImportTypePage } from '@alumni/shared/exchange/imports'
import { scanImport } from '../scan/scan.ts'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { recordsOf } from '../testing/records.ts'

const story = await buildImportStory()
const { ada, scanFile, commit, apply, page } = story
const { add, alumnus } = recordsOf(story)
const home = '/settings/imports/contacts'
const file = csv('BUID,First Name,Rufname,Shoe Size', 'B00000001,Margaret,Peggy,38', 'B00000002,José,,44')

const aliases = async () => (await ada.get(home)).json<ImportTypePage>().aliases
const removeAlias = (header: string) => ada.request({ method: 'DELETE', url: `${home}/aliases`, payload: { header } })
const assign = async (batch: ImportStatusReply, columns: Record<string, string | null>) =>
  ada.post(batch.links.columns, { columns })
const assignAndScan = async (batch: ImportStatusReply, columns: Record<string, string | null>) => {
  const reply = await assign(batch, columns)
  expect(reply.json()).toMatchObject({ status: 'scanning', counts: null, links: { issues: null } })
  await scanImport(story.context, { type: 'contacts', id: batch.id })
  return story.status('contacts', batch.id)
}

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const { header } of await aliases()) await removeAlias(header)
})

test('Ada assigns “Rufname” to the preferred name, and the file is scanned again and imported', async () => {
  const batch = await scanFile('contacts', file)
  expect(batch.unknown_columns).toEqual([
    { header: 'Rufname', samples: ['Peggy'] },
    { header: 'Shoe Size', samples: ['38', '44'] },
  ])
  const again = await assignAndScan(batch, { Rufname: 'preferred_name' })
  expect(again).toMatchObject({
    id: batch.id,
    section: 'Review',
    counts: { new: 2 },
    unknown_columns: [{ header: 'Shoe Size' }],
    columns: [
      { header: 'BUID', field: 'buid', by_hand: false },
      { header: 'First Name', field: 'first_name', by_hand: false },
      { header: 'Rufname', field: 'preferred_name', by_hand: true },
    ],
  })
  expect((await page('contacts', batch.id)).rows![0]!.changes).toContainEqual({
    field: 'preferred_name',
    before: null,
    after: 'Peggy',
  })
  await commit('contacts', batch.id)
  await apply('contacts', batch.id)
  expect(await alumnus('B00000001')).toMatchObject({ first_name: 'Margaret', preferred_name: 'Peggy' })
})

describe('a file without a required column', () => {
  const affinaquest = csv(
    'Constituent No,FirstName,LastName,AQB__PersonalEmail__c',
    'B00000011,Grace,Hopper,grace@example.org',
    'B00000012,Katherine,Johnson,',
  )
  const lacks = 'The file lacks the required column “BUID”.'

  test('reaches Review: every line is skipped for that reason, the columns are listed, and nothing can be imported', async () => {
    const batch = await scanFile('contacts', affinaquest)
    expect(batch).toMatchObject({
      section: 'Review',
      counts: { rows: 2, new: 0, changed: 0, unchanged: 0, skipped: 2, deletes: 0 },
      missing_columns: [{ field: 'buid', label: 'BUID' }],
      unknown_columns: [{ header: 'Constituent No', samples: ['B00000011', 'B00000012'] }],
    })
    expect(batch.columns.map(({ field }) => field)).toEqual(['first_name', 'last_name', 'personal_email'])
    expect((await page('contacts', batch.id)).rows).toMatchObject([
      { line: 2, outcome: 'skipped', name: 'Grace Hopper', reason: lacks },
      { line: 3, outcome: 'skipped', name: 'Katherine Johnson', reason: lacks },
    ])
    const refused = await commit('contacts', batch.id)
    expect([refused.statusCode, refused.json()]).toEqual([409, { error: `${lacks} Choose the missing column first.` }])
    expect((await ada.get(batch.links.issues!)).body).toContain(`B00000012,Katherine,Johnson,,3,skipped,${lacks}`)
  })

  test('is scanned again and imported after Ada assigns the column, and the next file is recognized', async () => {
    const again = await assignAndScan(await scanFile('contacts', affinaquest), { 'Constituent No': 'buid' })
    expect(again).toMatchObject({ missing_columns: [], counts: { rows: 2, new: 2, skipped: 0 } })
    await commit('contacts', again.id)
    await apply('contacts', again.id)
    expect(await alumnus('B00000012')).toMatchObject({ first_name: 'Katherine' })
    expect(await scanFile('contacts', affinaquest)).toMatchObject({ missing_columns: [], counts: { unchanged: 2 } })
  })

  test('may use a column that was recognized as another field, and a wrong choice can be removed', async () => {
    const batch = await scanFile('contacts', csv('Contact ID,Last Name', 'B00000013,Vaughan', 'B00000014,Jackson'))
    const wrong = await assignAndScan(batch, { 'Last Name': 'buid' })
    expect(wrong).toMatchObject({ missing_columns: [], counts: { skipped: 2 } })
    const without = await assignAndScan(wrong, { 'Last Name': null })
    expect(without).toMatchObject({ missing_columns: [{ field: 'buid' }], counts: { skipped: 2 } })
    expect(await assignAndScan(without, { 'Contact ID': 'buid' })).toMatchObject({ counts: { new: 2 } })
  })

  test('forgets its earlier records if it is a snapshot that is scanned again', async () => {
    await add('employments', { buid: 'B00000001', employer: 'Acme' })
    const batch = await scanFile('employment', csv('BUID,Employer,Since', 'B00000001,Acme,2020-01-01'))
    expect(batch.counts).toMatchObject({ unchanged: 1, deletes: 0 })
    await assign(batch, { Since: 'start_date' })
    await scanImport(story.context, { type: 'employment', id: batch.id })
    expect((await story.status('employment', batch.id)).counts).toMatchObject({ new: 1, deletes: 1 })
  })

  test('may have its columns assigned one by one, and deletes no employment meanwhile', async () => {
    const batch = await scanFile('employment', csv('Who,Where,Job Title', 'B00000001,Acme,Engineer'))
    expect(batch).toMatchObject({ missing_columns: [{ label: 'BUID' }, { label: 'Employer' }], counts: { deletes: 0 } })
    await ada.post(batch.links.columns, { columns: { Who: 'buid' } })
    await scanImport(story.context, { type: 'employment', id: batch.id })
    expect(await story.status('employment', batch.id)).toMatchObject({
      missing_columns: [{ label: 'Employer' }],
      counts: { skipped: 1, deletes: 0 },
    })
  })
})

test('an assignment is remembered for the next upload in any spelling, until it is removed', async () => {
  const first = await assignAndScan(await scanFile('contacts', file), { Rufname: 'preferred_name' })
  await story.cancel('contacts', first.id)
  expect(await aliases()).toEqual([{ header: 'rufname', field: 'preferred_name' }])
  const second = await scanFile('contacts', csv('BUID,RUF_NAME', 'B00000001,Peg'))
  expect(second.columns).toContainEqual({ header: 'RUF_NAME', field: 'preferred_name', by_hand: true })
  await story.cancel('contacts', second.id)
  expect((await removeAlias('Ruf Name')).statusCode).toBe(204)
  expect(await aliases()).toEqual([])
  expect((await scanFile('contacts', file)).unknown_columns).toHaveLength(2)
  expect((await removeAlias('never known')).statusCode).toBe(204)
})

test('an assignment is remembered for its type only', async () => {
  await assignAndScan(await scanFile('contacts', file), { Rufname: 'preferred_name' })
  const employment = await scanFile('employment', csv('BUID,Employer,Rufname'))
  expect(employment.unknown_columns).toEqual([{ header: 'Rufname', samples: [] }])
})

test('an assignment by hand takes precedence, and the recognized column is ignored and listed', async () => {
  const batch = await assignAndScan(
    await scanFile('contacts', csv('BUID,First Name,Given', 'B00000001,Margaret,Peggy')),
    { Given: 'first_name' },
  )
  expect(batch).toMatchObject({
    columns: [{ header: 'BUID' }, { header: 'Given', field: 'first_name', by_hand: true }],
    unknown_columns: [{ header: 'First Name', samples: ['Margaret'] }],
  })
})

test('a field can be assigned to another column, and null removes an assignment', async () => {
  let batch = await assignAndScan(await scanFile('contacts', csv('BUID,Rufname,Alias', 'B00000001,Peggy,Meg')), {
    Rufname: 'preferred_name',
  })
  batch = await assignAndScan(batch, { Alias: 'preferred_name' })
  expect(batch.columns).toContainEqual({ header: 'Alias', field: 'preferred_name', by_hand: true })
  expect(await aliases()).toEqual([{ header: 'alias', field: 'preferred_name' }])
  batch = await assignAndScan(batch, { Alias: null })
  expect(batch.columns.map(({ header }) => header)).toEqual(['BUID'])
  expect(await aliases()).toEqual([])
})

test.each([
  ['a column that is not in the file', { Nickname: 'preferred_name' }, 'The file has no column “Nickname”.'],
  ['an unknown field', { Rufname: 'shoe_size' }, 'There is no field “shoe_size”.'],
  ['a property of every object', { Rufname: 'constructor' }, 'There is no field “constructor”.'],
  [
    'one field for two columns',
    { Rufname: 'suffix', 'Shoe Size': 'suffix' },
    'Two columns cannot fill the same field.',
  ],
  [
    'the required column to something else',
    { BUID: 'prefix' },
    'With these columns, the file could not be read. The file lacks the required column “BUID”.',
  ],
])(
  'assigning %s gets a 422 with a message, is not remembered, and leaves the review',
  async (_what, columns, message) => {
    const batch = await scanFile('contacts', file)
    const reply = await assign(batch, columns as Record<string, string>)
    expect([reply.statusCode, reply.json()]).toEqual([422, { error: message }])
    expect(await aliases()).toEqual([])
    expect(await story.status('contacts', batch.id)).toEqual(batch)
  },
)

test('a header named __proto__ can be assigned like any other', async () => {
  const batch = await scanFile('contacts', csv('BUID,__proto__', 'B00000001,Peggy'))
  const reply = await ada.request({
    method: 'POST',
    url: batch.links.columns,
    payload: '{"columns":{"__proto__":"preferred_name"}}',
    headers: { 'content-type': 'application/json' },
  })
  expect(reply.statusCode).toBeLessThan(500)
  expect(({} as Record<string, unknown>).preferred_name).toBeUndefined()
})

test('an invalid body gets a 400', async () => {
  const batch = await scanFile('contacts', file)
  for (const body of [{ columns: [] }, { columns: { Rufname: 5 } }, { columns: 'Rufname' }, []])
    expect((await ada.post(batch.links.columns, body)).statusCode).toBe(400)
})

test('only rows of the latest scan are shown', async () => {
  const batch = await assignAndScan(await scanFile('contacts', file), { Rufname: 'preferred_name' })
  const twice = await assignAndScan(batch, { 'Shoe Size': 'suffix' })
  expect(twice.counts).toMatchObject({ rows: 2 })
  expect(await page('contacts', batch.id)).toMatchObject({ matching: 2, rows: [{ line: 2 }, { line: 3 }] })
})
