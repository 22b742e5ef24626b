import { expect, test } from 'vitest'
import { unlinkGoogle } from '../sign-in/google-identities.ts'
import { deletePage } from '@alumni/shared/champions/profile'
import { rememberDevice } from '../sign-in/devices.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { eraseDeletedSignups } from './erase-signups.ts'

const { db, config, visitor, asChampion, sendLetters } = await buildTestApp()

const community = await db
  .insertInto('communities')
  .values({ slug: 'boston', name: 'Boston', kind: 'region', summary: 'Boston', published_at: '2026-01-01' })
  .returning('id')
  .executeTakeFirstOrThrow()
const event = await db
  .insertInto('events')
  .values({
    slug: 'supper',
    title: 'Supper',
    summary: 'Supper',
    starts_at: '2099-01-01T18:00:00Z',
    ends_at: '2099-01-01T20:00:00Z',
    time_zone: 'America/New_York',
    places: 1,
    published_at: '2026-01-01',
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const opportunity = await db
  .insertInto('opportunities')
  .values({ slug: 'mentor', title: 'Mentor', kind: 'mentoring', summary: 'Mentor', published_at: '2026-01-01' })
  .returning('id')
  .executeTakeFirstOrThrow()

async function someoneWithEverything(email: string) {
  const signup = await createSignup(db, { email, phone: '617 555 0123', google_uid: `google ${email}` })
  const { id: signup_id } = signup
  await db.insertInto('community_members').values({ community_id: community.id, signup_id }).execute()
  await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id, status: 'going' }).execute()
  await db
    .insertInto('opportunity_responses')
    .values({
      opportunity_id: opportunity.id,
      signup_id,
      status: 'responded',
      message: 'From Boston, with pleasure',
      answer: `Write to ${email}`,
    })
    .execute()
  await rememberDevice(db, config, { signup, name: 'Safari on iPhone' })
  return { signup, browser: await asChampion(signup) }
}

test('deleting is explained first, and must be confirmed', async () => {
  const { browser, signup } = await someoneWithEverything('asks@example.com')
  expect(propsOf(await browser.visit('/profile/delete'), deletePage)).toMatchObject({
    email: 'asks@example.com',
    events: 1,
    responses: 1,
    communities: 1,
    has_google: true,
    is_linked: false,
  })
  await unlinkGoogle(db, signup.id, {})
  expect(propsOf(await browser.visit('/profile/delete'), deletePage)).toMatchObject({ has_google: false })
  const reply = await browser.submit('/profile/delete', {})
  expect(reply.statusCode).toBe(422)
  expect(propsOf(reply, deletePage).form.errors).toEqual({ sure: 'Check the box if you want to delete your signup.' })
  const row = await db
    .selectFrom('champion_signups')
    .select('deleted_at')
    .where('id', '=', signup.id)
    .executeTakeFirst()
  expect(row).toEqual({ deleted_at: null })
  await browser.submit('/profile/delete', { sure: 'yes' })
})

test('a deleted signup is signed out everywhere, frees its places, and gets a letter', async () => {
  await sendLetters()
  const { browser, signup } = await someoneWithEverything('majo@example.com')
  const elsewhere = await asChampion(signup)
  const reply = await browser.submit('/profile/delete', { sure: 'yes' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/profile/deleted'])
  expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual([
    ['__Host-champion_session', ''],
    ['__Host-champion_device', ''],
    ['__Host-champion_browser', ''],
    ['__Host-champion_draft', ''],
  ])
  for (const caller of [browser, elsewhere]) expect((await caller.visit('/profile')).statusCode).toBe(302)
  expect(viewOf(await visitor.visit('/profile/deleted')).page).toBe('profile/deleted')
  const ofSignup = ['signup_id', '=', signup.id] as const
  expect(
    await db
      .selectFrom('community_members')
      .selectAll()
      .where(...ofSignup)
      .execute(),
  ).toEqual([])
  expect(
    await db
      .selectFrom('event_rsvps')
      .select('status')
      .where(...ofSignup)
      .execute(),
  ).toEqual([{ status: 'cancelled' }])
  expect(
    await db
      .selectFrom('opportunity_responses')
      .select('status')
      .where(...ofSignup)
      .execute(),
  ).toEqual([{ status: 'withdrawn' }])
  expect(
    await db
      .selectFrom('champion_sessions')
      .selectAll()
      .where(...ofSignup)
      .execute(),
  ).toEqual([])
  expect(
    await db
      .selectFrom('activity_events')
      .select('type')
      .where(...ofSignup)
      .execute(),
  ).toEqual(
    expect.arrayContaining([{ type: 'device_revoked' }, { type: 'google_unlinked' }, { type: 'signup_deleted' }]),
  )
  expect((await sendLetters()).filter(({ subject }) => subject.includes('deleted'))).toMatchObject([
    { to: 'majo@example.com', subject: 'Your signup for Bayside alumni champions is deleted' },
  ])
  // A new signup can use the address.
  await createSignup(db, { email: 'Majo@example.com' })
})

test('the Google account of a signup merged into the deleted one is unlinked too, with a single event', async () => {
  const signup = await createSignup(db, { email: 'survivor@example.com' })
  const merged = await createSignup(db, {
    email: 'merged@example.com',
    google_uid: 'google-merged',
    merged_into_id: signup.id,
    deleted_at: '2026-11-01',
  })
  await (await asChampion(signup)).submit('/profile/delete', { sure: 'yes' })
  const linked = db.selectFrom('champion_signups').select('google_uid').where('id', '=', merged.id)
  expect(await linked.execute()).toEqual([{ google_uid: null }])
  const events = db.selectFrom('activity_events').select('signup_id').where('type', '=', 'google_unlinked')
  expect(await events.where('signup_id', 'in', [signup.id, merged.id]).execute()).toEqual([{ signup_id: signup.id }])
})

test('deleting in two tabs at once deletes once', async () => {
  const { browser, signup } = await someoneWithEverything('twice@example.com')
  const replies = await Promise.all([1, 2, 3].map(() => browser.submit('/profile/delete', { sure: 'yes' })))
  expect(replies.filter(({ headers }) => headers.location === '/profile/deleted')).toHaveLength(1)
  const events = await db
    .selectFrom('activity_events')
    .select('id')
    .where('signup_id', '=', signup.id)
    .where('type', '=', 'signup_deleted')
    .execute()
  expect(events).toHaveLength(1)
})

test('after 30 days the signup and those merged into it have no personal data, and active ones are unchanged', async () => {
  const { browser, signup } = await someoneWithEverything('erased@example.com')
  await createSignup(db, {
    email: 'erased.before@example.com',
    merged_into_id: signup.id,
    deleted_at: '2026-01-01',
  })
  await createSignup(db, { email: 'stays@example.com' })
  await browser.submit('/profile/delete', { sure: 'yes' })
  await eraseDeletedSignups(db)
  expect(await readAllTables()).toContain('erased@example.com')
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', signup.id).execute()
  await eraseDeletedSignups(db)
  await eraseDeletedSignups(db)
  const remaining = await readAllTables()
  expect(remaining).not.toContain('erased')
  expect(remaining).toContain('stays@example.com')
  const [row] = await db.selectFrom('champion_signups').selectAll().where('id', '=', signup.id).execute()
  expect(row).toMatchObject({ email: '', first_name: null, phone: null, zip_code: null, status: 'completed' })
  const [response] = await db
    .selectFrom('opportunity_responses')
    .select('message')
    .where('signup_id', '=', signup.id)
    .execute()
  expect(response).toEqual({ message: '' })
})

test('31 days after a merge the merged signup is unchanged while the survivor is active', async () => {
  const survivor = await createSignup(db, { email: 'survives@example.com' })
  const values = { email: 'merged.in@example.com', first_name: 'Peggy', merged_into_id: survivor.id }
  const { id } = await createSignup(db, { ...values, deleted_at: new Date(Date.now() - 31 * 24 * 3600_000) })
  await eraseDeletedSignups(db)
  const [row] = await db.selectFrom('champion_signups').selectAll().where('id', '=', id).execute()
  expect(row).toMatchObject(values)
})

async function readAllTables(): Promise<string> {
  const tables = await db.entities.execute<{ name: string }[]>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const rows = await Promise.all(
    tables.map(({ name }) => db.entities.execute<object>(`select to_jsonb(t) from "${name}" t`)),
  )
  return JSON.stringify(rows)
}
