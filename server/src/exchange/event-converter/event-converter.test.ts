import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { MatchedPerson } from '@alumni/shared/exchange/event-converter'
import { buildEventsStory } from '../events-api/testing/events-story.ts'
import { recordsOf } from '../imports/testing/records.ts'

const story = await buildEventsStory()
const { as, nobody, visitor, db, logs, engagements, forgetEngagements, send } = story
const { add } = recordsOf(story)
const stan = await as('staff')
const ada = await as('admin')
const matchesUrl = '/tools/event_converter/matches'
const url = '/tools/event_converter/engagements'
beforeEach(forgetEngagements)

await add('alumni', {
  buid: 'B00009001',
  first_name: 'Mary',
  last_name: 'Smith',
  primary_email: 'Smith.Family@example.org',
})
await add('alumni', {
  buid: 'B00009002',
  first_name: 'Robert',
  preferred_name: 'Bob',
  last_name: 'Smith',
  other_email: ' smith.family@EXAMPLE.org ',
})
for (const degree_date of ['1998-05-10', '2004-05-10'])
  await add('educations', { buid: 'B00009001', kind: 'degree', degree_code: 'BA', degree_date })
await add('educations', {
  buid: 'B00009001',
  kind: 'area_of_study',
  area_type: 'minor',
  major_code: 'MUS',
  degree_date: '2010-05-10',
})

const match = async (...emails: string[]) => {
  const reply = await stan.post(matchesUrl, { emails })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ matches: { email: string; people: MatchedPerson[] }[] }>().matches
}
const row = (buid: string, changes = {}) => ({
  buid,
  activity_code: 'event_attended',
  engagement_date: '2026-10-03',
  description: 'Homecoming',
  ...changes,
})

test('a family’s address finds Mary and Bob, in any letter case and column', async () => {
  expect(await match('SMITH.family@example.org', 'nobody@example.org', 'SMITH.family@example.org')).toEqual([
    {
      email: 'SMITH.family@example.org',
      people: [
        { buid: 'B00009001', display_name: 'Mary Smith', class_year: 2004 },
        { buid: 'B00009002', display_name: 'Robert "Bob" Smith', class_year: null },
      ],
    },
    { email: 'nobody@example.org', people: [] },
  ])
})

test('impossible addresses find no one, and a lookup is neither stored nor logged', async () => {
  const tables = async () =>
    (
      await sql`select (select count(*)::int from audit_entries) as audited, (select count(*)::int from engagement_batches) as batches`.execute(
        db,
      )
    ).rows
  const before = await tables()
  logs.length = 0
  expect(
    (await match('smith\0@example.org', '\ud800', '', '%@example.org', 'canary@example.org')).flatMap(
      ({ people }) => people,
    ),
  ).toEqual([])
  expect(await tables()).toEqual(before)
  expect(logs.filter((line) => /canary|smith/i.test(line))).toEqual([])
})

test('more than 5,000 addresses, none, or an invalid list are refused with a message', async () => {
  const message = async (body: unknown) => {
    const reply = await stan.post(matchesUrl, body)
    return [reply.statusCode, reply.json<{ fields: Record<string, string> }>().fields.emails]
  }
  const manyEmails = (length: number) => ({
    emails: Array.from({ length }, (_, index) => `person.${index}@example.org`),
  })
  expect(await message(manyEmails(5001))).toEqual([
    expect.any(Number),
    'At most 5,000 e-mail addresses can be looked up at once.',
  ])
  expect(await message({ emails: [] })).toEqual([expect.any(Number), 'There are no e-mail addresses.'])
  expect((await match(...manyEmails(5000).emails)).length).toBe(5000)
})

test('Stan’s batch is stored once, however often it is sent, and the log names him', async () => {
  const batch = { batch_id: 'gala', source: 'Event converter', engagements: [row('B00009001'), row('B99999999')] }
  const answer = {
    batch_id: 'gala',
    received: 2,
    inserted: 1,
    failed: 1,
    errors: [{ index: 1, buid: 'B99999999', error: 'There is no alumnus with this buid.' }],
  }
  const replies = await Promise.all([stan.post(url, batch), stan.post(url, batch)])
  expect(replies.map((reply) => reply.json<{ status: string }>().status).toSorted()).toEqual([
    'already_processed',
    'processed',
  ])
  expect((await stan.post(url, batch)).json()).toEqual({ status: 'already_processed', ...answer })
  expect((await stan.post('/tools/event_converter/lists', batch)).json()).toEqual({
    status: 'already_processed',
    ...answer,
    id: expect.any(Number) as number,
    already_recorded: 0,
    is_undone: false,
  })
  expect(await engagements()).toEqual([row('B00009001')])
  const { rows } = await sql<{ staff: string; api_key_id: number | null; entries: number }>`
    select u.email as staff, b.api_key_id, (select count(*)::int from audit_entries where action = 'event-converter.recorded') as entries
    from engagement_batches b join staff_users u on u.id = b.staff_user_id`.execute(db)
  expect(rows).toEqual([{ staff: expect.stringContaining('@'), api_key_id: null, entries: 1 }])

  const other = await stan.post(url, { ...batch, engagements: [row('B00009002')] })
  expect([other.statusCode, other.json()]).toEqual([
    422,
    expect.objectContaining({ fields: { batch_id: 'Used before for other content.' } }),
  ])
})

test('Ada, and the events app with its key, may use the same batch_id', async () => {
  const batch = { batch_id: 'gala', engagements: [row('B00009002')] }
  for (const reply of [await stan.post(url, batch), await ada.post(url, batch), await send(batch)])
    expect(reply.json()).toMatchObject({ status: 'processed', inserted: 1 })
})

test('an invalid batch is a 422 as in the events API, and nothing of it is stored', async () => {
  const rows = Array.from({ length: 10_001 }, () => row('B00009001'))
  for (const body of [
    {},
    { batch_id: 'x', engagements: [] },
    { batch_id: 'x', engagements: rows },
    { batch_id: '\n', engagements: [row('B00009001')] },
  ])
    expect((await stan.post(url, body)).statusCode).toBe(422)
  const form = await stan
    .with({ 'content-type': 'application/x-www-form-urlencoded' })
    .request({ method: 'POST', url, payload: 'batch_id=x' })
  expect(form.statusCode).toBe(415)
  expect(await engagements()).toEqual([])
})

test('the page lists the activities, attended events first, for staff on the internal site only', async () => {
  await sql`insert into activity_codes (code, name) values ('event_attended', 'Event attended'), ('donor_lunch', 'Donor lunch') on conflict do nothing`.execute(
    db,
  )
  const page = await stan.get('/tools/event_converter')
  expect(page.json<{ activity_codes: unknown[] }>().activity_codes[0]).toEqual({
    code: 'event_attended',
    name: 'Event attended',
  })
  expect((await nobody.post(matchesUrl, { emails: ['x@example.org'] })).statusCode).toBe(401)
  expect((await visitor.post(matchesUrl, { emails: ['x@example.org'] })).statusCode).toBe(404)
  const vera = await as('viewer')
  expect((await vera.post(matchesUrl, { emails: ['x@example.org'] })).statusCode).toBe(403)
})
