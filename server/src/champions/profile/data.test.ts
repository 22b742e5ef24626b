import { expect, test } from 'vitest'
import { dataPage } from '@alumni/shared/champions/profile'
import { codeOf } from '../sign-in/testing/read-letter.ts'
import { rememberDevice } from '../sign-in/devices.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { db, config, visitor, asChampion, sendLetters } = await buildTestApp()

test('María José reads and downloads all her data, with merged signups and without other people’s data', async () => {
  const majo = await createSignup(db, {
    email: 'majo@example.com',
    affinity_codes: ['ROW', 'CHO'] as never,
    help_roles: ['mentor'] as never,
  })
  const earlier = await createSignup(db, {
    email: 'majo.before@example.com',
    merged_into_id: majo.id,
    deleted_at: '2026-11-01',
  })
  const siobhan = await createSignup(db, { email: 'siobhan@example.net', first_name: 'Siobhán', last_name: "O'Neil" })
  const { id: community_id } = await db
    .insertInto('communities')
    .values({
      slug: 'rowers',
      name: 'Rowers of <1990>',
      kind: 'interest',
      summary: 'Rowing',
      published_at: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const signup of [majo, earlier, siobhan]) {
    await db.insertInto('community_members').values({ community_id, signup_id: signup.id }).execute()
    await rememberDevice(db, config, { signup, name: `Browser of ${signup.email}` })
  }
  const browser = await asChampion(majo)
  const reply = await browser.visit('/profile/data.json')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="champion-data.json"',
    'cache-control': 'no-store',
  })
  const file = reply.json<Record<string, Record<string, unknown>[]>>()
  expect(file).toMatchObject({ made_by: 'Bayside University', made_at: expect.any(String) })
  expect(file.signups!.map(({ email }) => email)).toEqual(['majo@example.com', 'majo.before@example.com'])
  expect(file.communities).toMatchObject([{ community: 'Rowers of <1990>' }, { community: 'Rowers of <1990>' }])
  expect(file.devices!.map(({ name }) => name).toSorted()).toEqual([
    'Browser of majo.before@example.com',
    'Browser of majo@example.com',
  ])
  expect(file.sessions).toHaveLength(1)
  expect(reply.body).not.toMatch(/siobhan|O'Neil|token_hash/i)

  const page = await browser.visit('/profile/data')
  expect(page.body).not.toMatch(/siobhan|token_hash/i)
  const [signup] = propsOf(page, dataPage).sections
  expect(signup!.records[0]).toEqual(
    expect.arrayContaining([
      { key: 'E-mail address', value: 'majo@example.com' },
      { key: 'Affinities', value: 'ROW, CHO' },
      { key: 'Ways to help', value: 'Mentor a student or a recent graduate' },
      { key: 'ZIP code', value: '02118' },
      { key: 'Your status', value: 'Completed' },
    ]),
  )
})

test('she reads the asks that the office made to her, and no one else’s', async () => {
  const majo = await createSignup(db, { email: 'majo.asked@example.com' })
  const { id: event_id } = await db
    .insertInto('events')
    .values({
      slug: 'gala',
      title: 'Gala',
      summary: '',
      starts_at: '2026-12-01',
      ends_at: '2026-12-01',
      time_zone: 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: noted_by_id } = await db
    .insertInto('staff_users')
    .values({ email: 'asks@example.edu', name: 'Stan', role: 'staff' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [buid, asked_by] of [
    ['B00000001', 'Dean Mills'],
    ['B00000002', 'Coach Reed'],
  ] as const) {
    await db.insertInto('alumni').values({ buid }).execute()
    const ask = { buid, topic: 'events', how: 'meal', asked_by, asked_on: '2026-03-03', noted_by_id } as const
    await db
      .insertInto('asks')
      .values({ ...ask, event_id, answer: 'maybe' })
      .execute()
  }
  await db.updateTable('champion_signups').set({ buid: 'B00000001' }).where('id', '=', majo.id).execute()
  const browser = await asChampion(majo)
  const file = await browser.visit('/profile/data.json')
  expect(file.json().asks).toMatchObject([{ about: 'Gala', asked_by: 'Dean Mills', answer: 'maybe' }])
  expect(file.body).not.toContain('Coach Reed')
  const sections = propsOf(await browser.visit('/profile/data'), dataPage).sections
  expect(sections.find(({ title }) => title === 'Calls and visits from our office')!.records).toEqual([
    expect.arrayContaining([
      { key: 'About', value: 'Gala' },
      { key: 'How', value: 'Over a meal' },
      { key: 'Answer', value: 'Maybe' },
    ]),
  ])
})

test('her download has no hash of a secret, whatever its column is called', async () => {
  const majo = await createSignup(db, { email: 'majo.hashes@example.com' })
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email: majo.email, keep_me_signed_in: 'yes' })
  const [letter] = await sendLetters()
  await browser.submit('/sign-in/code', { code: codeOf(letter!) })
  await browser.submit('/profile/email', { email: 'majo.new@example.com' })
  await sendLetters()
  const file = (await browser.visit('/profile/data.json')).json<Record<string, Record<string, unknown>[]>>()
  for (const table of ['devices', 'sessions', 'signin_requests', 'email_changes']) expect(file[table]).toHaveLength(1)
  // The hash of her IP address is part of her data.
  const disclosed = Object.values(file).map((rows) =>
    Array.isArray(rows) ? rows.map(({ ip_hash: _, ...row }) => row) : [],
  )
  expect(JSON.stringify(disclosed)).not.toMatch(/[\w-]{43}/)
})

test('times and days are written in words, and text that only looks like one stays as typed', async () => {
  const majo = await createSignup(db, {
    email: 'majo.dates@example.com',
    privacy_policy_version: '2026-11-22',
    consented_at: '2026-11-20T18:05:00Z',
    city: '2026-99-99',
    street: '2026-99-99T10:00:00+00:00',
  })
  const page = await (await asChampion(majo)).visit('/profile/data')
  expect(propsOf(page, dataPage).sections[0]!.records[0]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: 'November 22, 2026' }),
      expect.objectContaining({ value: expect.stringMatching(/^November 20, 2026, 1:05\sp\.m\. ET$/) }),
      expect.objectContaining({ value: '2026-99-99' }),
      expect.objectContaining({ value: '2026-99-99T10:00:00+00:00' }),
    ]),
  )
})

test('what she typed into the form is listed line by line, without empty fields', async () => {
  const majo = await createSignup(db, { email: 'majo.form@example.com' })
  const answers = { first_name: 'Majo', last_name: '', zip_code: '02118', help_roles: [], website: '' }
  await db
    .insertInto('signup_drafts')
    .values({ token_hash: 'one of hers', signup_id: majo.id, answers: JSON.stringify(answers), source: 'one_page' })
    .execute()
  const { sections } = propsOf(await (await asChampion(majo)).visit('/profile/data'), dataPage)
  const [form] = sections.find(({ title }) => title === 'Your signup form')!.records
  expect(form).toContainEqual({ key: 'Answers', value: 'ZIP code: 02118\nFirst name: Majo' })
})
