import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { WithoutDegreesPage } from '@alumni/shared/alumni/reports'
import { addPeggyJoseAndSiobhan, recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { as, nobody, db } = story
const { add } = recordsOf(story)
const ada = await as('admin')
const url = '/settings/reports/alumni_without_degrees'
const readReport = async (query = '') => (await ada.get(`${url}${query}`)).json<WithoutDegreesPage>()

beforeAll(async () => {
  await addPeggyJoseAndSiobhan(story)
  await add('educations', { buid: 'B00000001', kind: 'degree', degree_code: 'BS', degree_date: '2008-05-09' })
  await add('educations', { buid: 'B00000002', kind: 'area_of_study', area_type: 'minor', major_code: 'MUS' })
})

test('Ada reads who has no degree: José with a minor and Siobhán without any education, but not Peggy', async () => {
  expect(await readReport()).toMatchObject({
    alumni: [
      { buid: 'B00000002', name: 'José Álvarez', areas_of_study: 1 },
      { buid: 'B00000003', name: "Siobhán O'Neil", areas_of_study: 0 },
    ],
    page: 1,
    pages: 1,
    matching: 2,
    total: 2,
    links: { csv: `${url}.csv` },
  })
})

test.each([
  ["o'neil", 1],
  ['josé', 1],
  ['JOSÉ álv', 1],
  ['B00000003', 1],
  ['peggy', 0],
  ['%', 0],
])('searching for %s finds %i of 2', async (q, matching) => {
  const found = await readReport(`?q=${encodeURIComponent(q)}`)
  expect(found).toMatchObject({ matching, total: 2 })
  expect((await ada.get(found.links.csv)).body.trim().split('\r\n')).toHaveLength(matching + 1)
})

test('the former settings index redirects here', async () => {
  const reply = await ada.visit('/settings/alumni')
  expect([reply.statusCode, reply.headers.location]).toEqual([301, url])
})

test('the file has all 1,203 people and no formula, and the page has 50 at a time', async () => {
  await sql`insert into alumni (buid, last_name) select 'B1' || lpad(n::text, 7, '0'), '=Smith' || n from generate_series(1, 1201) n`.execute(
    db,
  )
  const reply = await ada.get(`${url}.csv`)
  const lines = reply.body.trim().split('\r\n')
  expect(lines).toHaveLength(1204)
  expect(new Set(lines).size).toBe(1204)
  expect(lines[1]).toMatch(/^B00000002,,José Álvarez,,,,1,\d{4}-\d\d-\d\d$/)
  expect(lines[3]).toMatch(/^B10000001,,"'=Smith1",/)
  expect(await readReport('?page=25')).toMatchObject({
    page: 25,
    pages: 25,
    matching: 1203,
    alumni: [{ buid: 'B10001199' }, {}, {}],
  })
  expect(await readReport('?page=26')).toEqual(await readReport('?page=25'))
})

test.each([
  ['viewer', 403],
  ['staff', 403],
  ['admin', 200],
] as const)('a %s gets %i for the page and the file', async (role, status) => {
  const person = await as(role)
  expect([(await person.get(url)).statusCode, (await person.get(`${url}.csv`)).statusCode]).toEqual([status, status])
})

test('no one who is signed out may read the report', async () => {
  expect([(await nobody.get(url)).statusCode, (await nobody.get(`${url}.csv`)).statusCode]).toEqual([401, 401])
})
