import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  reportNames,
  type BouncedLettersPage,
  type DuplicateEmailsPage,
  type LookAlikesPage,
  type ReportsPage,
} from '@alumni/shared/alumni/reports'
import { composers } from '../../composers.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { enqueueLetter, type Letters } from '../../foundations/mail/letters.ts'
import { createMailer } from '../../foundations/mail/mailer.ts'
import { sendLetter } from '../../foundations/mail/send-letter.ts'
import { StaffSession } from '../../staff/accounts/staff-user.ts'
import { createSignup } from '../../../testing/champions.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { searchForLookAlikes } from './look-alikes.ts'

const story = await buildTestApp()
const { as, db, config } = story
const { add } = recordsOf(story)
const ada = await as('admin')
const read = async <Page>(name: string, query = '') => (await ada.get(`/settings/reports/${name}${query}`)).json<Page>()
const fileOf = async (url: string) => (await ada.get(url)).body.trim().split('\r\n')
const emails = (query = '') => read<DuplicateEmailsPage>('duplicate_emails', query)
const pairs = (query = '') => read<LookAlikesPage>('look_alikes', query)
const readBounced = (query = '') => read<BouncedLettersPage>('bounced_letters', query)

const testMailServer = await startMailServer()
afterAll(() => testMailServer.close())

const buidOf = (n: number) => `B${String(n).padStart(8, '0')}`
const addPerson = (n: number, fields: Record<string, string | boolean> = {}) =>
  add('alumni', { buid: buidOf(n), first_name: `Person ${n}`, last_name: `Nobody ${n}`, ...fields })

beforeAll(async () => {
  await addPerson(1, { first_name: 'Peggy', last_name: 'Jones', primary_email: 'Jones@example.org' })
  await addPerson(2, { first_name: 'Tom', last_name: 'Jones', work_email: ' jones@EXAMPLE.org', deceased: true })
  await addPerson(3, { first_name: 'José', last_name: 'Álvarez', personal_email: 'office@example.com' })
  await addPerson(4, { first_name: 'Siobhán', last_name: "O'Neil", other_email: 'office@example.com' })
  for (let n = 5; n <= 10; n++) await addPerson(n, { school_email: 'office@example.com' })
})

test('before a report was calculated, the index says so, and counts the other reports', async () => {
  const { reports } = (await ada.get('/settings/reports')).json<ReportsPage>()
  expect(reports.map(({ name }) => name)).toEqual([...reportNames])
  expect(Object.fromEntries(reports.map(({ name, count }) => [name, count]))).toEqual({
    look_alikes: 0,
    duplicate_emails: 2,
    bounced_letters: 0,
    alumni_without_degrees: 10,
  })
  expect(reports.every(({ searched_at }) => searched_at === null)).toBe(true)
})

test('shared e-mail addresses are found across columns and letter case, those of most people first', async () => {
  const page = await emails()
  expect(page).toMatchObject({ matching: 2, total: 2, emails: [{ email: 'office@example.com', count: 8 }, {}] })
  expect(page.emails[0]!.people).toHaveLength(5)
  expect(page.emails[1]).toEqual({
    email: 'jones@example.org',
    count: 2,
    people: [
      { buid: buidOf(1), name: 'Peggy Jones', columns: ['primary_email'], deceased: false },
      { buid: buidOf(2), name: 'Tom Jones', columns: ['work_email'], deceased: true },
    ],
  })
})

test.each([
  ['?q=jones', ['jones@example.org']],
  ['?q=siobh', ['office@example.com']],
  ['?column=school_email', ['office@example.com']],
  ['?column=work_email', ['jones@example.org']],
  ['?names=same', ['jones@example.org']],
  ['?names=different', ['office@example.com']],
  ['?q=tom+office', []],
])('%s finds the addresses %j, and the file has all of their people', async (query, found) => {
  const page = await emails(query)
  expect([page.emails.map(({ email }) => email), page.total]).toEqual([found, 2])
  const people = page.emails.reduce((all, { count }) => all + count, 0)
  expect(await fileOf(page.links.csv)).toHaveLength(1 + people)
})

test('the second of two processes that search at once waits, and none fails', async () => {
  expect(await runDuring(db, searchForLookAlikes, [() => searchForLookAlikes(db)])).toEqual([undefined])
})

const summarizePairs = ({ pairs }: LookAlikesPage) =>
  pairs.map(({ first, second, reasons }) => [Number(first.buid.slice(1)), Number(second.buid.slice(1)), reasons])

test('possible duplicates are listed in pairs with their reasons, the strongest first', async () => {
  await addPerson(21, { first_name: 'Margaret', preferred_name: 'Peg', last_name: 'Stone', crm_id: 'a0000000000000X' })
  await addPerson(22, { first_name: 'Maggie', last_name: 'Rivers', crm_id: 'a0000000000000X' })
  await addPerson(23, { first_name: 'Peg', last_name: 'Stone', mobile_phone: '+1 (617) 555-0142' })
  await addPerson(24, { first_name: 'Ann', last_name: 'Hill', home_phone: '617.555.0142', postal_code: '02118-1234' })
  await addPerson(25, { first_name: 'Ann', last_name: 'Lake', former_last_name: 'Hill', postal_code: '02118' })
  await addPerson(26, { first_name: 'Ann', last_name: 'Brook', mobile_phone: '617 555 0142' })
  for (const n of [21, 23])
    await add('educations', { buid: buidOf(n), kind: 'degree', degree_code: 'BS', degree_date: `2008-0${n - 20}-09` })
  expect((await ada.post('/settings/reports/look_alikes/search')).json()).toEqual({
    found: 12,
    searched_at: expect.any(String),
  })
  const page = await pairs()
  expect(summarizePairs(page).filter(([first]) => Number(first) > 20)).toEqual([
    [21, 22, ['crm_id']],
    [21, 23, ['class_year']],
    [24, 25, ['former_name']],
    [24, 26, ['phone']],
  ])
  expect(page.pairs.find(({ first }) => first.buid === buidOf(21))).toMatchObject({
    first: { name: 'Margaret "Peg" Stone', class_years: [2008], email: null },
  })
  expect(summarizePairs(await pairs('?reason=former_name'))).toEqual([[24, 25, ['former_name']]])
  expect(summarizePairs(await pairs('?q=rivers'))).toEqual([[21, 22, ['crm_id']]])
  // Eight people share the address of an office, so each is paired with the next only.
  const byEmail = await pairs('?reason=email')
  expect(byEmail.matching).toBe(8)
  expect(await fileOf(byEmail.links.csv)).toHaveLength(9)
})

test('nicknames, middle names and double names match, and brothers with the same middle name do not', async () => {
  const home = { last_name: 'Moore', postal_code: '60614' }
  await addPerson(31, { ...home, first_name: 'William', middle_name: 'Henry' })
  await addPerson(32, { ...home, first_name: 'Bill', postal_code: '60614-2201' })
  await addPerson(33, { ...home, first_name: 'Ruben', preferred_name: 'Will', middle_name: 'T.' })
  await addPerson(34, { ...home, first_name: 'Mary Ann', last_name: 'Lopez', former_last_name: 'Moore' })
  await addPerson(35, { ...home, first_name: 'Mary' })
  await addPerson(36, { ...home, first_name: 'Robert', middle_name: 'Jamal' })
  await addPerson(37, { ...home, first_name: 'Jamal' })
  await addPerson(38, { ...home, first_name: 'Peter', middle_name: 'Jamal' })
  await addPerson(39, { ...home, first_name: 'Bill', postal_code: '60615' })
  await ada.post('/settings/reports/look_alikes/search')
  const found = summarizePairs(await pairs('?reason=similar_name')).map(([first, second]) => `${first} ${second}`)
  expect(found.sort()).toEqual(['31 32', '32 33', '34 35', '36 37', '37 38'])
})

test('“Not the same person” stores who said it first, and can be undone', async () => {
  const url = '/settings/reports/look_alikes/dismissals'
  const other = await as('admin')
  const first = (await ada.post(url, { buids: [buidOf(22), buidOf(21)] })).json<{ dismissal: { id: number } }>()
  expect((await other.post(url, { buids: [buidOf(21), buidOf(22)] })).json()).toEqual(first)
  await searchForLookAlikes(db)
  expect((await pairs('?q=rivers')).pairs).toEqual([])
  expect((await pairs('?dismissed=yes')).pairs).toMatchObject([{ dismissal: { by: ada.user!.name } }])
  const undoDismissal = () => ada.request({ method: 'DELETE', url: `${url}/${first.dismissal.id}` })
  expect([(await undoDismissal()).statusCode, (await undoDismissal()).statusCode]).toEqual([204, 404])
  expect((await pairs('?q=rivers')).pairs).toHaveLength(1)
  expect((await ada.post(url, { buids: [buidOf(21), 'B99999999'] })).statusCode).toBe(404)
  expect((await ada.post(url, { buids: [buidOf(21), buidOf(21)] })).statusCode).toBe(400)
})

async function letter<Kind extends keyof Letters>(kind: Kind, subject: Letters[Kind], mailServer = testMailServer.url) {
  const id = await enqueueLetter(db, kind, subject)
  const mailer = createMailer({ ...config, SMTP_URL: mailServer })
  await sendLetter({ config, db, mailer }, composers, { letter: id }).catch(() => undefined)
}

test('undelivered letters are listed by person, each with the reason and what to do', async () => {
  const majo = await createSignup(db)
  testMailServer.action = 'reject'
  await letter('signup-restored', { signup: majo.id })
  await letter('signup-restored', { signup: majo.id })
  testMailServer.action = 'refuse'
  await letter('password-changed', { user: ada.user!.id })
  await letter('wrong-codes', { user: (await as('staff')).user!.id }, 'smtp://127.0.0.1:1')
  testMailServer.action = 'take'
  await letter('password-changed', { user: (await as('viewer')).user!.id })
  const page = await readBounced()
  expect(page.counts).toEqual({ refused: 1, later: 1, unreachable: 1, unwritten: 0 })
  expect(page.people).toMatchObject([
    { kind: 'staff', why: 'unreachable', letters: 1, waiting: 1 },
    { kind: 'staff', name: ada.user!.name, why: 'later', letters: 1, waiting: 1 },
    {
      kind: 'signup',
      id: majo.id,
      name: 'María José García Márquez',
      email: 'majo@example.com',
      why: 'refused',
      letters: 2,
      waiting: 0,
      about: ['A signup was restored'],
    },
  ])
  const found = await readBounced('?why=refused&q=márquez')
  expect([found.matching, (await fileOf(found.links.csv)).length]).toEqual([1, 2])
  await db.entities.execute("update champion_signups set email = '', first_name = null, last_name = null")
  expect((await readBounced('?why=refused')).people).toMatchObject([
    { kind: 'nobody', id: null, name: '', email: null },
  ])
})

test.each(reportNames)(
  'the file of %s requires a proof again after half an hour, and the page does not',
  async (name) => {
    const late = await as('admin')
    await db.entities.nativeUpdate(
      StaffSession,
      { user: late.user! },
      { proven_at: new Date(Date.now() - 30 * 60_000 - 1000) },
    )
    const url = `/settings/reports/${name}`
    expect((await late.get(url)).statusCode).toBe(200)
    const refused = await late.get(`${url}.csv`)
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { prove: true }])
    await db.entities.nativeUpdate(StaffSession, { user: late.user! }, { proven_at: new Date() })
  },
)

test('only administrators may read reports', async () => {
  const stan = await as('staff')
  for (const name of ['', ...reportNames])
    expect((await stan.get(`/settings/reports${name && `/${name}`}`)).statusCode).toBe(403)
})
