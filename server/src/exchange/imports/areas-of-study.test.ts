import { expect, test } from 'vitest'
import { buildImportStory, csv } from './testing/import-story.ts'
import { addPeggyJoseAndSiobhan, recordsOf } from './testing/records.ts'

const story = await buildImportStory()
const { importFile, scanFile, page, upload } = story
const { rowsOf, historyOf } = recordsOf(story)
await addPeggyJoseAndSiobhan(story)
await importFile('educations', csv('BUID,Degree Code,Degree Date,Major Code', 'B00000001,BS,2008-05-09,CS'))

test('Peggy’s minor and her degree share a table, and neither import changes the other’s rows', async () => {
  const batch = await importFile(
    'areas-of-study',
    csv(
      'BUID,Area Type,Major Code,Major,Degree Code,Degree Date',
      'B00000001,minor,CS,Computer Science,BS,2008-05-09',
      'B00000001,concentration,AI,,BS,',
    ),
  )
  expect(batch.results).toMatchObject({ new: 2 })
  expect(await rowsOf('educations')).toMatchObject([
    { kind: 'degree', degree_code: 'BS', area_type: null, major_desc: null },
    { kind: 'area_of_study', area_type: 'minor', major_code: 'CS', degree_date: '2008-05-09' },
    { kind: 'area_of_study', area_type: 'concentration', major_code: 'AI', degree_date: null },
  ])
  const again = await scanFile(
    'educations',
    csv('BUID,Degree Code,Degree Date,Major Code', 'B00000001,BS,2008-05-09,CS'),
  )
  expect(again.counts).toMatchObject({ unchanged: 1, new: 0 })
  await story.cancel('educations', again.id)
})

test('a minor is identified by person, type and major, and its degree may change', async () => {
  const batch = await importFile(
    'areas-of-study',
    csv(
      'BUID,Area Type,Major Code,Degree Code,Degree Date',
      'B00000001,minor,CS,BA,2009-05-09',
      'B00000001,minor,CS,MS,2010-05-09',
    ),
  )
  expect(batch.results).toMatchObject({ changed: 1, skipped: 1 })
  expect(await historyOf(batch)).toEqual([
    {
      buid: 'B00000001',
      record: 'education',
      action: 'changed',
      fields: { degree_code: ['BS', 'MS'], degree_date: ['2008-05-09', '2010-05-09'] },
    },
  ])
})

test('an unreadable date is a warning and keeps the old degree, because the degree is not part of the key', async () => {
  const batch = await importFile(
    'areas-of-study',
    csv('BUID,Area Type,Major Code,Degree Date', 'B00000001,minor,CS,spring'),
  )
  expect(batch.results).toMatchObject({ unchanged: 1, warnings: 1 })
  expect((await page('areas-of-study', batch.id)).rows).toMatchObject([
    { outcome: 'unchanged', reason: 'Degree Date “spring” is not a date such as 2026-11-20, so it was left as it is.' },
  ])
  expect(await rowsOf('educations', { area_type: 'minor' })).toMatchObject([{ degree_date: '2010-05-09' }])
})

test('educations and areas of study share a table of batches, and each type can have an open import', async () => {
  const area = await upload('areas-of-study', csv('BUID,Area Type,Major Code'))
  const education = await upload('educations', csv('BUID,Degree Code,Degree Date'))
  expect([area.statusCode, education.statusCode]).toEqual([201, 201])
  expect(education.json().id).not.toBe(area.json().id)
  expect((await upload('areas-of-study', csv('BUID,Area Type,Major Code'))).statusCode).toBe(409)
})
