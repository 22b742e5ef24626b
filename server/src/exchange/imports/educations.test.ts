import { expect, test } from 'vitest'
import { buildImportStory, csv } from './testing/import-story.ts'
import { addPeggyJoseAndSiobhan, recordsOf } from './testing/records.ts'

const story = await buildImportStory()
const { importFile, scanFile, commit, apply, page } = story
const { rowsOf, historyOf, add } = recordsOf(story)
await addPeggyJoseAndSiobhan(story)

test('Peggy’s and José’s degrees are imported, and a row with an unknown BUID is skipped with its name', async () => {
  const batch = await importFile(
    'educations',
    csv(
      'BUID,Degree Code,Degree Date,Major Code,Major,College Code,College',
      'B00000001,BS,2008-05-09,CS,Computer Science,ENG,Engineering',
      'B00000002,BA,5/9/2008,,,,',
      'B00000099,BS,2008-05-09,CS,,,',
    ),
  )
  expect(batch).toMatchObject({ section: 'Results', results: { rows: 3, new: 2, skipped: 1, warnings: 0 } })
  expect((await page('educations', batch.id, '?outcome=skipped')).rows).toMatchObject([
    { line: 4, key: 'B00000099 · BS · 2008-05-09', reason: 'No alumnus has the BUID B00000099.' },
  ])
  expect(await rowsOf('educations')).toMatchObject([
    {
      buid: 'B00000001',
      kind: 'degree',
      degree_code: 'BS',
      degree_date: '2008-05-09',
      major_code: 'CS',
      major_desc: 'Computer Science',
      college_code: 'ENG',
      college_name: 'Engineering',
      area_type: null,
    },
    { buid: 'B00000002', kind: 'degree', degree_code: 'BA', degree_date: '2008-05-09', major_code: null },
  ])
})

test('a degree is identified by person, code and date', async () => {
  const batch = await importFile(
    'educations',
    csv('BUID,Degree Code,Degree Date,Major Code', 'B00000001,BS,2008-05-09,MATH', 'B00000001,BS,2012-05-09,CS'),
  )
  expect(batch.results).toMatchObject({ changed: 1, new: 1 })
  expect(await historyOf(batch)).toEqual([
    { buid: 'B00000001', record: 'education', action: 'changed', fields: { major_code: ['CS', 'MATH'] } },
    {
      buid: 'B00000001',
      record: 'education',
      action: 'created',
      fields: {
        buid: [null, 'B00000001'],
        degree_code: [null, 'BS'],
        degree_date: [null, '2012-05-09'],
        major_code: [null, 'CS'],
      },
    },
  ])
  expect(await rowsOf('educations', { degree_date: '2008-05-09', buid: 'B00000001' })).toMatchObject([
    { major_desc: 'Computer Science' },
  ])
})

test('a blank cell clears its field, and an absent column leaves it', async () => {
  await importFile('educations', csv('BUID,Degree Code,Degree Date,Major', 'B00000001,BS,2008-05-09,'))
  expect(await rowsOf('educations', { degree_date: '2008-05-09', buid: 'B00000001' })).toMatchObject([
    { major_desc: null, college_name: 'Engineering' },
  ])
})

test('a row with a missing code or date, or an invalid date, is skipped', async () => {
  const batch = await scanFile(
    'educations',
    csv(
      'BUID,Degree Code,Degree Date',
      'B00000001,,2008-05-09',
      'B00000001,BS,',
      'B00000001,BS,2008-02-30',
      'B00000001,BS,May 2008',
    ),
  )
  expect(batch.counts).toMatchObject({ rows: 4, skipped: 4 })
  expect((await page('educations', batch.id)).rows!.map(({ reason }) => reason)).toEqual([
    'Degree Code is blank.',
    'Degree Date is blank.',
    'Degree Date “2008-02-30” is not a date such as 2026-11-20.',
    'Degree Date “May 2008” is not a date such as 2026-11-20.',
  ])
  await story.cancel('educations', batch.id)
})

test('the last of two rows with the same degree counts', async () => {
  const batch = await scanFile(
    'educations',
    csv(
      'BUID,Degree Code,Degree Date,Major',
      'B00000003,PHD,2020-05-09,First',
      'B00000003,PHD,5/9/2020,Second',
      'B00000003,PHD,2020-05-09T00:00:00Z,Third',
    ),
  )
  expect(batch.counts).toMatchObject({ rows: 3, new: 1, skipped: 2 })
  expect(
    (await page('educations', batch.id)).rows!.map(({ line, outcome, reason }) => [line, outcome, reason]),
  ).toEqual([
    [2, 'skipped', 'Line 4 has the same BUID, Degree Code, Degree Date; the last one counts.'],
    [3, 'skipped', 'Line 4 has the same BUID, Degree Code, Degree Date; the last one counts.'],
    [4, 'new', null],
  ])
  await commit('educations', batch.id)
  await apply('educations', batch.id)
  expect(await rowsOf('educations', { buid: 'B00000003' })).toMatchObject([{ major_desc: 'Third' }])
})

test('unknown codes are warnings once the catalog has entries', async () => {
  const file = csv(
    'BUID,Degree Code,Degree Date,Major Code,College Code',
    'B00000002,MS,2015-05-09,CS,ENG',
    'B00000002,MBA,2017-05-09,BUS,MGT',
  )
  const before = await scanFile('educations', file)
  expect(before.counts).toMatchObject({ new: 2, warnings: 0 })
  await story.cancel('educations', before.id)
  await add('colleges', { code: 'ENG', name: 'Engineering' })
  await add('majors', {
    major_code: 'CS',
    major_desc: 'Computer Science',
    dept: 'CSC',
    dept_desc: 'Computing',
    college_code: 'ENG',
  })
  const batch = await importFile('educations', file)
  expect(batch.results).toMatchObject({ new: 2, warnings: 1, skipped: 0 })
  const again = await scanFile('educations', file)
  expect(again.counts).toMatchObject({ unchanged: 2, warnings: 1 })
  await story.cancel('educations', again.id)
  expect((await page('educations', batch.id, '?outcome=warnings')).rows).toMatchObject([
    {
      line: 3,
      outcome: 'new',
      reason:
        'Major Code “BUS” is not in the list of this service. College Code “MGT” is not in the list of this service.',
    },
  ])
})

test('only the row of a person deleted before the commit is skipped', async () => {
  await add('alumni', { buid: 'B00000004', first_name: 'Moved' })
  const batch = await scanFile(
    'educations',
    csv('BUID,Degree Code,Degree Date', 'B00000004,BS,2001-05-09', 'B00000001,JD,2001-05-09'),
  )
  expect(batch.counts).toMatchObject({ new: 2 })
  await recordsOf(story).remove('alumni', { buid: 'B00000004' })
  await commit('educations', batch.id)
  expect((await apply('educations', batch.id)).results).toMatchObject({ rows: 2, new: 1, skipped: 1 })
  expect((await page('educations', batch.id, '?outcome=skipped')).rows).toMatchObject([
    {
      key: 'B00000004 · BS · 2001-05-09',
      reason: 'No alumnus has the BUID B00000004.',
      difference: 'Reviewed as new; the data changed in the meantime, so it was skipped.',
    },
  ])
})
