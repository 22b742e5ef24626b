import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import Papa from 'papaparse'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { openSession, sessionCookie } from '../../staff/accounts/sessions.ts'
import { buildTestApp, internalHost } from '../../../testing/test-app.ts'

const { app, as, config, db, people } = await buildTestApp()
const stan = await as('staff')
const url = '/alumni_search.csv'
const fileOf = (text: string) =>
  Papa.parse<Record<string, string>>(text.replace('\ufeff', '').trim(), { header: true }).data
const exports = async () =>
  (
    await sql<{
      staff_user_id: number
      detail: unknown
    }>`select staff_user_id, detail from audit_entries where action = 'alumni.exported' order by id`.execute(db)
  ).rows

beforeAll(async () => {
  await sql`insert into alumni (buid, first_name, last_name, city, deceased) select 'B1' || lpad(n::text, 7, '0'), '=HYPERLINK("x")', 'Smith' || lpad((n % 700)::text, 3, '0'), '@city', n = 1 from generate_series(1, 1203) n`.execute(
    db,
  )
})

test('the file has all 1,203 people in the order of the page, and no formula', async () => {
  const reply = await stan.get(`${url}?q=smith&sort=-name`)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-rows': '1203',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="alumni-filtered-\d{4}-\d\d-\d\d\.csv"$/,
    ) as string,
  })
  const rows = fileOf(reply.body)
  expect(new Set(rows.map(({ BUID }) => BUID)).size).toBe(1203)
  const firstPage = (await stan.get('/alumni_search?q=smith&sort=-name')).json<{ alumni: { buid: string }[] }>().alumni
  expect(rows.slice(0, 50).map(({ BUID }) => BUID)).toEqual(firstPage.map(({ buid }) => buid))
  expect(rows[0]).toMatchObject({ Name: '\'=HYPERLINK("x") Smith699', City: "'@city", Deceased: 'no' })
})

test('the audit log has the export before the first byte is sent', async () => {
  const before = await exports()
  expect((await stan.get(`${url}?deceased=yes&sort=name`)).statusCode).toBe(200)
  const after = await exports()
  expect(after).toHaveLength(before.length + 1)
  expect(after.at(-1)).toEqual({
    staff_user_id: people.staff.id,
    detail: {
      alumni: 1,
      file: expect.stringMatching(/^alumni-deceased-/) as string,
      opted_out: 'without_contact',
      columns: 'all',
      reach: { deceased: 1, do_not_contact: 0, do_not_email: 0, no_email: 0, may_be_emailed: 0 },
      filter: { deceased: 'yes', sort: 'name' },
    },
  })
})

test('a file without people has a header', async () => {
  expect((await stan.get(`${url}?q=nobodyhasthisname`)).body.split('\r\n')).toHaveLength(2)
})

test.each([
  ['viewer', 403],
  ['staff', 200],
  ['admin', 200],
] as const)('a %s gets %i, and a refusal is not recorded', async (role, status) => {
  const before = (await exports()).length
  expect((await (await as(role)).get(url)).statusCode).toBe(status)
  expect((await exports()).length - before).toBe(status === 200 ? 1 : 0)
})

test('an invalid filter is refused before anything is written', async () => {
  const before = (await exports()).length
  expect((await stan.get(`${url}?sort=salary`)).statusCode).toBe(400)
  expect((await stan.get(`${url}?near=99999&within=3`)).statusCode).toBe(400)
  expect(await exports()).toHaveLength(before)
})

test('reading stops when the caller disconnects', async () => {
  await sql`insert into alumni (buid, last_name) select 'B2' || lpad(n::text, 7, '0'), 'Crowd' || n from generate_series(1, 30000) n`.execute(
    db,
  )
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const batchesRead = () =>
    queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('with ordinality')).length
  await app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = `${sessionCookie(config).name}=${await openSession(db, config, people.staff)}`
  const request = get({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: url,
    headers: { cookie, host: internalHost },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect([response.statusCode, response.headers['x-rows']]).toEqual([200, '31203'])
  await once(response, 'data')
  request.destroy()
  await pause(500)
  const read = batchesRead()
  await pause(500)
  expect(batchesRead()).toBe(read)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(60)
})
