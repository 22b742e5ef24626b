import { transact } from '../../foundations/database/db.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  catalogEntry,
  catalogKey,
  catalogNames,
  type CatalogName,
  type CatalogPage,
  type CatalogEntry,
} from '@alumni/shared/alumni/catalog'
import { readChoices } from '../../champions/sign-up/choices.ts'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { forgetAuditEntries } from '../../../testing/test-database.ts'
import { listEntries } from './list-entries.ts'

const { db, as, database } = await buildTestApp()
const ada = await as('admin')
const second = await as('admin')

const engineering = { code: 'EN', name: 'College of Engineering', active: true }
const computing = {
  major_code: 'CS',
  major_desc: 'Computer Science',
  dept: 'COMP',
  dept_desc: 'Computing',
  college_code: 'EN',
  active: true,
}
const rowing = { affinity_code: 'CREW', name: 'Rowing', category: 'Athletics', active: true }
const gift = { code: 'gift', name: 'Gift', active: true }
const examples: { [Name in CatalogName]: CatalogEntry } = {
  colleges: { code: 'LAW', name: 'School of Law', active: true },
  majors: computing,
  affinities: rowing,
  activity_codes: gift,
}

const page = async (list: CatalogName, query = '') => (await ada.get(`/settings/${list}${query}`)).json<CatalogPage>()
const change = (list: CatalogName, code: string, entry: CatalogEntry, seenEntry: CatalogEntry, user = ada) =>
  user.post(`/settings/${list}/${encodeURIComponent(code)}`, { entry, seen: seenEntry })
const remove = (list: CatalogName, code: string, seenEntry: CatalogEntry, user = ada) =>
  user.request({ method: 'DELETE', url: `/settings/${list}/${encodeURIComponent(code)}`, payload: { seen: seenEntry } })
const listAudited = async () =>
  (
    await sql<{
      action: string
      subject: string
      detail: unknown
      staff_user_id: number
    }>`select action, subject, detail, staff_user_id from audit_entries order by id`.execute(db)
  ).rows

beforeEach(async () => {
  for (const table of [
    'champion_signups',
    'engagements',
    'educations',
    'alumni_affinities',
    'alumni',
    'majors',
    'colleges',
    'affinities',
    'activity_codes',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await ada.post('/settings/colleges', engineering)
  await forgetAuditEntries(database)
})

describe.each(catalogNames)('%s', (list) => {
  const entry = examples[list]
  const code = String(entry[catalogKey[list]])
  const label = list === 'majors' ? 'major_desc' : 'name'
  const other = { ...entry, [label]: 'Another name' }

  test('Ada adds an entry, renames it and deletes it, and the audit log has each change with the values before', async () => {
    const added = await ada.post(`/settings/${list}`, entry)
    expect([added.statusCode, added.json()]).toEqual([201, entry])
    expect((await page(list, `?q=${code}`)).entries).toEqual([entry])
    const changed = await change(list, code, other, entry)
    expect([changed.statusCode, changed.json()]).toEqual([200, other])
    expect((await remove(list, code, other)).statusCode).toBe(204)
    expect((await page(list, `?q=${code}`)).entries).toEqual([])
    const user = ada.user!.id
    const noun = { colleges: 'college', majors: 'major', affinities: 'affinity', activity_codes: 'activity-code' }[list]
    expect(await listAudited()).toEqual([
      {
        action: `${noun}.added`,
        subject: `${list}/${code}`,
        detail: { before: null, after: entry },
        staff_user_id: user,
      },
      {
        action: `${noun}.changed`,
        subject: `${list}/${code}`,
        detail: { before: entry, after: other },
        staff_user_id: user,
      },
      {
        action: `${noun}.deleted`,
        subject: `${list}/${code}`,
        detail: { before: other, after: null },
        staff_user_id: user,
      },
    ])
  })

  test('the second of two people who opened the same entry is told that it has changed, and changes nothing', async () => {
    await ada.post(`/settings/${list}`, entry)
    await change(list, code, other, entry)
    const late = await change(list, code, { ...entry, [label]: 'A third name' }, entry, second)
    expect([late.statusCode, late.json()]).toEqual([
      409,
      { error: `Someone else has changed ${code} since you opened it. Check it and try again.`, current: other },
    ])
    expect((await remove(list, code, entry, second)).statusCode).toBe(409)
    expect((await page(list, `?q=${code}`)).entries).toEqual([other])
    const results = await Promise.all([
      change(list, code, { ...entry, [label]: 'Ada' }, other),
      change(list, code, { ...entry, [label]: 'Second' }, other, second),
    ])
    expect(results.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('saving unchanged values records no change', async () => {
    await ada.post(`/settings/${list}`, entry)
    expect((await change(list, code, entry, entry)).json()).toEqual(entry)
    expect(await listAudited()).toHaveLength(1)
  })

  test('a code is unique and cannot be changed', async () => {
    await ada.post(`/settings/${list}`, entry)
    const key = catalogKey[list]
    const twice = await ada.post(`/settings/${list}`, other)
    expect([twice.statusCode, twice.json()]).toEqual([
      409,
      { error: `${code} is already in the list.`, fields: { [key]: `${code} is already in the list.` } },
    ])
    const renamed = await change(list, code, { ...entry, [key]: 'NEW' }, entry)
    expect([renamed.statusCode, renamed.json().fields]).toEqual([
      400,
      { [key]: 'A code cannot be changed. Add a new entry instead.' },
    ])
    expect((await change(list, 'NEW', { ...entry, [key]: 'NEW' }, entry)).statusCode).toBe(404)
    expect((await remove(list, 'NEW', entry)).statusCode).toBe(404)
  })

  test.each(['', '  ', '.', '..', 'a\0b', 'line\nbreak', 'x'.repeat(51), 7, null, ['a'], undefined])(
    'the code %j is refused beside its field, and nothing is added',
    async (bad) => {
      const key = catalogKey[list]
      const reply = await ada.post(`/settings/${list}`, { ...entry, [key]: bad })
      expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [key]])
      expect((await page(list)).matching).toBe(list === 'colleges' ? 1 : 0)
    },
  )

  test('a code may have quotes, wildcards, slashes and other alphabets', async () => {
    for (const odd of ['O\'X"', '%_', 'a/b', '学', 'two words', '#?&', '__proto__']) {
      const strange = { ...entry, [catalogKey[list]]: odd, [label]: `${odd} 100% _` }
      expect((await ada.post(`/settings/${list}`, strange)).statusCode).toBe(201)
      expect((await page(list, `?q=${encodeURIComponent(odd)}`)).entries).toContainEqual(strange)
      expect((await remove(list, odd, strange)).statusCode).toBe(204)
    }
  })

  test.each([
    ['viewer', 403],
    ['staff', 403],
  ] as const)('a %s gets %i for the list and for every action', async (role, status) => {
    const person = await as(role)
    expect((await person.get(`/settings/${list}`)).statusCode).toBe(status)
    expect((await person.post(`/settings/${list}`, entry)).statusCode).toBe(status)
    expect((await change(list, code, entry, entry, person)).statusCode).toBe(status)
    expect((await remove(list, code, entry, person)).statusCode).toBe(status)
  })
})

describe('an entry in use cannot be deleted', () => {
  beforeEach(async () => {
    await sql`insert into alumni (buid, last_name) select 'B' || lpad(n::text, 8, '0'), 'Jones' from generate_series(1, 1203) n`.execute(
      db,
    )
    await ada.post('/settings/majors', computing)
    await ada.post('/settings/affinities', rowing)
    await ada.post('/settings/activity_codes', gift)
  })

  test('a major with 1,203 educations can be deactivated instead', async () => {
    await sql`insert into educations (buid, kind, degree_code, major_code, college_code) select buid, 'degree', 'BS', 'CS', 'EN' from alumni`.execute(
      db,
    )
    const refused = await remove('majors', 'CS', computing)
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'CS cannot be deleted: 1,203 educations use it. Deactivate it instead.',
    ])
    expect((await ada.get('/settings/majors/CS/uses')).json()).toEqual({
      uses: 1203,
      message: refused.json().error,
      records: [{ count: 1203, what: '1,203 educations', page: '/alumni_search?major=CS' }],
    })
    expect((await change('majors', 'CS', { ...computing, active: false }, computing)).json()).toMatchObject({
      active: false,
    })
    expect((await page('majors', '?active=yes')).matching).toBe(0)
    expect((await page('majors', '?active=no')).entries).toEqual([{ ...computing, active: false }])
    expect((await remove('colleges', 'EN', engineering)).json().error).toBe(
      'EN cannot be deleted: 1 major and 1,203 educations use it. Deactivate it instead.',
    )
  })

  test('an affinity with a member and an activity with engagements can be deleted once they are unused', async () => {
    await sql`insert into alumni_affinities values ('B00000001', 'CREW')`.execute(db)
    expect((await remove('affinities', 'CREW', rowing)).json().error).toBe(
      'CREW cannot be deleted: 1 alumnus uses it. Deactivate it instead.',
    )
    await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000001', 'gift', '2026-01-01'), ('B00000001', 'gift', '2026-01-02')`.execute(
      db,
    )
    expect((await remove('activity_codes', 'gift', gift)).json().error).toBe(
      'gift cannot be deleted: 2 engagements use it. Deactivate it instead.',
    )
    await sql`delete from engagements`.execute(db)
    expect((await ada.get('/settings/activity_codes/gift/uses')).json()).toEqual({
      uses: 0,
      message: 'No record uses gift.',
      records: [],
    })
    expect((await remove('activity_codes', 'gift', gift)).statusCode).toBe(204)
  })

  test('codes of engagements without a name are offered, the most used first', async () => {
    await sql`insert into engagements (buid, activity_code, engagement_date) select buid, case when id % 3 = 0 then 'gift_kind' when id % 3 = 1 then 'Gift' else 'gift' end, '2026-01-01' from alumni where buid <= 'B00000023'`.execute(
      db,
    )
    await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000001', 'gift_kind', '2026-01-02'), ('B00000001', 'gift_kind', '2026-01-03')`.execute(
      db,
    )
    const { unlisted } = await page('activity_codes')
    expect(unlisted.map(({ code }) => code)).toEqual(['gift_kind', 'Gift'])
    expect(unlisted.reduce((sum, { uses }) => sum + uses, 0)).toBeGreaterThanOrEqual(16)
    await ada.post('/settings/activity_codes', { code: 'gift_kind', name: 'Gift in kind' })
    expect((await page('activity_codes')).unlisted.map(({ code }) => code)).toEqual(['Gift'])
  })

  test('the list reads engagements once, however many codes there are', async () => {
    await sql`insert into engagements (buid, activity_code, engagement_date) select buid, 'code ' || id % 40, '2026-01-01' from alumni`.execute(
      db,
    )
    await transact(db, async (db) => {
      const scans = () =>
        db.entities
          .execute<{ scans: number }[]>("select pg_stat_get_xact_numscans('engagements'::regclass)::int as scans")
          .then(([row]) => row!.scans)
      const before = await scans()
      expect((await listEntries(db, 'activity_codes', { page: 1 })).unlisted).toHaveLength(40)
      expect((await scans()) - before).toBe(1)
    })
  })
})

test.each(catalogNames)(
  'an entry of %s is deactivated and activated again, and can be filtered by that',
  async (list) => {
    const [entry, code] = [examples[list], String(examples[list][catalogKey[list]])]
    await ada.post(`/settings/${list}`, entry)
    const inactive = { ...entry, active: false }
    expect((await change(list, code, inactive, entry)).json()).toEqual(inactive)
    expect((await page(list, '?active=no')).entries).toEqual([inactive])
    expect((await page(list, `?active=yes&q=${code}`)).entries).toEqual([])
    expect((await change(list, code, entry, inactive)).json()).toEqual(entry)
    expect((await page(list, '?active=no')).entries).toEqual([])
  },
)

test('champions are not offered inactive entries, and a signup keeps one that it has, which counts as used', async () => {
  await ada.post('/settings/affinities', { ...rowing, active: false })
  await change('colleges', 'EN', { ...engineering, active: false }, engineering)
  const codesOf = ({ colleges, affinities }: Awaited<ReturnType<typeof readChoices>>) =>
    [...colleges, ...affinities.flatMap(({ options }) => options)].map(({ value }) => value)
  expect(codesOf(await readChoices(db))).toEqual([])
  const majo = await createSignup(db, { college_code: 'EN', affinity_codes: '{CREW}' as never })
  expect(codesOf(await readChoices(db, [majo]))).toEqual(['EN', 'CREW'])
  expect((await remove('affinities', 'CREW', { ...rowing, active: false })).json().error).toBe(
    'CREW cannot be deleted: 1 champion signup uses it. Deactivate it instead.',
  )
  expect((await ada.get('/settings/affinities/CREW/uses')).json().records).toEqual([
    { count: 1, what: '1 champion signup', page: '/champion_signups?affinity=CREW' },
  ])
})

test('majors are found by words, college and state, 50 a page, sorted by college, department and name', async () => {
  await ada.post('/settings/colleges', { code: 'AS', name: 'Arts' })
  await sql`insert into majors (major_code, major_desc, dept, dept_desc, college_code, active)
    select 'M' || n, 'Major ' || lpad(n::text, 3, '0'), 'D', 'Department', case when n % 2 = 0 then 'EN' else 'AS' end, n % 10 <> 0 from generate_series(1, 120) n`.execute(
    db,
  )
  const first = await page('majors')
  expect(first).toMatchObject({ page: 1, pages: 3, matching: 120, total: 120 })
  expect(first.entries.slice(0, 2)).toMatchObject([{ major_code: 'M1' }, { major_code: 'M3' }])
  expect((await page('majors', '?page=3')).entries).toHaveLength(20)
  expect(await page('majors', '?college=EN&active=no')).toMatchObject({ matching: 12, total: 120 })
  expect((await page('majors', '?q=major+007')).entries).toMatchObject([{ major_code: 'M7' }])
  expect(await page('majors', '?page=9')).toEqual(await page('majors', '?page=3'))
})

test('a major needs an existing college, and an affinity one of the eight categories', async () => {
  const stray = await ada.post('/settings/majors', { ...computing, college_code: 'XX' })
  expect([stray.statusCode, stray.json()]).toEqual([
    400,
    { error: 'There is no college XX.', fields: { college_code: 'There is no college XX.' } },
  ])
  const odd = await ada.post('/settings/affinities', { ...rowing, category: 'Chess' })
  expect([odd.statusCode, odd.json().fields]).toEqual([400, { category: 'Choose one of the eight categories.' }])
  expect(await listAudited()).toEqual([])
})

test('the contract and the database have the same eight categories', async () => {
  for (const category of catalogEntry.affinities.shape.category.options)
    expect(
      (await ada.post('/settings/affinities', { affinity_code: category.slice(0, 3), name: 'Any', category }))
        .statusCode,
    ).toBe(201)
})
