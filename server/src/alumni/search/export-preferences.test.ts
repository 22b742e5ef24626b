import { exportPresets } from '@alumni/shared/alumni/export'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db } = await buildTestApp()
const stan = await as('staff')
const url = '/alumni_search.csv'
const fileOf = (text: string) =>
  Papa.parse<Record<string, string>>(text.replace('\ufeff', '').trim(), { header: true }).data
const nameOfFile = (headers: Record<string, unknown>) =>
  /filename="([^"]*)"$/.exec(String(headers['content-disposition']))?.[1]

const [peggy, dora, carl, nora, ned] = ['B00000001', 'B00000002', 'B00000003', 'B00000004', 'B00000005'] as const
const everyone = { deceased: 1, do_not_contact: 1, do_not_email: 1, no_email: 1, may_be_emailed: 1 }

beforeAll(async () => {
  const person = (buid: string, first_name: string, rest: object = {}) => ({
    buid,
    first_name,
    last_name: 'Lane',
    state: 'MA',
    country: 'US',
    primary_email: `${first_name.toLowerCase()}@example.org`,
    mobile_phone: '617-555-0104',
    deceased: false,
    do_not_contact: false,
    do_not_email: false,
    ...rest,
  })
  await db
    .insertInto('alumni')
    .values([
      person(peggy, 'Peggy'),
      person(dora, 'Dora', { deceased: true, do_not_email: true }),
      person(carl, 'Carl', { do_not_contact: true }),
      person(nora, 'Nora', { do_not_email: true }),
      person(ned, 'Ned', { primary_email: null }),
    ])
    .execute()
})

test('before an export each of the five people is counted in one group', async () => {
  expect((await stan.get('/alumni_search/reach?q=lane')).json()).toEqual({
    matching: 5,
    reach: everyone,
    by_post: 0,
  })
  expect((await stan.get('/alumni_search/reach?q=lane&do_not_email=yes')).json()).toMatchObject({ matching: 2 })
})

const contact = async (query: string) =>
  fileOf((await stan.get(`${url}?q=lane&columns=name,email,phone&sort=name${query}`)).body).map((row) =>
    Object.values(row).join(' '),
  )

test('addresses and numbers that must not be used are marked as left out, unless they are requested', async () => {
  const phone = '617-555-0104'
  expect(await contact('')).toEqual([
    'Carl Lane (left out) (left out)',
    'Dora Lane (left out) (left out)',
    `Ned Lane  ${phone}`,
    `Nora Lane (left out) ${phone}`,
    `Peggy Lane peggy@example.org ${phone}`,
  ])
  expect(await contact('&opted_out=left_out')).toEqual([`Ned Lane  ${phone}`, `Peggy Lane peggy@example.org ${phone}`])
  expect(await contact('&opted_out=with_contact')).toContain(`Dora Lane dora@example.org ${phone}`)
  expect((await stan.get(`${url}?opted_out=gladly`)).statusCode).toBe(400)
  expect((await stan.get(`${url}?columns=name,password`)).statusCode).toBe(400)
})

test.each([
  ['?state=MA&year_from=1998&year_to=1998', /^alumni-class-of-1998-massachusetts-[\d-]{10}\.csv$/],
  [
    '?deceased=no&champion=yes&near=02118&within=25',
    /^alumni-within-25-miles-of-02118-champion-not-deceased-[\d-]{10}\.csv$/,
  ],
  [
    '?activity=email_clicked&not_engaged_from=2023-01-01',
    /^alumni-no-email-clicked-since-january-1-2023-[\d-]{10}\.csv$/,
  ],
  ['?q=peggy@example.org', /^alumni-filtered-[\d-]{10}\.csv$/],
  ['?employer=Peggy+Lane+LLC', /^alumni-filtered-[\d-]{10}\.csv$/],
  ['?college=..%2F..%2F%22x', /^alumni-x-[\d-]{10}\.csv$/],
  ['?sort=name', /^alumni-[\d-]{10}\.csv$/],
])('the file of %s is named by search and day, without naming a person', async (query, name) => {
  expect(nameOfFile((await stan.get(`${url}${query}`)).headers)).toMatch(name)
})

test('the file has the selected people once each in their order, and is listed among one’s exports', async () => {
  const body = { buids: [nora, peggy, nora, 'B99999999'], columns: ['name', 'email', 'buid'] }
  const reply = await stan.post(url, body)
  expect(nameOfFile(reply.headers)).toMatch(/^alumni-selected-/)
  expect(reply.headers['x-rows']).toBe('2')
  expect(fileOf(reply.body)).toEqual([
    { BUID: nora, Name: 'Nora Lane', 'Primary e-mail': '(left out)' },
    { BUID: peggy, Name: 'Peggy Lane', 'Primary e-mail': 'peggy@example.org' },
  ])
  expect(fileOf((await stan.post(url, { ...body, opted_out: 'left_out' })).body)).toHaveLength(1)
  const { exports } = (await stan.get('/alumni_search/exports')).json<{ exports: { people: number; file: string }[] }>()
  expect(exports[0]).toMatchObject({ people: 1, file: expect.stringMatching(/^alumni-selected-/) as string })
  expect((await (await as('admin')).get('/alumni_search/exports')).json()).toEqual({ exports: [] })
})

test('all five people are selected at once, and copying takes only usable addresses and is recorded', async () => {
  const { people } = (await stan.get('/alumni_search/selection?q=lane&sort=name')).json<{
    people: { buid: string }[]
  }>()
  expect(people).toContainEqual({ buid: carl, group: 'do_not_contact' })
  const buids = people.map(({ buid }) => buid)
  expect((await stan.post('/alumni_search/addresses', { buids })).json()).toEqual({
    addresses: ['peggy@example.org'],
    reach: everyone,
  })
  const entry = await db
    .selectFrom('audit_entries')
    .select('detail')
    .where('action', '=', 'alumni.addresses-copied')
    .executeTakeFirstOrThrow()
  expect(entry.detail).toEqual({ addresses: 1, selected: 5, reach: everyone })
  const vera = await as('viewer')
  expect((await vera.get('/alumni_search/selection')).statusCode).toBe(403)
  expect((await vera.post('/alumni_search/addresses', { buids })).statusCode).toBe(403)
})

test.each([[[]], [['Peggy']], [Array.from({ length: 5001 }, (_, n) => `B${String(n).padStart(8, '0')}`)]])(
  'invalid BUIDs, or too many, are refused: %#',
  async (buids) => expect((await stan.post(url, { buids })).statusCode).toBe(400),
)

test('a mailing file has only people who may be written to and have an address, with the columns for envelopes', async () => {
  const home = { street: '1 Elm St', city: 'Boston', postal_code: '02118' }
  await db.updateTable('alumni').set(home).where('buid', 'in', [peggy, dora, carl, nora]).execute()
  await db.updateTable('alumni').set({ prefix: 'Dr.' }).where('buid', '=', nora).execute()
  expect((await stan.get('/alumni_search/reach?q=lane')).json()).toMatchObject({ matching: 5, by_post: 2 })
  expect((await stan.post('/alumni_search/reach', { buids: [ned, nora, carl] })).json()).toMatchObject({
    matching: 3,
    by_post: 1,
  })
  const request = `q=lane&sort=name&columns=${exportPresets.mailing.columns.join(',')}`
  const letters = await stan.get(`${url}?${request}&opted_out=by_post`)
  expect(letters.headers['x-rows']).toBe('2')
  const address = { Street: '1 Elm St', City: 'Boston', State: 'MA', 'Postal code': '02118', Country: 'US' }
  expect(fileOf(letters.body)).toMatchObject([
    { 'First name': 'Nora', Greeting: 'Dr. Lane', ...address },
    { 'First name': 'Peggy', Greeting: 'Peggy', ...address },
  ])
  const streets = fileOf((await stan.get(`${url}?${request}`)).body).map((row) => `${row['First name']} ${row.Street}`)
  expect(streets).toEqual(['Carl (left out)', 'Dora (left out)', 'Ned ', 'Nora 1 Elm St', 'Peggy 1 Elm St'])
})

test('an e-mail file has only people who may be e-mailed and have an address, whether found or selected', async () => {
  const { columns, opted_out } = exportPresets.email
  const found = await stan.get(`${url}?q=lane&columns=${columns.join(',')}&opted_out=${opted_out}`)
  expect(found.headers['x-rows']).toBe('1')
  expect(fileOf(found.body)).toMatchObject([
    { BUID: peggy, Name: 'Peggy Lane', Greeting: 'Peggy', 'Class years': '', 'Primary e-mail': 'peggy@example.org' },
  ])
  const selected = await stan.post(url, { buids: [ned, nora, carl, dora, peggy], opted_out, columns: ['buid'] })
  expect(fileOf(selected.body)).toEqual([{ BUID: peggy }])
})
