import { sql } from 'kysely'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { SignupsPage } from '@alumni/shared/champions/staff-list'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db, people } = await buildTestApp()
const stan = await as('staff')
const url = '/champion_signups.csv'
const fileOf = (text: string) =>
  Papa.parse<Record<string, string>>(text.replace('\ufeff', '').trim(), { header: true }).data
const exports = async () =>
  db
    .selectFrom('audit_entries')
    .select(['staff_user_id', 'detail'])
    .where('action', '=', 'champion-signups.exported')
    .orderBy('id')
    .execute()

beforeAll(async () => {
  await db.insertInto('alumni').values({ buid: 'B00000004', first_name: 'Peggy', last_name: "O'Neil" }).execute()
  await createSignup(db, {
    email: 'peggy@example.org',
    first_name: '=HYPERLINK("x")',
    last_name: '@Neil',
    status: 'linked',
    buid: 'B00000004',
    state: 'MA',
    help_roles: ['mentor', 'host'] as never,
    created_at: '2026-01-01T10:00:00Z',
  })
  await sql`insert into champion_signups (email, first_name, last_name, status, created_at) select 'crowd-' || n || '@example.org', 'Sam', 'Crowd ' || n % 7, 'completed', now() - n * interval '1 minute' from generate_series(1, 1203) n`.execute(
    db,
  )
})

test('the file of Peggy has all data that staff see, and no formula', async () => {
  const reply = await stan.get(`${url}?status=linked`)
  expect(reply.headers['content-disposition']).toMatch(/filename="champion-signups-linked-\d{4}-\d\d-\d\d\.csv"$/)
  expect(fileOf(reply.body)).toEqual([
    {
      ID: expect.any(String) as string,
      Name: '\'=HYPERLINK("x") @Neil',
      'Former name': '',
      'Signup state': 'Linked',
      'E-mail': 'peggy@example.org',
      Phone: '',
      City: 'Boston',
      State: 'MA',
      'ZIP or postal code': '02118',
      Country: 'United States',
      'Helps with': 'Mentor a student or a recent graduate; Host a gathering, or help with one',
      Affinities: '',
      College: '',
      'Class year': '',
      BUID: 'B00000004',
      Alumnus: "Peggy O'Neil",
      Source: 'Not recorded',
      Google: 'no',
      'Signed up': '2026-01-01T10:00:00.000Z',
      'Completed on': '',
    },
  ])
})

test('people who are deceased or want no e-mail are in the file without their address', async () => {
  const setPeggy = (flags: object) => db.updateTable('alumni').set(flags).where('buid', '=', 'B00000004').execute()
  await setPeggy({ do_not_email: true })
  const [row] = fileOf((await stan.get(`${url}?linked=yes&columns=email,linked_to`)).body)
  expect(row).toMatchObject({ 'E-mail': '(left out)', BUID: 'B00000004' })
  await setPeggy({ do_not_email: false })
})

test('all 1,203 signups are in the file, in the order of the list, with the chosen columns', async () => {
  const reply = await stan.get(`${url}?q=crowd&sort=-name&columns=name,email`)
  expect(reply.headers['x-rows']).toBe('1203')
  const rows = fileOf(reply.body)
  expect(Object.keys(rows[0]!)).toEqual(['ID', 'Name', 'E-mail'])
  expect(new Set(rows.map(({ ID }) => ID)).size).toBe(1203)
  const { signups } = (await stan.get('/champion_signups?q=crowd&sort=-name')).json<SignupsPage>()
  expect(rows.slice(0, 50).map(({ ID }) => Number(ID))).toEqual(signups.map(({ id }) => id))
})

test.each([
  ['', /^champion-signups-[\d-]{10}\.csv$/],
  ['?sort=name&columns=name', /^champion-signups-[\d-]{10}\.csv$/],
  [
    '?status=completed&help=mentor,host&country=US',
    /^champion-signups-completed-helps-with-mentoring-or-hosting-united-states-[\d-]{10}\.csv$/,
  ],
  ['?linked=no&signed_up_from=2026-07-01', /^champion-signups-not-linked-to-an-alumnus-signed-up-since-july-1-2026-/],
  ['?q=peggy@example.org', /^champion-signups-filtered-[\d-]{10}\.csv$/],
  ['?city=Boston&show=deleted', /^champion-signups-deleted-filtered-[\d-]{10}\.csv$/],
  ['?college=..%2F..%2F%22x', /^champion-signups-x-[\d-]{10}\.csv$/],
])('the file name of %s has the filters and the day, and names no person', async (query, name) => {
  const { headers } = await stan.get(`${url}${query}`)
  expect(/filename="([^"]*)"$/.exec(String(headers['content-disposition']))?.[1]).toMatch(name)
})

test('the audit log has the export before its first byte, and no refused export', async () => {
  const before = (await exports()).length
  await stan.get(`${url}?linked=yes&columns=name,email`)
  expect((await stan.get(`${url}?columns=name,password`)).statusCode).toBe(400)
  expect((await (await as('viewer')).get(url)).statusCode).toBe(403)
  const after = await exports()
  expect(after).toHaveLength(before + 1)
  expect(after.at(-1)).toEqual({
    staff_user_id: people.staff.id,
    detail: { signups: 1, columns: ['name', 'email'], filter: { linked: 'yes' } },
  })
})

test('a file without people has a header', async () => {
  expect((await stan.get(`${url}?q=nobodyhasthisname`)).body.split('\r\n')).toHaveLength(2)
})
