import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LinkingPage, LinkOutcome, SignupLink } from '@alumni/shared/champions/linking'
import { runDuring } from '../../../testing/run-during.ts'
import { linkSignup } from './signup-link.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, ada, as, alumnus, addAttendance, listAuditActions, db, page, people, signUp } = await buildSignupStory()
const url = '/champion_signups/linking'
const queue = async (query = '') => (await stan.get(`${url}${query}`)).json<LinkingPage>()
const outcomesOf = async (reply: ReturnType<typeof stan.post>) =>
  (await reply).json<{ outcomes: LinkOutcome[] }>().outcomes
const link = (links: SignupLink[], caller = stan) => outcomesOf(caller.post(url, { links }))
const undo = (links: SignupLink[], caller = stan) => outcomesOf(caller.post(`${url}/undo`, { links }))
const linkedOutcome = (id: number) => ({ id, error: null, merge: null })
const addDegree = (buid: string, day: string) =>
  db
    .insertInto('educations')
    .values({ buid, kind: 'degree', degree_code: 'BA', degree_date: day, college_code: 'AS' })
    .execute()

test('José matches one alumnus by address and name for certain, unlike a namesake, a shared address and another class', async () => {
  const jose = { first_name: 'José', last_name: 'Álvarez' }
  const buid = await alumnus({ ...jose, personal_email: 'Jose@Alvarez.example' })
  await addDegree(buid, '2015-05-15')
  const certain = await signUp({ ...jose, first_name: 'Jose', email: 'jose@alvarez.example', degree_year: 2015 })
  const namesake = await signUp(jose)
  const parent = { first_name: 'Robert', last_name: 'Hall', primary_email: 'hall@example.org' }
  await addDegree(await alumnus(parent), '1980-05-15')
  const child = await signUp({ first_name: 'Robert', last_name: 'Hall', email: 'hall@example.org', degree_year: 2012 })
  for (const school_email of ['twin@example.org', 'twin@example.org'])
    await alumnus({ first_name: 'Ana', last_name: 'Twin', school_email })
  const twin = await signUp({ first_name: 'Ana', last_name: 'Twin', email: 'twin@example.org' })
  const dead = { first_name: 'Ida', last_name: 'Late', email: 'ida@example.org' }
  await alumnus({ first_name: 'Ida', last_name: 'Late', primary_email: 'ida@example.org', deceased: true })
  const ida = await signUp(dead)
  const found = await queue()
  expect(found.certain.map(({ signup, person }) => [signup.id, person.buid])).toEqual([[certain.id, buid]])
  const others = found.signups.map(({ id }) => id)
  expect(others).toEqual([namesake.id, child.id, twin.id, ida.id])
  expect(found).toMatchObject({ waiting: 5, further: 0 })
  expect((await queue(`?after=${child.id}`)).signups.map(({ id }) => id)).toEqual([twin.id, ida.id])

  // Ada links José to the same alumnus meanwhile.
  await link([{ id: certain.id, buid }], ada)
  expect((await queue()).certain).toEqual([])
})

test('two signups with the same address and name need a decision, and so does one whose alumnus has a signup', async () => {
  const nora = { first_name: 'Nora', last_name: 'Abbott' }
  const buid = await alumnus({ ...nora, primary_email: 'nora@example.org', work_email: 'n.abbott@example.org' })
  const [first, second] = [
    await signUp({ ...nora, email: 'nora@example.org' }),
    await signUp({ ...nora, email: 'n.abbott@example.org' }),
  ]
  const ids = async () => (await queue()).certain.map(({ signup }) => signup.id)
  expect(await ids()).not.toEqual(expect.arrayContaining([first.id]))
  await link([{ id: second.id, buid }])
  expect(await ids()).not.toEqual(expect.arrayContaining([first.id]))
})

test('Stan links three signups at once: each is audited, one that Ada has linked is reported, and a repeat changes nothing', async () => {
  const [majo, lee, ana] = [await signUp({ first_name: 'Majo' }), await signUp(), await signUp()]
  const [hers, his, another, linkedByAda] = [await alumnus(), await alumnus(), await alumnus(), await alumnus()]
  await addAttendance(majo.id)
  await linkSignup(db, lee.id, linkedByAda, people.admin)
  const links = [
    { id: majo.id, buid: hers },
    { id: lee.id, buid: his },
    { id: ana.id, buid: another },
  ]
  const expected = [
    linkedOutcome(majo.id),
    {
      id: lee.id,
      error: `Ada Lindqvist linked this signup to María José García Márquez (${linkedByAda}) in the meantime.`,
      merge: null,
    },
    linkedOutcome(ana.id),
  ]
  expect(await link(links)).toEqual(expected)
  expect(await link(links)).toEqual(expected)
  expect([await listAuditActions(majo.id), await listAuditActions(ana.id)]).toEqual([
    ['champion-signup.linked'],
    ['champion-signup.linked'],
  ])
  expect((await page(majo.id)).alumnus?.buid).toBe(hers)
  const engagements = () => db.selectFrom('engagements').select('description').where('buid', '=', hers).execute()
  expect(await engagements()).toEqual([{ description: 'Homecoming' }])

  expect(await undo([{ id: majo.id, buid: hers }])).toEqual([linkedOutcome(majo.id)])
  expect(await undo([{ id: majo.id, buid: hers }])).toEqual([linkedOutcome(majo.id)])
  expect(await engagements()).toEqual([])
  expect(await listAuditActions(majo.id)).toEqual(['champion-signup.linked', 'champion-signup.unlinked'])
})

test('the second of two people who link one signup at the same moment reads who was first', async () => {
  const [{ id }, buid, another] = [await signUp(), await alumnus(), await alumnus()]
  const [outcomes] = await runDuring(db, (db) => linkSignup(db, id, buid, people.admin), [
    () => link([{ id, buid: another }]),
  ])
  expect(outcomes).toEqual([{ id, error: expect.stringContaining('Ada Lindqvist linked this signup'), merge: null }])
})

test('a late undo changes nothing, and a second signup of an alumnus must be merged', async () => {
  const [first, second, buid, other] = [await signUp(), await signUp(), await alumnus(), await alumnus()]
  await link([{ id: first.id, buid }])
  expect(await link([{ id: second.id, buid }])).toEqual([
    {
      id: second.id,
      error: expect.stringContaining('already has another signup'),
      merge: `/champion_signups/duplicates?ids=${second.id},${first.id}`,
    },
  ])
  await undo([{ id: first.id, buid }])
  await link([{ id: first.id, buid: other }], ada)
  expect(await undo([{ id: first.id, buid }])).toMatchObject([{ error: expect.stringContaining('Ada Lindqvist') }])
  expect((await page(first.id)).alumnus?.buid).toBe(other)
})

test('an incomplete signup is not in the queue, and a deleted signup of the alumnus blocks no link', async () => {
  const before = await queue()
  const uma = { first_name: 'Uma', last_name: 'Roth', email: 'uma@example.org' }
  const zoe = { first_name: 'Zoe', last_name: 'Roth', email: 'zoe@example.org' }
  const buidOfZoe = await alumnus({ first_name: 'Zoe', last_name: 'Roth', primary_email: zoe.email })
  const buidOfUma = await alumnus({ first_name: 'Uma', last_name: 'Roth', primary_email: uma.email })
  await signUp({ ...uma, buid: buidOfUma, status: 'linked', deleted_at: '2026-01-01', email: 'old@example.org' })
  await signUp({ first_name: 'Ned', last_name: 'Open', status: 'started', zip_code: null, city: null })
  const [first, second] = [await signUp(uma), await signUp(zoe)]
  const after = await queue()
  expect(after.waiting).toBe(before.waiting + 2)
  // The longest wait comes first.
  expect(after.certain.slice(-2).map(({ signup, person }) => [signup.id, person.buid])).toEqual([
    [first.id, buidOfUma],
    [second.id, buidOfZoe],
  ])
})

test('the first 100 of 103 certain signups are listed, and the others are counted', async () => {
  const before = (await queue()).certain.length
  await sql`insert into alumni (buid, first_name, last_name, primary_email)
    select 'B0009' || lpad(n::text, 4, '0'), 'Nia', 'Quill ' || n, 'nia.' || n || '@example.net' from generate_series(1, 103) n`.execute(
    db,
  )
  await sql`insert into champion_signups (email, first_name, last_name, status, zip_code)
    select 'nia.' || n || '@example.net', 'Nia', 'Quill ' || n, 'completed', '02118' from generate_series(1, 103) n`.execute(
    db,
  )
  const { certain, further_certain } = await queue()
  expect([certain.length, further_certain]).toEqual([100, before + 3])
})

test('only staff may use the queue, and an empty, too long or invalid list links no one', async () => {
  const vera = await as('viewer')
  expect([(await vera.get(url)).statusCode, (await vera.post(url, { links: [] })).statusCode]).toEqual([403, 403])
  expect((await stan.post(url, { links: [] })).json()).toMatchObject({
    fields: { links: 'Choose at least one signup.' },
  })
  const many = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, buid: 'B00000001' }))
  expect((await stan.post(url, { links: many })).json()).toMatchObject({
    fields: { links: 'At most 100 signups can be linked at once.' },
  })
  const { id } = await signUp()
  expect(await link([{ id, buid: 'B99999999' }])).toEqual([{ id, error: 'There is no such alumnus.', merge: null }])
  expect(await link([{ id: 999_999, buid: 'B99999999' }])).toMatchObject([{ error: 'There is no such signup.' }])
})
