import { leftOutMark } from '@alumni/shared/alumni/export'
import { exportPresets } from '@alumni/shared/alumni/export'
import type { SearchReach } from '@alumni/shared/alumni/export'
import type { SearchPage } from '@alumni/shared/alumni/search'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db } = await buildTestApp()
const stan = await as('staff')

type Lane = { name: string; buid: string; deceased: boolean; do_not_contact: boolean; do_not_email: boolean }
const flags = ['deceased', 'do_not_contact', 'do_not_email'] as const
const lanes: Lane[] = ['Peggy', 'Dora', 'Carl', 'Nora', 'Ned', 'Olga', 'Paul', 'Quinn'].map((name, n) => ({
  name,
  buid: `B0000000${n + 1}`,
  deceased: (n & 1) > 0,
  do_not_contact: (n & 2) > 0,
  do_not_email: (n & 4) > 0,
}))
const namesWhere = (fits: (lane: Lane) => boolean) =>
  lanes
    .filter(fits)
    .map(({ name }) => name)
    .sort()
const mayBeEmailed = (lane: Lane) => flags.every((flag) => !lane[flag])
const mayBeWrittenTo = (lane: Lane) => !lane.deceased && !lane.do_not_contact

beforeAll(async () => {
  const home = { street: '1 Elm St', city: 'Boston', state: 'MA', postal_code: '02118', mobile_phone: '617-555-0104' }
  await db
    .insertInto('alumni')
    .values(
      lanes.map(({ name, ...rest }) => ({
        ...rest,
        ...home,
        first_name: name,
        last_name: 'Lane',
        primary_email: `${name}@example.org`,
      })),
    )
    .execute()
})

async function fileOf(choice: string, isSelected: boolean) {
  const columns = [...new Set([...exportPresets.mailing.columns, 'email', 'phone'])]
  const request = `/alumni_search.csv?q=lane&opted_out=${choice}&columns=${columns.join(',')}`
  const body = { buids: lanes.map(({ buid }) => buid), opted_out: choice, columns }
  const reply = isSelected ? await stan.post('/alumni_search.csv', body) : await stan.get(request)
  const { data } = Papa.parse<Record<string, string>>(reply.body.replace('\ufeff', '').trim(), { header: true })
  return (column = 'First name') =>
    data
      .filter((row) => row[column] !== '' && row[column] !== leftOutMark)
      .map((row) => row['First name']!)
      .sort()
}

test.each(flags)('Stan filters by %s and by its opposite, and no other flag changes the result', async (flag) => {
  for (const [answer, isNotNull] of [
    ['yes', true],
    ['no', false],
  ] as const) {
    const { alumni } = (await stan.get(`/alumni_search?q=lane&${flag}=${answer}`)).json<SearchPage>()
    expect(alumni.map(({ name }) => name.replace(' Lane', '')).sort()).toEqual(
      namesWhere((lane) => lane[flag] === isNotNull),
    )
  }
})

test.each([
  ['found', false],
  ['selected', true],
])('the file of people who are %s has only usable addresses and numbers', async (_, isSelected) => {
  const leftOut = await fileOf('left_out', isSelected)
  expect(leftOut()).toEqual(namesWhere(mayBeEmailed))
  const byPost = await fileOf('by_post', isSelected)
  expect(byPost()).toEqual(namesWhere(mayBeWrittenTo))
  const without = await fileOf('without_contact', isSelected)
  expect(without()).toEqual(namesWhere(() => true))
  expect(without('Primary e-mail')).toEqual(namesWhere(mayBeEmailed))
  for (const column of ['Mobile phone', 'Street', 'Postal code'])
    expect([column, without(column)]).toEqual([column, namesWhere(mayBeWrittenTo)])
})

test('before an export each person is counted once, by the most severe flag', async () => {
  const reach = { deceased: 4, do_not_contact: 2, do_not_email: 1, no_email: 0, may_be_emailed: 1 }
  const counted = { matching: 8, reach, by_post: 2 }
  const buids = lanes.map(({ buid }) => buid)
  expect((await stan.get('/alumni_search/reach?q=lane')).json<SearchReach>()).toEqual(counted)
  expect((await stan.post('/alumni_search/reach', { buids })).json<SearchReach>()).toEqual(counted)
  expect((await stan.post('/alumni_search/addresses', { buids })).json()).toMatchObject({
    addresses: ['Peggy@example.org'],
  })
})
