import { expect, test } from 'vitest'
import { tasks, type Morning, type TaskName } from '@alumni/shared/morning'
import type { SettingsHome } from '@alumni/shared/operations/settings'
import { addProcessReport } from '../../testing/process-reports.ts'
import { buildCrmStory } from '../exchange/crm/testing/crm-story.ts'
import { csv } from '../exchange/imports/testing/import-story.ts'
import type { Caller } from '../../testing/caller.ts'
import { createSignup } from '../../testing/champions.ts'
import { letterOf } from '../../testing/list-letters.ts'

const story = await buildCrmStory()
const { as, ada, db, addChange, importCrmCities, add, nobody } = story
const [stan, vera] = [await as('staff'), await as('viewer')]
const morning = async (caller: Caller) => (await caller.get('/morning')).json<Morning>()

async function countAt(path: string): Promise<number> {
  const page = (await ada.get(path)).json<Record<string, unknown> & { matching?: number }>()
  if (/^\/(settings\/imports|letters)\//.test(path)) return 1
  if (path === '/settings')
    return (page as unknown as SettingsHome).health.filter(({ state }) => state !== 'good').length
  if (path === '/settings/processes')
    return (page as { queue?: { failed: { count: number }[] } }).queue!.failed.reduce(
      (sum, { count }) => sum + count,
      0,
    )
  return page.matching!
}

test('the reunion classes of the year are listed, and their living alumni are counted once each', async () => {
  const year = new Date().getUTCFullYear()
  await add('educations', { buid: 'B00000001', kind: 'degree', degree_code: 'BS', degree_date: `${year - 10}-05-09` })
  await add('educations', { buid: 'B00000001', kind: 'degree', degree_code: 'MS', degree_date: `${year - 5}-05-09` })
  await add('educations', { buid: 'B00000002', kind: 'degree', degree_code: 'BS', degree_date: `${year - 4}-05-09` })
  const { reunions } = await morning(vera)
  expect(reunions).toMatchObject({ year, classes: [year - 5, year - 10], alumni: 1 })
  expect(await countAt(`/alumni_search?reunion=${year}&deceased=no`)).toBe(reunions.alumni)
  expect(await countAt(`/alumni_search?reunion=${year}&deceased=no&by_email=yes`)).toBe(reunions.by_email)
})

test('without tasks Stan and Vera see nothing, and Ada sees only that no worker runs', async () => {
  expect((await morning(vera)).tasks).toEqual([])
  expect((await morning(stan)).tasks).toEqual([])
  expect((await morning(ada)).tasks).toEqual([{ name: 'health_problems', count: 1, path: '/settings' }])
  expect((await nobody.get('/morning')).statusCode).toBe(401)
})

test('each number equals the count of its list, and everyone sees the tasks of their own role', async () => {
  // The CRM has another value for one of Peggy’s changes and confirms none; three are pending.
  await addChange('B00000001', 'city', 'Boston', { status: 'exported' })
  await importCrmCities(['B00000001', 'Durham'])
  await addChange('B00000002', 'city', 'Boston')
  await addChange('B00000002', 'state', 'MA')
  await story.scanFile('contacts', csv('BUID,City', 'B00000002,Salem'))
  const queue = {
    waiting: 0,
    running: 0,
    oldest_at: null,
    failed: [{ name: 'send-letter', count: 4, last_failed_at: '2026-11-20T00:00:00Z' }],
  }
  await addProcessReport(db, { program: 'worker', queue })

  const first = await createSignup(db, { email: 'first@example.org' })
  const second = await createSignup(db, { email: 'second@example.org' })
  await createSignup(db, { email: 'started@example.org', status: 'started' })
  await db.entities.execute(
    "insert into signup_duplicates (first_id, second_id, reasons, weight) values (?, ?, '{name}', 1)",
    [first.id, second.id],
  )
  await db
    .insertInto('letters')
    .values({
      kind: 'signup-confirmation',
      about: JSON.stringify({ signup: first.id }),
      failure: 'Refused.',
      attempts: 9,
      given_up_at: '2026-11-20',
    })
    .execute()
  const opportunity = await db
    .insertInto('opportunities')
    .values({ slug: 'mentoring', title: 'Mentor', kind: 'mentoring', summary: 'An hour.', published_at: '2026-10-01' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id } of [first, second])
    await db
      .insertInto('opportunity_responses')
      .values({ opportunity_id: opportunity.id, signup_id: id, status: 'responded' })
      .execute()
  for (const days of [2, 20])
    await db.entities.execute(
      `insert into events (slug, title, summary, starts_at, ends_at, time_zone, published_at)
       values (?, 'Reunion', 'We meet.', now() + ? * interval '1 day', now() + ? * interval '1 day' + interval '2 hours', 'UTC', '2026-10-01')`,
      [`reunion-${days}`, days, days],
    )

  const requested = (await stan.post('/letters', letterOf({ list: { from: 'search', query: '' } }))).json<{
    id: number
  }>()
  const letterRequest = { requested_by_id: stan.user!.id, requested_at: '2026-11-20' }
  await db.updateTable('list_letters').set(letterRequest).where('id', '=', requested.id).execute()

  const { tasks: ofAda } = await morning(ada)
  const names = ofAda.map(({ name }) => name)
  expect(ofAda.map(({ name, count }) => [name, count])).toEqual([
    ['health_problems', 2],
    ['failed_jobs', 4],
    ['failed_letters', 1],
    ['letters_to_send', 1],
    ['imports_to_review', 1],
    ['conflicts', 1],
    ['pending_changes', 2],
    ['exported_changes', 1],
    ['unreached_champions', 1],
    ['signups_to_link', 2],
    ['duplicate_signups', 1],
    ['opportunities_to_answer', 1],
    ['events_this_week', 1],
  ])
  for (const { name, count, path } of ofAda) expect([name, await countAt(path)]).toEqual([name, count])
  const isForStaff = (name: TaskName) => tasks[name].role === 'staff'
  expect((await morning(stan)).tasks.map(({ name }) => name)).toEqual(names.filter(isForStaff))
  expect((await morning(vera)).tasks).toEqual([])
})

test('the news since Monday count who took part and who signed up since then', async () => {
  const { news } = await morning(stan)
  await add('alumni', { buid: 'B00000051', first_name: 'Grace', last_name: 'Kim' })
  await db.entities.execute('insert into engagements (buid, activity_code, engagement_date) values (?, ?, ?::date)', [
    'B00000051',
    'event_attended',
    news.monday,
  ])
  const after = await morning(stan)
  expect(after.news.engaged).toBe(news.engaged + 1)
  const found = (await stan.get(`/alumni_search?engaged_from=${news.monday}`)).json<{ matching: number }>()
  expect(found.matching).toBe(after.news.engaged)
  const signups = (await stan.get(`/champion_signups?signed_up_from=${news.monday}`)).json<{ matching: number }>()
  expect(signups.matching).toBe(after.news.signed_up)
  expect((await morning(vera)).news.signed_up).toBeNull()
})

test('Monday starts at midnight in the institution’s time zone, so a signup on Sunday evening is not new', async () => {
  const { news } = await morning(stan)
  const midnight = `(timestamp '${news.monday}' at time zone 'America/New_York')`
  const signUp = (email: string, signedUpAt: string) =>
    db.entities.execute(`insert into champion_signups (email, created_at) values ('${email}', ${signedUpAt})`)
  await signUp('sunday@example.org', `${midnight} - interval '1 minute'`)
  await signUp('monday@example.org', midnight)
  expect((await morning(stan)).news.signed_up).toBe(news.signed_up! + 1)
})
