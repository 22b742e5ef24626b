import { lettersPage } from '@alumni/shared/champions/profile'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LetterReach } from '@alumni/shared/publications/list-letters'
import { letterOf } from '../../../testing/list-letters.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { runOn } from '../../../testing/test-database.ts'
import { optOutKey, readOptOuts } from '../../alumni/index.ts'
import { readMigration } from '../../foundations/database/migrations.ts'
import { withClient } from '../../foundations/database/with-client.ts'
import { buildMergeStory, buildMergeRequest } from '../merges/testing/merge-story.ts'
import { eraseDeletedSignups } from '../profile/erase-signups.ts'
import { linkSignup } from '../staff-pages/signup-link.ts'
import { changeOptOuts } from './letter-opt-outs.ts'
import type { Signup } from './find-signup.ts'

const story = await buildMergeStory()
const { stan, database, db, signup, merge, undo, asChampion } = story

let people = 0
let buid = ''
beforeEach(async () => {
  buid = `B1${String(++people).padStart(7, '0')}`
  await db
    .insertInto('alumni')
    .values({ buid, first_name: 'Rosa', last_name: 'Diaz', primary_email: `diaz${people}@example.org` })
    .execute()
})

const countLeftOut = async (topic: string) =>
  (
    await stan.post(
      '/letters/reach',
      letterOf({ topic, replies_to: 'office', list: { from: 'people', buids: [buid] } }),
    )
  ).json<LetterReach>().left_out
const listOffTopics = async () => {
  const off: string[] = []
  for (const topic of ['events', 'volunteering', 'news'])
    if ('opted_out' in (await countLeftOut(topic))) off.push(topic)
  return off
}
const everything = ['events', 'volunteering', 'news']
const listQueued = (recipient = buid) =>
  db
    .selectFrom('crm_data_changes')
    .select(['field', 'before', 'after', 'status', 'made_by'])
    .where('buid', '=', recipient)
    .orderBy('id')
    .execute()
const noEmail = {
  field: 'do_not_email',
  before: 'false',
  after: 'true',
  status: 'pending',
  made_by: 'Rosa Diaz (champion)',
} as const
const chooseTopics = async (champion: Signup, topics: string[]) => {
  const form = new URLSearchParams(topics.map((topic): [string, string] => ['topics', topic]))
  expect((await (await asChampion(champion)).submit('/profile/letters', form)).statusCode).toBe(303)
}
const link = async ({ id }: Signup, to = buid) =>
  expect((await stan.post(`/champion_signups/${id}/link`, { buid: to })).statusCode).toBeLessThan(300)
const unlink = async ({ id }: Signup) =>
  expect((await stan.post(`/champion_signups/${id}/unlink`, { buid })).statusCode).toBeLessThan(300)
const deleteSignup = async ({ id }: Signup) =>
  expect((await stan.request({ method: 'DELETE', url: `/champion_signups/${id}` })).statusCode).toBeLessThan(300)
const erase = async ({ id }: Signup) => {
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', id).execute()
  await eraseDeletedSignups(db)
}

test('Rosa’s choice of topics applies from the link on, and stays after her signup is deleted and erased', async () => {
  const rosa = await signup()
  await chooseTopics(rosa, ['news'])
  expect(await listOffTopics()).toEqual([])
  await link(rosa)
  expect(await listOffTopics()).toEqual(['events', 'volunteering'])
  await deleteSignup(rosa)
  expect(await listOffTopics()).toEqual(['events', 'volunteering'])
  await erase(rosa)
  expect(await listOffTopics()).toEqual(['events', 'volunteering'])
  expect((await stan.get(`/alumni/${buid}`)).json()).toMatchObject({ opted_out: ['events', 'volunteering'] })
  expect(await listQueued()).toEqual([])
})

test('a choice of no letters is sent to the CRM when staff link the signup', async () => {
  const rosa = await signup()
  await chooseTopics(rosa, [])
  await link(rosa)
  expect(await listQueued()).toEqual([noEmail])
  expect(await listOffTopics()).toEqual(everything)
  await deleteSignup(rosa)
  expect(await listQueued()).toEqual([noEmail])
})

test('a choice of no letters is sent to the CRM by the linking queue, also if it is made meanwhile', async () => {
  const rosa = await signup()
  const browser = await asChampion(rosa)
  await runDuring(db, (db) => linkSignup(db, rosa.id, buid, stan.user!), [() => browser.submit('/profile/letters', {})])
  expect(await listQueued()).toEqual([noEmail])
  const ben = await signup()
  await chooseTopics(ben, [])
  await db.insertInto('alumni').values({ buid: 'B20000001', first_name: 'Ben', last_name: 'Okri' }).execute()
  const links = [{ id: ben.id, buid: 'B20000001' }]
  expect((await stan.post('/champion_signups/linking', { links })).statusCode).toBe(200)
  expect(await listQueued('B20000001')).toEqual([{ ...noEmail, made_by: 'Ben Okri (champion)' }])
})

describe('unlinking a signup from the wrong alumna', () => {
  test('removes its opt-outs, and its change for the CRM', async () => {
    const rosa = await signup()
    await chooseTopics(rosa, [])
    await link(rosa)
    await unlink(rosa)
    expect([await listQueued(), await listOffTopics()]).toEqual([[], []])
    await link(rosa)
    expect([await listQueued(), await listOffTopics()]).toEqual([[noEmail], everything])
  })

  test('reverts an exported change by another one', async () => {
    const rosa = await signup()
    await chooseTopics(rosa, [])
    await link(rosa)
    await db.updateTable('crm_data_changes').set({ status: 'exported' }).where('buid', '=', buid).execute()
    await unlink(rosa)
    expect(await listQueued()).toEqual([
      { ...noEmail, status: 'exported' },
      { ...noEmail, before: 'true', after: 'false' },
    ])
  })

  test('leaves changes by staff, values of the CRM, and choices made while it was linked', async () => {
    const rosa = await signup()
    const change = { ...noEmail, made_by: 'Stan' } as const
    await db
      .insertInto('crm_data_changes')
      .values({ buid, ...change })
      .execute()
    await link(rosa)
    await unlink(rosa)
    expect(await listQueued()).toEqual([change])
    await db.deleteFrom('crm_data_changes').where('buid', '=', buid).execute()
    await link(rosa)
    await chooseTopics(rosa, [])
    await unlink(rosa)
    expect([await listQueued(), await listOffTopics()]).toEqual([[noEmail], everything])
  })
})

test('a choice of no letters is not sent to a CRM that has it already', async () => {
  const rosa = await signup()
  await chooseTopics(rosa, [])
  await db.updateTable('alumni').set({ do_not_email: true }).where('buid', '=', buid).execute()
  await link(rosa)
  expect(await listQueued()).toEqual([])
})

test('the choice of another person with Rosa’s address is not sent to the CRM as hers', async () => {
  const other = await signup({ email: `diaz${people}@example.org` })
  await chooseTopics(other, [])
  await link(await signup())
  expect(await listQueued()).toEqual([])
})

describe('a merge', () => {
  test.each(['source', 'survivor'] as const)(
    'applies the choice made as the %s, and its undo reverts it',
    async (role) => {
      const [linked, other] = [await signup(), await signup()]
      await chooseTopics(other, [])
      await link(linked)
      const made = await merge(role === 'source' ? buildMergeRequest(linked, other) : buildMergeRequest(other, linked))
      expect(made.status).toBe(201)
      expect([await listQueued(), await listOffTopics()]).toEqual([[noEmail], everything])
      expect((await stan.get(`/alumni/${buid}`)).json()).toMatchObject({ opted_out: ['all'] })
      expect((await undo(made.merge.id)).status).toBe(200)
      expect([await listQueued(), await listOffTopics()]).toEqual([[], []])
      expect(await readOptOuts(db, { buid: null, signup: other.id })).toEqual(['all'])
    },
  )

  test('keeps both choices when the survivor is linked later and then deleted', async () => {
    const [survivor, source] = [await signup(), await signup()]
    await chooseTopics(survivor, ['news', 'events'])
    await chooseTopics(source, ['volunteering', 'news'])
    await merge(buildMergeRequest(survivor, source))
    await link(survivor)
    expect(await listOffTopics()).toEqual(['events', 'volunteering'])
    await deleteSignup(survivor)
    await erase(survivor)
    expect(await listOffTopics()).toEqual(['events', 'volunteering'])
  })

  test('that moves the link to another alumna sends the CRM her change and withdraws the other', async () => {
    const [rosa, ben] = [await signup(), await signup()]
    const bens = `B3${buid.slice(2)}`
    await db.insertInto('alumni').values({ buid: bens, first_name: 'Ben', last_name: 'Okri' }).execute()
    await chooseTopics(rosa, [])
    await link(rosa)
    await link(ben, bens)
    await merge(buildMergeRequest(ben, rosa))
    expect([await listQueued(), await listQueued(bens)]).toEqual([[], [{ ...noEmail, made_by: 'Ben Okri (champion)' }]])
  })
})

test('restoring a signup restores its choice', async () => {
  const rosa = await signup()
  await link(rosa)
  await deleteSignup(rosa)
  await changeOptOuts(db, { buid: null, signup: rosa.id }, { off: ['all'] }, 'e-mail opt-out')
  expect(await listQueued()).toEqual([])
  expect((await stan.post(`/champion_signups/${rosa.id}/restore`)).statusCode).toBeLessThan(300)
  expect([await listQueued(), await listOffTopics()]).toEqual([[noEmail], everything])
})

test('choosing letters again reverts all of it at once', async () => {
  const rosa = await signup()
  await chooseTopics(rosa, [])
  await link(rosa)
  await deleteSignup(rosa)
  const again = await signup()
  await link(again)
  expect(propsOf(await (await asChampion(again)).visit('/profile/letters'), lettersPage).form.values.topics).toEqual([])
  await chooseTopics(again, everything)
  expect([await listQueued(), await listOffTopics()]).toEqual([[], []])
})

test('the upgrade sends the choices made in v0.14.0 to the alumni and the CRM once', async () => {
  const [deleted, linked, unlinked] = [await signup({ buid }), await signup({ buid }), await signup()]
  for (const { id } of [deleted, linked, unlinked])
    await sql`insert into letter_opt_outs (address_key, topic)
      values (${optOutKey(sql`'signup ' || ${id}::text`)}, ${id === deleted.id ? 'events' : 'all'})`.execute(db)
  await db.updateTable('champion_signups').set({ deleted_at: '2026-11-26' }).where('id', '=', deleted.id).execute()
  await db
    .updateTable('champion_signups')
    .set({ letter_token: null })
    .where('id', 'in', [linked.id, deleted.id])
    .execute()
  for (const name of ['after/2026-11-27-opt-outs-of-champions', 'after/2026-11-27-opt-outs-of-champions'])
    await runOn(database.owner, readMigration(name))
  expect(await listQueued()).toEqual([noEmail])
  expect(await readOptOuts(db, { buid, signup: null })).toEqual(['events', 'all'])
  await db.updateTable('champion_signups').set({ buid: null }).where('id', '=', linked.id).execute()
  expect(await listOffTopics()).toEqual(['events'])

  const fill = readMigration('after/2026-11-27-link-tokens-of-signups')
  await withClient(database.owner, async (client) => {
    const { rows } = await client.query<{ max: string | null }>(fill, [null])
    expect((await client.query<{ max: string | null }>(fill, [rows[0]!.max])).rows).toEqual([{ max: null }])
  })
  const tokens = db.selectFrom('champion_signups').select('letter_token')
  expect(await tokens.where('letter_token', 'is', null).where('email', '<>', '').execute()).toEqual([])
})
