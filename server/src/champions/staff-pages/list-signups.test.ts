import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { ListedSignup, SignupsPage } from '@alumni/shared/champions/staff-list'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db, nobody } = await buildTestApp()
const stan = await as('staff')
const url = '/champion_signups'
const list = async (query = '') => {
  const reply = await stan.get(`${url}${query}`)
  expect([query, reply.statusCode]).toEqual([query, 200])
  return reply.json<SignupsPage>()
}
const emails = async (query: string) => (await list(query)).signups.map(({ email }) => email.split('@')[0])
const nowhere = { zip_code: null, city: null }
const addSignup = (name: string, values: SignupValues) => {
  const [first_name, last_name] = name.split(' ') as [string, string]
  return createSignup(db, { ...nowhere, first_name, last_name, ...values })
}

const noneYet = (await stan.get(url)).json<SignupsPage>()

beforeAll(async () => {
  await db
    .insertInto('alumni')
    .values({ buid: 'B00000004', first_name: 'Margaret', preferred_name: 'Peggy', last_name: "O'Neil" })
    .execute()
  await db
    .insertInto('educations')
    .values({ buid: 'B00000004', kind: 'degree', degree_code: 'BS', degree_date: '1998-05-17' })
    .execute()
  await db
    .insertInto('colleges')
    .values([
      { code: 'EN', name: 'College of Engineering' },
      { code: 'AS', name: 'Arts and Sciences' },
    ])
    .execute()
  await db.insertInto('affinities').values({ affinity_code: 'ROW', name: 'Rowing', category: 'Athletics' }).execute()
  await addSignup("Peggy O'Neil", {
    email: 'peggy.oneil@example.org',
    former_last_name: 'Jones',
    buid: 'B00000004',
    status: 'linked',
    zip_code: '02116',
    city: 'Boston',
    state: 'MA',
    help_roles: ['mentor', 'speak'] as never,
    affinity_codes: ['ROW', 'GONE'] as never,
    college_code: 'EN',
    degree_year: 1998,
    google_uid: 'google-peggy',
    google_linked_at: new Date(),
    source: 'google',
    created_at: '2026-01-01T00:00:00Z',
  })
  await addSignup('José Álvarez', {
    email: 'jose@example.org',
    zip_code: '02118',
    help_roles: ['host'] as never,
    college_code: 'AS',
    degree_year: 2008,
    source: 'wizard',
    created_at: '2026-04-01T03:59:59Z',
  })
  await addSignup("Siobhán O'Neil", {
    email: 'siobhan@alumni.example.ie',
    city: 'Dún Laoghaire',
    country: 'IE',
    source: 'one_page',
    created_at: '2026-04-01T04:00:00Z',
  })
  await addSignup('Majo García-Márquez', { email: 'majo@example.com', status: 'started', created_at: '2026-11-02' })
  const survivor = await addSignup('Minh Nguyễn', { email: 'minh@example.com', city: 'Hà Nội', country: 'VN' })
  const between = await addSignup('Minh Nguyen', {
    email: 'minh.again@example.com',
    merged_into_id: survivor.id,
    deleted_at: '2026-11-03',
  })
  await addSignup('Minh Nguyen', {
    email: 'minh.first@example.com',
    merged_into_id: between.id,
    deleted_at: '2026-11-02',
  })
  await addSignup('Gone Away', { email: 'gone@example.com', deleted_at: '2026-11-01' })
})

test('a champion without an address has the place of their alumnus', async () => {
  await db
    .insertInto('alumni')
    .values({
      buid: 'B00000009',
      first_name: 'Rosa',
      last_name: 'Reyes',
      city: 'Salem',
      state: 'MA',
      postal_code: '01970',
    })
    .execute()
  const rosa = await addSignup('Rosa Reyes', { email: 'rosa@example.org', buid: 'B00000009', status: 'linked' })
  expect(await emails('?near=Salem,%20MA')).toEqual(['rosa'])
  expect(await emails('?near=01970&within=5')).toEqual(['rosa'])
  await db.deleteFrom('champion_signups').where('id', '=', rosa.id).execute()
})

test('before anyone has signed up the list is empty', () => {
  expect(noneYet).toEqual({
    signups: [],
    page: 1,
    pages: 1,
    matching: 0,
    statuses: { started: 0, completed: 0, linked: 0 },
  })
})

test('Stan sees who signed up, the newest first, with the most important data', async () => {
  const page = await list()
  expect(page).toMatchObject({
    page: 1,
    pages: 1,
    matching: 5,
    statuses: { started: 1, completed: 3, linked: 1 },
  })
  expect(page.signups.map(({ name }) => name)).toEqual([
    'Minh Nguyễn',
    'Majo García-Márquez',
    "Siobhán O'Neil",
    'José Álvarez',
    "Peggy O'Neil",
  ])
  expect(page.signups.at(-1)).toEqual({
    id: expect.any(Number) as number,
    name: "Peggy O'Neil",
    first_name: 'Peggy',
    last_name: "O'Neil",
    former_last_name: 'Jones',
    email: 'peggy.oneil@example.org',
    phone: null,
    status: 'linked',
    buid: 'B00000004',
    alumnus: 'Margaret "Peggy" O\'Neil',
    alumnus_class_years: [1998],
    do_not_write_reason: null,
    zip_code: '02116',
    city: 'Boston',
    state: 'MA',
    country: null,
    street: null,
    postal_code: null,
    college_code: 'EN',
    college: { code: 'EN', name: 'College of Engineering' },
    degree_year: 1998,
    help_roles: ['mentor', 'speak'],
    affinity_codes: ['ROW', 'GONE'],
    affinities: [
      { code: 'ROW', name: 'Rowing' },
      { code: 'GONE', name: 'GONE' },
    ],
    source: 'google',
    google_linked: true,
    signed_up_at: '2026-01-01T00:00:00.000Z',
    completed_at: null,
    deleted_at: null,
    merged_into: null,
  } satisfies ListedSignup)
})

test.each([
  ['peg', ['peggy.oneil']],
  ["O'NEIL", ['siobhan', 'peggy.oneil']],
  ['oneil', ['siobhan', 'peggy.oneil']],
  ['neil', ['siobhan', 'peggy.oneil']],
  ['o’neil sio', ['siobhan']],
  ['jones', ['peggy.oneil']],
  ['alvarez jose', ['jose']],
  ['ÁLV', ['jose']],
  ['marquez', ['majo']],
  ['garcíamárquez', ['majo']],
  ['García-Márquez', ['majo']],
  ['nguyen', ['minh']],
  ['peggy.oneil@example.org', ['peggy.oneil']],
  ['alumni.example.ie', ['siobhan']],
  ['b00000004', ['peggy.oneil']],
  ['B0000', ['peggy.oneil']],
  ['lvarez', []],
  ['peg majo', []],
  ["' | a", []],
  ['\\', []],
  [':*', []],
  ['%', []],
])('the words %j find %j', async (q, found) => {
  expect(await emails(`?q=${encodeURIComponent(q)}`)).toEqual(found)
})

test.each([
  ['status=started', ['majo']],
  ['completed=no', ['majo']],
  ['completed=yes', ['minh', 'siobhan', 'jose', 'peggy.oneil']],
  ['linked=yes', ['peggy.oneil']],
  ['linked=no&completed=yes', ['minh', 'siobhan', 'jose']],
  ['help=host,speak', ['jose', 'peggy.oneil']],
  ['affinity=ROW', ['peggy.oneil']],
  ['college=EN,AS', ['jose', 'peggy.oneil']],
  ['year_from=1999', ['jose']],
  ['year_from=1998&year_to=2007', ['peggy.oneil']],
  ['city=dun', ['siobhan']],
  ['city=D%C3%BAn%20L', ['siobhan']],
  ['city=laoghaire', []],
  ['near=boston', ['peggy.oneil']],
  ['near=Boston,%20MA&within=10', ['jose', 'peggy.oneil']],
  ['near=Boston,%20TX', []],
  ['near=boston%20massachusetts', ['peggy.oneil']],
  ['near=Boston,%20MA,%20USA', ['peggy.oneil']],
  ['near=near%20Boston', ['jose', 'peggy.oneil']],
  ['near=within%2060%20miles%20of%20Providence', ['jose', 'peggy.oneil']],
  ['near=within%2060%20miles%20of%20Providence&within=30', []],
  ['near=02118-1234', ['jose']],
  ['near=%EF%BC%90%EF%BC%92%EF%BC%91%EF%BC%91%EF%BC%98', ['jose']],
  ['near=D%C3%BAn%20Laoghaire%20Ireland', ['siobhan']],
  ['near=D%C3%BAn%20Laoghaire,%20UK', []],
  ['near=02118&within=5', ['jose', 'peggy.oneil']],
  ['near=02118', ['jose']],
  ['near=Providence&within=30', []],
  ['near=Providence&within=60', ['jose', 'peggy.oneil']],
  ['near=D%C3%BAn%20Laoghaire,%20Ireland&within=10', ['siobhan']],
  ['near=Atlantis&within=10', []],
  ['state=MA', ['peggy.oneil']],
  ['country=IE,VN', ['minh', 'siobhan']],
  ['country=US', ['majo', 'jose', 'peggy.oneil']],
  ['signed_up_from=2026-04-01&signed_up_to=2026-11-02', ['majo', 'siobhan']],
  ['signed_up_to=2026-03-31', ['jose', 'peggy.oneil']],
  ['q=oneil&country=IE', ['siobhan']],
])('the filter %s finds %j', async (query, found) => {
  expect(await emails(`?${query}`)).toEqual(found)
})

test.each([
  ['name', ['jose', 'majo', 'minh', 'peggy.oneil', 'siobhan']],
  ['-name', ['siobhan', 'peggy.oneil', 'minh', 'majo', 'jose']],
  ['signed_up', ['peggy.oneil', 'jose', 'siobhan', 'majo', 'minh']],
  ['status', ['majo', 'jose', 'siobhan', 'minh', 'peggy.oneil']],
  ['place', ['siobhan', 'peggy.oneil', 'jose', 'majo', 'minh']],
])('sorting by %s lists %j', async (sort, order) => {
  expect(await emails(`?sort=${sort}`)).toEqual(order)
})

test('each status has its count, whichever one is shown', async () => {
  const statuses = { started: 0, completed: 1, linked: 1 }
  expect(await list('?q=oneil')).toMatchObject({ matching: 2, statuses })
  expect(await list('?q=oneil&status=linked')).toMatchObject({ matching: 1, statuses })
  expect(await list('?q=oneil&status=started')).toMatchObject({ matching: 0, statuses, signups: [] })
})

test('deleted signups are listed separately, and merged ones are found by their own data and name their survivor', async () => {
  expect(await emails('?show=deleted')).toEqual(['gone'])
  const merged = await list('?show=merged&q=minh.first&sort=name')
  expect(merged.signups).toMatchObject([{ email: 'minh.first@example.com', merged_into: { name: 'Minh Nguyễn' } }])
  expect(await emails('?show=merged&sort=signed_up')).toEqual(['minh.again', 'minh.first'])
  const { signups } = await list('?q=minh')
  expect(signups.map(({ id }) => id)).toEqual([merged.signups[0]!.merged_into!.id])
})

test.each([
  ['status=lost', 'status'],
  ['sort=salary', 'sort'],
  ['zip=02118', 'zip'],
  ['source=google', 'source'],
  ['google=no', 'google'],
  ['near=00000&within=5', 'near'],
  ['near=Boston&within=0', 'within'],
  ['near=within%203000%20miles%20of%20Boston', 'near'],
  ['near=Boston&within=20000', 'within'],
  ['year_from=98', 'year_from'],
  ['signed_up_from=2026-02-30', 'signed_up_from'],
  ['show=everything', 'show'],
])('%s is refused beside its field', async (query, field) => {
  const reply = await stan.get(`${url}?${query}`)
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([400, [field]])
})

test('the filters offer the catalog, and the states and countries of signups', async () => {
  expect((await stan.get(`${url}/choices`)).json()).toEqual({
    colleges: [
      { code: 'AS', name: 'Arts and Sciences' },
      { code: 'EN', name: 'College of Engineering' },
    ],
    affinities: [{ code: 'ROW', name: 'Rowing', category: 'Athletics' }],
    states: [{ code: 'MA', name: 'Massachusetts' }],
    countries: [
      { code: 'US', name: 'United States' },
      { code: 'IE', name: 'Ireland' },
      { code: 'VN', name: 'Vietnam' },
    ],
  })
})

test('viewers and people who are signed out may not see the list', async () => {
  const vera = await as('viewer')
  for (const path of [url, `${url}/choices`, `${url}.csv`, `${url}/saved`])
    expect([path, (await vera.get(path)).statusCode, (await nobody.get(path)).statusCode]).toEqual([path, 403, 401])
})

test('each of 303 signups is on exactly one page in every order, and a page after the last one shows the last one', async () => {
  await sql`insert into champion_signups (email, first_name, last_name, status) select 'crowd-' || n || '@example.org', 'Sam', 'Crowd', 'completed' from generate_series(1, 303) n`.execute(
    db,
  )
  for (const sort of ['name', '-signed_up', 'status', 'place']) {
    const pages = await Promise.all(
      Array.from({ length: 7 }, (_, index) => list(`?q=crowd&sort=${sort}&page=${index + 1}`)),
    )
    expect(new Set(pages.flatMap(({ signups }) => signups.map(({ id }) => id))).size).toBe(303)
  }
  expect(await list('?q=crowd&page=99')).toMatchObject({ page: 7, pages: 7, matching: 303 })
})
