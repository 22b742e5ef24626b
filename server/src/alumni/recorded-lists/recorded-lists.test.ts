import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { EngagementBatchReply, EngagementInput } from '@alumni/shared/exchange/events-api'
import type { RecordReply } from '@alumni/shared/exchange/event-converter'
import type { RecordedList, RecordedListsPage } from '@alumni/shared/alumni/recorded-lists'
import { attendees, engagement } from '../../exchange/events-api/testing/attendees.ts'
import { buildEventsStory } from '../../exchange/events-api/testing/events-story.ts'
import { submitBatch } from '../../exchange/events-api/submit-batch.ts'

const { as, db, engagements, forgetEngagements, sendBatch, visitor } = await buildEventsStory()
const [stan, ada, vera] = [await as('staff'), await as('admin'), await as('viewer')]
const url = '/tools/recorded_lists'
beforeEach(forgetEngagements)
await sql`insert into activity_codes (code, name) values ('event_attended', 'Event attended') on conflict do nothing`.execute(
  db,
)

let nth = 0
const record = async (rows: EngagementInput[], more = {}, user = stan): Promise<RecordReply> => {
  const reply = await user.post('/tools/event_converter/lists', {
    batch_id: `list ${nth++}`,
    source: 'Batch search',
    engagements: rows,
    only_new: true,
    ...more,
  })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return reply.json()
}
const lists = async (query = '', user = stan) => (await user.get(`${url}${query}`)).json<RecordedListsPage>()
const undo = (id: number, user = stan) => user.post(`${url}/${id}/undo`)

test('Stan records who came to Homecoming, after reading who is already recorded, and no one is recorded twice', async () => {
  await sendBatch({ batch_id: 'door', engagements: attendees(3, ' homecoming ') })
  const people = attendees(10).map(({ buid }) => buid)
  const request = await stan.post('/tools/event_converter/recorded', {
    activity_code: 'event_attended',
    engagement_date: '2026-10-03',
    description: 'Homecoming',
    buids: people,
  })
  expect(request.json()).toEqual({ recorded: 3 })
  const [first] = attendees(1)
  const reply = await record([...attendees(10), first!, engagement({ buid: 'B99999999' })])
  expect(reply).toMatchObject({ status: 'processed', received: 12, inserted: 7, already_recorded: 4, failed: 1 })
  expect(await engagements()).toHaveLength(10)

  const page = await lists()
  expect(page).toMatchObject({ matching: 2, total: 2 })
  expect(page.lists[0]).toEqual({
    id: reply.id,
    recorded_at: expect.any(String) as string,
    by: 'Stan Okafor',
    is_system: false,
    source: 'Batch search',
    what: [{ activity: 'Event attended', description: 'Homecoming', day: '2026-10-03' }],
    kinds: 1,
    inserted: 7,
    already_recorded: 4,
    failed: 1,
    undone_at: null,
    undone_by: null,
    deleted: 0,
    links: { undo: `${url}/${reply.id}/undo` },
  })
})

test('a repeated request returns the same list, and Stan and Ada record the same people at once without duplicates', async () => {
  const [batch_id, rows] = ['the same', attendees(500)]
  const replies = await Promise.all([record(rows, { batch_id }), record(rows, { batch_id }), record(rows, {}, ada)])
  expect(replies.reduce((sum, { status, inserted }) => sum + (status === 'processed' ? inserted : 0), 0)).toBe(500)
  const again = await record(rows, { batch_id })
  expect(again).toMatchObject({ status: 'already_processed', id: replies[0]!.id, is_undone: false })
  expect(await engagements()).toHaveLength(500)
})

test('Ada’s list waits while Stan’s is being recorded, and then finds everyone recorded', async () => {
  const batch = (name: string) => ({ batch_id: name, source: 'Batch search', engagements: attendees(5, 'Regatta') })
  const [isStored, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const onStored = () => (isStored.resolve(), mayCommit.promise)
  const first = submitBatch(db, { staff_user_id: stan.user!.id }, batch('of Stan'), { onlyNew: true, onStored })
  await isStored.promise
  const second = submitBatch(db, { staff_user_id: ada.user!.id }, batch('of Ada'), { onlyNew: true })
  const waiting =
    "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())"
  try {
    await expect.poll(async () => (await db.entities.execute<object[]>(waiting)).length).toBe(1)
  } finally {
    mayCommit.resolve()
  }
  expect(await first).toMatchObject({ inserted: 5 })
  expect(await second).toMatchObject({ inserted: 0, already_recorded: 5 })
})

test('undo removes exactly the engagements of the list, while others record', async () => {
  const before = await engagements()
  const [ownList] = await Promise.all([
    record(attendees(1500, 'Reunion')),
    record(attendees(1500, 'Gala'), {}, ada),
    sendBatch({ batch_id: 'app', engagements: attendees(1500, 'Lecture') }),
  ])
  await sql`delete from engagements where id = (select max(id) from engagements where description = 'Reunion')`.execute(
    db,
  )
  const reply = await undo(ownList.id)
  expect(reply.json()).toMatchObject({
    deleted: 1499,
    list: { deleted: 1499, inserted: 1500, undone_by: 'Stan Okafor', links: { undo: null } },
  })
  const remaining = Map.groupBy(await engagements(), ({ description }) => description)
  expect([
    before.length,
    remaining.get('Reunion'),
    remaining.get('Gala')?.length,
    remaining.get('Lecture')?.length,
  ]).toEqual([0, undefined, 1500, 1500])
  const entries = await sql<{ detail: object; subject: string }>`
    select detail, subject from audit_entries where action = 'recorded-list.undone' order by id desc limit 1
  `.execute(db)
  expect(entries.rows).toEqual([
    { subject: `engagement-batches/${ownList.id}`, detail: { recorded: 1500, deleted: 1499 } },
  ])
})

test('one of two undos takes effect, even at once, and the other reads who was first', async () => {
  const { id } = await record(attendees(20))
  const replies = (await Promise.all([undo(id), undo(id, ada)])).toSorted((a, b) => a.statusCode - b.statusCode)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 409])
  expect(replies[1]!.json<{ error: string }>().error).toMatch(/^(Stan Okafor|Ada Lindqvist) has already undone this\.$/)
  expect(await engagements()).toEqual([])
})

test('people of an undone list can be recorded again under another name, and the old name stores nothing', async () => {
  const batch_id = 'by its rows'
  const { id } = await record(attendees(5), { batch_id })
  await undo(id)
  expect(await record(attendees(5), { batch_id })).toMatchObject({ status: 'already_processed', id, is_undone: true })
  expect(await engagements()).toEqual([])
  expect(await record(attendees(5), { batch_id: `${batch_id} ${id}` })).toMatchObject({ inserted: 5, is_undone: false })
})

test('only an administrator may undo a list of a colleague or of another system', async () => {
  const ofAda = await record(attendees(2), {}, ada)
  const app: EngagementBatchReply = await sendBatch({ batch_id: 'app', engagements: attendees(4, 'Lecture') })
  expect(Object.keys(app)).not.toContain('id')
  const [ofApp] = (await lists()).lists
  expect(ofApp).toMatchObject({ by: 'Events app', is_system: true, inserted: 4, links: { undo: null } })
  for (const id of [ofAda.id, ofApp!.id]) {
    expect((await undo(id)).statusCode).toBe(403)
    expect((await undo(id, ada)).json()).toMatchObject({ list: { undone_by: 'Ada Lindqvist' } })
  }
  expect(await engagements()).toEqual([])
  // A retry by the events app stores nothing.
  expect(await sendBatch({ batch_id: 'app', engagements: attendees(4, 'Lecture') })).toMatchObject({
    status: 'already_processed',
    inserted: 4,
  })
  expect(await engagements()).toEqual([])
})

test('a list without stored engagements has nothing to undo, and an unknown list is a 404', async () => {
  const { id } = await record([engagement({ buid: 'B99999999' })])
  expect((await lists()).lists[0]).toMatchObject({ id, inserted: 0, what: [], links: { undo: null } })
  expect((await undo(id)).json()).toMatchObject({ error: 'Nothing was recorded, so there is nothing to undo.' })
  expect((await undo(999_999)).statusCode).toBe(404)
})

test('the list is found by event, person, source, key and owner, and viewers see none', async () => {
  await record(attendees(1, 'Reunion'))
  await record([...attendees(2, 'Gala'), ...attendees(1, 'Ball')], { source: 'Event converter' }, ada)
  await sendBatch({ batch_id: 'app', engagements: attendees(1, 'Lecture') })
  const findLists = async (query: string) =>
    (await lists(query)).lists.map(({ what }: RecordedList) => what.map(({ description }) => description).join())
  expect(await findLists('')).toEqual(['Lecture', 'Gala,Ball', 'Reunion'])
  expect(await findLists('?by=me')).toEqual(['Reunion'])
  expect(await findLists('?q=ada%20gala')).toEqual(['Gala,Ball'])
  expect(await findLists('?q=converter')).toEqual(['Gala,Ball'])
  expect(await findLists('?q=events%20app')).toEqual(['Lecture'])
  expect(await findLists('?q=event%20attended')).toHaveLength(3)
  expect(await findLists('?q=activity_code')).toEqual([])
  const [lecture] = (await lists()).lists
  expect(await lists(`?id=${lecture!.id}`)).toMatchObject({ matching: 1, lists: [{ id: lecture!.id }] })
  expect((await vera.get(url)).statusCode).toBe(403)
  expect((await undo(1, vera)).statusCode).toBe(403)
  expect((await visitor.get(url)).statusCode).toBe(404)
})
