import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'

const { db, nobody, as } = await buildTestApp()
const open = await buildTestApp({ env: { INTERNAL_API_REQUIRES_LOGIN: 'true' } })
const urls = [
  '/api/affinities?category=Athletics',
  '/api/majors?college=EN',
  '/api/activity_descriptions?activity_code=gift',
  '/api/alumni?name=peggy',
]
const get = async (url: string) => (await nobody.get(url)).json()

beforeAll(async () => {
  await sql`insert into affinities (affinity_code, name, category) values ('CREW', 'Rowing', 'Athletics'), ('ARCH', 'archery', 'Athletics'), ('SKI', 'Öresund ski team', 'Athletics'), ('POLO', 'polo', 'Athletics'), ('CHOIR', 'University Choir', 'Vocal Ensembles')`.execute(
    db,
  )
  await sql`insert into colleges (code, name) values ('EN', 'Engineering'), ('ME', 'Medicine')`.execute(db)
  await sql`insert into majors (major_code, major_desc, dept, dept_desc, college_code, active) values
    ('CS', 'Computer Science', 'COMP', 'Computing', 'EN', true), ('CE', 'Civil Engineering', 'CIVL', 'Civil', 'EN', true),
    ('AI', 'Artificial Intelligence', 'COMP', 'Computing', 'EN', false), ('EC', 'Électronique', 'COMP', 'Computing', 'EN', true), ('MED', 'Medicine', 'MEDI', 'Medicine', 'ME', true)`.execute(
    db,
  )
})

test('affinities of a category are sorted by name, ignoring letter case and accents', async () => {
  expect(await get('/api/affinities?category=Athletics')).toEqual([
    { affinity_code: 'ARCH', name: 'archery' },
    { affinity_code: 'SKI', name: 'Öresund ski team' },
    { affinity_code: 'POLO', name: 'polo' },
    { affinity_code: 'CREW', name: 'Rowing' },
  ])
  expect(await get('/api/affinities?category=Vocal+Ensembles')).toEqual([
    { affinity_code: 'CHOIR', name: 'University Choir' },
  ])
  for (const category of affinityCategories)
    expect((await nobody.get(`/api/affinities?category=${encodeURIComponent(category)}`)).statusCode).toBe(200)
})

test('majors of a college are sorted by department and name, active or not', async () => {
  expect(await get('/api/majors?college=EN')).toEqual([
    { dept: 'CIVL', dept_desc: 'Civil', major_code: 'CE', major_desc: 'Civil Engineering', active: true },
    { dept: 'COMP', dept_desc: 'Computing', major_code: 'AI', major_desc: 'Artificial Intelligence', active: false },
    { dept: 'COMP', dept_desc: 'Computing', major_code: 'CS', major_desc: 'Computer Science', active: true },
    { dept: 'COMP', dept_desc: 'Computing', major_code: 'EC', major_desc: 'Électronique', active: true },
  ])
})

test.each([
  '/api/affinities?category=Nobody',
  '/api/affinities?category=athletics',
  '/api/majors?college=XX',
  '/api/majors?college=en',
  '/api/majors?college=%25',
  '/api/activity_descriptions?activity_code=XX',
  '/api/alumni?name=Nobody',
])('%s returns an empty list for an unused value', async (url) => {
  expect(await get(url)).toEqual([])
})

test.each(urls)('%s ignores unknown parameters', async (url) => {
  expect(await get(`${url}&page=2&page=3&__proto__=1&callback=x`)).toEqual(await get(url))
})

describe.each([
  ['/api/affinities', 'category'],
  ['/api/majors', 'college'],
  ['/api/activity_descriptions', 'activity_code'],
  ['/api/alumni', 'name'],
])('%s', (url, parameter) => {
  test.each(['', `?${parameter}`, `?${parameter}=`, `?${parameter}=%20%09%C2%A0`, '?other=1'])(
    'replies 400 and names the parameter if it is missing (%s)',
    async (query) => {
      const reply = await nobody.get(url + query)
      expect([reply.statusCode, reply.json()]).toEqual([400, { error: `The ${parameter} parameter is required.` }])
    },
  )

  test.each([
    [`?${parameter}=a&${parameter}=b`, `Give the ${parameter} parameter only once.`],
    [`?${parameter}=a%00b`, `The ${parameter} parameter contains a character that no text has.`],
  ])('replies 400 and names the parameter: %s', async (query, error) => {
    const reply = await nobody.get(url + query)
    expect([reply.statusCode, reply.json()]).toEqual([400, { error }])
  })
})

describe.each(urls)('%s', (url) => {
  test('needs no sign-in, is not cached, and does not exist on the alumni’s site', async () => {
    const reply = await nobody.get(url)
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ])
    for (const host of [externalHost, 'CHAMPIONS.localhost:3000'])
      expect((await nobody.with({ host }).get(url)).statusCode).toBe(404)
    expect((await (await as('viewer')).get(url)).statusCode).toBe(200)
    expect((await nobody.post(url.split('?')[0]!, {})).statusCode).toBe(404)
  })

  test('needs a session of any role with INTERNAL_API_REQUIRES_LOGIN', async () => {
    const reply = await open.nobody.get(url)
    expect([reply.statusCode, reply.json()]).toEqual([401, { error: 'You are signed out. Sign in and try again.' }])
    expect((await open.nobody.visit(url)).statusCode).toBe(401)
    expect((await open.nobody.with({ authorization: 'Bearer nonsense' }).get(url)).statusCode).toBe(401)
    expect((await (await open.as('viewer')).get(url)).statusCode).toBe(200)
  })
})
