import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scanImport } from './scan.ts'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { recordsOf, type Fields } from '../testing/records.ts'

const story = await buildImportStory()
const { ada, scanFile, confirmBatch, importFile, page, status, context } = story
const { add, alumnus, remove } = recordsOf(story)

const jose = { buid: 'B00000001', first_name: 'José', last_name: 'Álvarez', city: 'Boston', postal_code: '02118' }
const contact = { primary_email: 'jose.alvarez@example.org', mobile_phone: '(617) 555-0101', country: 'US' }

beforeEach(async () => void (await add('alumni', { ...jose, ...contact })))
afterEach(async () => {
  await cancelActiveBatches(story)
  await remove('alumni', { buid: jose.buid })
})

test.each([
  ['First Name', 'JosÃ©', 'First Name “JosÃ©” has letters that were decoded twice, so it was left as it is.'],
  ['Last Name', '#N/A', 'Last Name “#N/A” is an error of a spreadsheet, not a value, so it was left as it is.'],
  ['City', '########', 'City “########” is an error of a spreadsheet, not a value, so it was left as it is.'],
  [
    'Primary Email',
    '#REF!',
    'Primary Email “#REF!” is an error of a spreadsheet, not a value, so it was left as it is.',
  ],
  [
    'Mobile Phone',
    '6.17555E+09',
    'Mobile Phone “6.17555E+09” is a number that a spreadsheet has shortened, so it was left as it is.',
  ],
  ['Postal Code', '2118', 'Postal Code “2118” has lost its leading zeros, so it was left as it is.'],
])('a damaged %s, %s, does not replace the value on file, and Ada is warned', async (header, cell, reason) => {
  const before = await alumnus(jose.buid)
  const batch = await scanFile('contacts', csv(`BUID,${header}`, `${jose.buid},${cell}`))
  expect(batch.counts).toMatchObject({ unchanged: 1, warnings: 1 })
  expect((await page('contacts', batch.id, '?outcome=warnings')).rows).toMatchObject([{ reason }])
  await confirmBatch(batch)
  expect(await alumnus(jose.buid)).toEqual(before)
})

test('damaged cells are counted, and the rest of their rows is imported', async () => {
  const batch = await importFile(
    'contacts',
    csv(
      'BUID,First Name,Last Name,City,Mobile Phone,Postal Code,Primary Email',
      'B00000001,José,#N/A,#NAME?,6.17555E+09,2118,pepe@example.org',
      'B90000005,Ada,#NULL!,#DIV/0!,,,',
    ),
  )
  expect(batch).toMatchObject({ results: { changed: 1, new: 1, warnings: 2 }, findings: { ruined_cells: 5 } })
  expect(await alumnus(jose.buid)).toMatchObject({ ...jose, ...contact, primary_email: 'pepe@example.org' })
  expect(await alumnus('B90000005')).toMatchObject({ first_name: 'Ada', last_name: null, city: null })
})

test('leading zeros of a ZIP code are restored for the United States only', async () => {
  await importFile(
    'contacts',
    csv(
      'BUID,Last Name,Postal Code,Country',
      'B90000006,Novak,501,US',
      'B90000007,Novak,2118-1234,USA',
      'B90000008,Novak,1010,AT',
    ),
  )
  const zips = await Promise.all(
    ['B90000006', 'B90000007', 'B90000008'].map(async (buid) => (await alumnus(buid))?.postal_code),
  )
  expect(zips).toEqual(['00501', '02118-1234', '1010'])
})

test('zero-width characters are removed from cells', async () => {
  await importFile(
    'contacts',
    csv('BUID,Primary Email,Mobile Phone', `B00000001\u200b,pe\u00adpe@example.org\u200b,\u202a617 555 0177\u202c`),
  )
  expect(await alumnus(jose.buid)).toMatchObject({ primary_email: 'pepe@example.org', mobile_phone: '617 555 0177' })
})

describe('a file with dates that start with the day', () => {
  const file = csv(
    'BUID,Degree Code,Degree Date,Major',
    'B00000001,BS,20/05/2015,Computer Science',
    'B00000001,MS,5/6/2017,Computer Science',
  )
  const degrees = async (batch: { id: number }) =>
    (await page('educations', batch.id)).rows!.map(({ outcome, key }: Fields | { outcome: string; key: string }) => [
      outcome,
      key,
    ])

  test('is reported, and can be read so with one press', async () => {
    const batch = await scanFile('educations', file)
    expect(batch.findings).toMatchObject({ day_first_dates: 1, slashed_dates: 1 })
    expect(await degrees(batch)).toEqual([
      ['skipped', 'B00000001 · BS · 20/05/2015'],
      ['new', 'B00000001 · MS · 2017-05-06'],
    ])
    const again = await readDayFirst(batch, true)
    expect(again.columns).toContainEqual({
      header: 'Degree Date',
      field: 'degree_date',
      by_hand: false,
      day_first: true,
    })
    expect(await degrees(batch)).toEqual([
      ['new', 'B00000001 · BS · 2015-05-20'],
      ['new', 'B00000001 · MS · 2017-06-05'],
    ])
    await readDayFirst(batch, false)
    expect((await degrees(batch))[1]).toEqual(['new', 'B00000001 · MS · 2017-05-06'])
  })

  test('does not affect the next file, and a file with both orders is ambiguous', async () => {
    await readDayFirst(await scanFile('educations', file), true)
    await cancelActiveBatches(story)
    const mixed = await scanFile('educations', `${file}B00000001,PHD,5/20/2020,Computer Science\n`)
    expect(mixed.findings).toMatchObject({ day_first_dates: 0 })
    expect((await degrees(mixed))[1]).toEqual(['new', 'B00000001 · MS · 2017-05-06'])
  })

  async function readDayFirst({ id, links }: { id: number; links: { columns: string } }, day_first: boolean) {
    expect((await ada.post(links.columns, { day_first })).statusCode).toBe(200)
    await scanImport(context, { type: 'educations', id })
    return status('educations', id)
  }
})
