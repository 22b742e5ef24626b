import { expect, test } from 'vitest'
import type { AuditPage } from '@alumni/shared/staff/audit-log'
import { institutionDays } from '../../foundations/days.ts'
import { audit } from '../accounts/audit.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { forgetAuditEntries } from '../../../testing/test-database.ts'

const { as, config, db, people, database } = await buildTestApp({ env: { TRUST_PROXY: 'loopback' } })
const ada = (await as('admin')).with({ 'x-forwarded-for': '192.0.2.7' })
const log = async (query = '') => (await ada.get(`/settings/audit_log${query}`)).json<AuditPage>()
const subjects = async (query = '') => (await log(query)).entries.map(({ subject }) => subject)

test('Ada reads who did what to whom, from where, with the values before and after', async () => {
  await forgetAuditEntries(database)
  await ada.post('/settings/colleges', { code: 'AS', name: 'Arts' })
  const { entries } = await log()
  expect(entries.at(-1)).toMatchObject({
    who: people.admin.name,
    address: '192.0.2.7',
    action: 'college.added',
    subject: 'colleges/AS',
    changes: [
      { field: 'code', before: null, after: 'AS' },
      { field: 'name', before: null, after: 'Arts' },
      { field: 'active', before: null, after: 'yes' },
    ],
  })
  await audit(db, null, 'alumnus.changed-by-champion', 'alumni/B00000001', {
    signup: 12,
    fields: { city: ['Boston', 'Zürich'], street: ['1 Elm St', null] },
    withdrawn: [],
  })
  expect((await log()).entries[0]).toMatchObject({
    who: 'The service',
    address: null,
    page: '/alumni/B00000001',
    changes: [
      { field: 'city', before: 'Boston', after: 'Zürich' },
      { field: 'street', before: '1 Elm St', after: null },
    ],
    facts: [{ name: 'signup', value: '12' }],
  })
})

test('each entry has its subject’s current name, and none if it was deleted', async () => {
  await forgetAuditEntries(database)
  const event = await db
    .insertInto('events')
    .values({
      slug: 'homecoming',
      title: 'Homecoming',
      summary: '',
      starts_at: '2026-10-03T22:00:00Z',
      ends_at: '2026-10-04T01:00:00Z',
      time_zone: 'America/New_York',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(db, people.admin, 'user.role-changed', `staff-users/${people.staff.id}`)
  await audit(db, people.admin, 'event.publish', `events/${event.id}`)
  await audit(db, people.admin, 'event.deleted', 'events/999999')
  expect((await log()).entries.map(({ name }) => name)).toEqual([null, 'Homecoming', people.staff.name])
})

test('the log can be searched by words, person, action, subject and day', async () => {
  await forgetAuditEntries(database)
  await audit(db, people.staff, 'batch-search.looked-up', 'batch-search', { lines: 3 })
  await audit(db, people.admin, 'import.uploaded', 'contacts/7', { file_name: 'Müller-2026.csv' })
  await audit(db, null, 'import.finished', 'contacts/7')
  expect(await subjects('?q=müll 2026')).toEqual(['contacts/7'])
  expect(await subjects(`?q=${encodeURIComponent("contacts/7 & !' uploaded:*")}`)).toEqual(['contacts/7'])
  expect(await subjects('?q=nowhere')).toEqual([])
  expect(await subjects(`?who=${people.staff.id}`)).toEqual(['batch-search'])
  expect((await log('?who=0')).entries).toMatchObject([{ action: 'import.finished' }])
  expect((await log('?subject=contacts/7&action=import.uploaded')).entries).toHaveLength(1)
  const { today } = await institutionDays(db, config.INSTITUTION_TIME_ZONE)
  expect(await subjects(`?from=${today}&to=${today}`)).toHaveLength(3)
  expect(await subjects('?to=2026-01-01')).toEqual([])
  expect((await log()).actions).toEqual(['batch-search.looked-up', 'import.finished', 'import.uploaded'])
  expect((await log()).people.map(({ id }) => id)).toContain(people.viewer.id)
})

test('the days of the log are in the institution’s time zone, from the first minute to the last', async () => {
  await forgetAuditEntries(database)
  // November 5, 2026 in New York lasts from 05:00 to 05:00 UTC.
  const times = ['2026-11-05T04:59:59Z', '2026-11-05T05:00:00Z', '2026-11-06T04:59:59Z', '2026-11-06T05:00:00Z']
  for (const [index, time] of times.entries())
    await db.entities.execute(
      "insert into audit_entries (at, who, action, subject, detail) values (?, 'The service', 'import.finished', ?, '{}')",
      [time, `contacts/${index}`],
    )
  expect(await subjects('?from=2026-11-05&to=2026-11-05')).toEqual(['contacts/2', 'contacts/1'])
  expect(await subjects('?from=2026-11-06')).toEqual(['contacts/3'])
  expect(await subjects('?to=2026-11-04')).toEqual(['contacts/0'])
})

test('a renamed person keeps the name of the time', async () => {
  await forgetAuditEntries(database)
  await audit(db, people.staff, 'batch-search.looked-up', 'batch-search')
  await db.updateTable('staff_users').set({ name: 'Stan Smith-Jones' }).where('id', '=', people.staff.id).execute()
  expect((await log()).entries).toMatchObject([{ who: people.staff.name }])
})

test('pages are ordered from newest to oldest without gaps, and the file has the filtered entries', async () => {
  await forgetAuditEntries(database)
  await db.entities.execute(
    "insert into audit_entries (action, subject, detail) select 'thing.done', 'things/' || n, '{}' from generate_series(1, 1203) n",
  )
  await db.entities.execute(
    "insert into audit_entries (action, subject, detail) values ('other.done', 'others/1', '{\"name\": \"=1+1\"}')",
  )
  const listed: string[] = []
  for (let page = await log('?action=thing.done'); ; page = await log(`?action=thing.done&before=${page.next}`)) {
    listed.push(...page.entries.map(({ subject }) => subject))
    expect(page).toMatchObject({ matching: 1203, isCounted: true })
    if (page.next === null) break
  }
  expect(listed).toEqual(Array.from({ length: 1203 }, (_, n) => `things/${1203 - n}`))

  const { links } = await log('?action=thing.done')
  const file = (await ada.get(links.csv)).body.trim().split('\r\n')
  expect(file).toHaveLength(1204)
  expect(file[1]).toContain('things/1203')
  expect((await log('?action=audit-log.exported')).entries).toMatchObject([
    { who: people.admin.name, facts: [{ name: 'filter', value: 'action thing.done' }] },
  ])
  expect((await ada.get('/settings/audit_log.csv?action=other.done')).body).toContain('name: =1+1')
})

test('more than ten thousand entries are not counted exactly', async () => {
  await forgetAuditEntries(database)
  await db.entities.execute(
    "insert into audit_entries (action, subject) select 'thing.done', 'things/1' from generate_series(1, 10001)",
  )
  expect(await log()).toMatchObject({ matching: 10_000, isCounted: false })
  // The count of a frequent word stops at the limit.
  expect(await log('?q=things')).toMatchObject({ matching: 1000, isCounted: false })
})
