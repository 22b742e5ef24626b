import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'

const app = await buildTestApp()
const { db } = app
const { add } = recordsOf(app)

const ids = (values: number[]) => sql`${values}::bigint[]`

async function listCandidates(alumni: number[], signups: number[]) {
  const { rows } = await sql<{
    alumnus_id: number | null
    signup_id: number | null
    is_gone: boolean
    deceased: boolean | null
    do_not_contact: boolean | null
    do_not_email: boolean | null
    email: string | null
  }>`select * from letter_candidates(${ids(alumni)}, ${ids(signups)}) order by list_position`.execute(db)
  return rows
}

async function listPeople(alumni: number[], signups: number[]) {
  const { rows } = await sql<{ alumnus_id: number | null; signup_id: number | null; is_gone: boolean }>`
    select alumnus_id, signup_id, is_gone from letter_people(${ids(alumni)}, ${ids(signups)})
    order by list_position`.execute(db)
  return rows
}

async function listReasons(alumni: number[], signups: number[], topic = 'news', event: number | null = null) {
  const { rows } = await sql<{ reason: string | null }>`
    select reason from letter_decisions(${ids(alumni)}, ${ids(signups)}, ${topic}, 'event', ${event}::bigint)
    order by list_position`.execute(db)
  return rows.map(({ reason }) => reason)
}

let people = 0
async function addAlumnus(fields: Record<string, string | boolean | null> = {}) {
  const buid = `B2${String(++people).padStart(7, '0')}`
  return { buid, id: await add('alumni', { buid, primary_email: `${buid}@on.file`, ...fields }) }
}
const addSignup = (fields: object = {}) => createSignup(db, { email: `s${++people}@example.org`, ...fields })

test('an alumnus and each of their signups are one person, who gets letters at their first signup', async () => {
  const alumnus = await addAlumnus()
  const first = await addSignup({ buid: alumnus.buid })
  const second = await addSignup({ buid: alumnus.buid })
  const merged = await addSignup({ merged_into_id: second.id, deleted_at: new Date() })
  for (const [alumni, signups] of [
    [[alumnus.id], []],
    [[], [merged.id, second.id]],
    [[alumnus.id], [second.id, first.id]],
  ] as const)
    expect(await listCandidates([...alumni], [...signups])).toEqual([
      expect.objectContaining({ alumnus_id: alumnus.id, signup_id: first.id, is_gone: false, email: first.email }),
    ])
})

test('people are in the order of the lists, once each, without deleted alumni', async () => {
  const [first, last] = [await addAlumnus(), await addAlumnus()]
  const signup = await addSignup()
  const people = await listPeople([last.id, 999_999_999, first.id, last.id], [signup.id])
  expect(people.map(({ alumnus_id, signup_id }) => alumnus_id ?? signup_id)).toEqual([last.id, first.id, signup.id])
})

test('a deleted signup is left out, and so is one that was merged into it', async () => {
  const deleted = await addSignup({ deleted_at: new Date() })
  const merged = await addSignup({ merged_into_id: deleted.id, deleted_at: new Date() })
  expect(await listPeople([], [deleted.id, merged.id])).toEqual([
    { alumnus_id: null, signup_id: deleted.id, is_gone: true },
    { alumnus_id: null, signup_id: merged.id, is_gone: true },
  ])
})

test('the flags of alumni with an address apply to an unlinked signup if all of them are deceased', async () => {
  const shared = { personal_email: 'Shared@home.example' }
  await addAlumnus({ ...shared, deceased: true, do_not_contact: true })
  await addAlumnus({ ...shared, do_not_email: true })
  const signup = await addSignup({ email: 'shared@home.example' })
  expect(await listCandidates([], [signup.id])).toMatchObject([
    { alumnus_id: null, deceased: false, do_not_contact: true, do_not_email: true },
  ])
})

test('an alumnus can opt out with every address and id, including those of other and merged signups', async () => {
  const alumnus = await addAlumnus({ work_email: 'At@work.example' })
  const signup = await addSignup({ buid: alumnus.buid })
  const second = await addSignup({ buid: alumnus.buid })
  const merged = await addSignup({ merged_into_id: signup.id, deleted_at: new Date() })
  const earlier = await addSignup({ merged_into_id: merged.id, deleted_at: new Date() })
  const { rows } = await sql<{ name: string }>`
    select name from opt_out_names(${alumnus.id}::bigint, ${signup.id}::bigint) name`.execute(db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [
      `alumnus ${alumnus.id}`,
      `${alumnus.buid}@on.file`.toLowerCase(),
      'at@work.example',
      ...[signup, second, merged, earlier].flatMap(({ id, email }) => [`signup ${id}`, email]),
    ].toSorted(),
  )
})

test('an alumnus gets no letter if their second signup opted out before it was linked', async () => {
  const alumnus = await addAlumnus()
  await addSignup({ buid: alumnus.buid })
  const second = await addSignup()
  await sql`insert into letter_opt_outs (address_key, topic)
    values (opt_out_key(${`signup ${second.id}`}), 'news'), (opt_out_key(${second.email}), 'news')`.execute(db)
  expect(await listReasons([alumnus.id], [])).toEqual([null])
  await db.update('champion_signups', { id: second.id }, { buid: alumnus.buid })
  expect(await listReasons([alumnus.id], [])).toEqual(['opted_out'])
})

test('an opt-out applies to its topic, and an opt-out of all letters to every topic', async () => {
  const [news, all] = [await addAlumnus(), await addAlumnus()]
  await sql`insert into letter_opt_outs (address_key, topic)
    values (opt_out_key(${`alumnus ${news.id}`}), 'news'), (opt_out_key(fold_email(${`${all.buid}@on.file`})), 'all')`.execute(
    db,
  )
  expect(await listReasons([news.id, all.id], [], 'news')).toEqual(['opted_out', 'opted_out'])
  expect(await listReasons([news.id, all.id], [], 'events')).toEqual([null, 'opted_out'])
})

test('the first reason to leave a person out counts', async () => {
  const alumni = [
    await addAlumnus({ deceased: true, do_not_contact: true, do_not_email: true }),
    await addAlumnus({ do_not_contact: true, do_not_email: true }),
    await addAlumnus({ do_not_email: true, primary_email: null }),
    await addAlumnus({ primary_email: null }),
    await addAlumnus({ primary_email: 'bounced@on.file' }),
    await addAlumnus({ primary_email: 'Two@on.file' }),
    await addAlumnus({ primary_email: 'two@on.file' }),
  ]
  await sql`insert into refused_addresses (folded_email) values ('bounced@on.file')`.execute(db)
  expect(
    await listReasons(
      alumni.map(({ id }) => id),
      [],
    ),
  ).toEqual(['deceased', 'do_not_contact', 'do_not_email', 'no_email', 'bounced', null, 'same_address'])
})

test('people who have answered the event are left out if the letter says so', async () => {
  const { id: event } = await db
    .insertInto('events')
    .values({
      slug: 'tea',
      title: 'Tea',
      summary: '',
      starts_at: '2099-01-01',
      ends_at: '2099-01-02',
      time_zone: 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alumnus = await addAlumnus()
  const [linked, unlinked, other] = [await addSignup({ buid: alumnus.buid }), await addSignup(), await addSignup()]
  for (const { id } of [linked, unlinked])
    await db.insert('event_rsvps', { event_id: event, signup_id: id, status: 'cancelled' })
  const signups = [unlinked.id, other.id]
  expect(await listReasons([alumnus.id], signups, 'events', event)).toEqual(['answered', 'answered', null])
  expect(await listReasons([alumnus.id], signups, 'events')).toEqual([null, null, null])
})
