import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiKeysPage, IssuedApiKey } from '@alumni/shared/staff/api-keys'
import { buildApp } from '../../app.ts'
import { createLog } from '../../foundations/process/log.ts'
import { attendees, engagement } from '../../exchange/events-api/testing/attendees.ts'
import { batchUrl, buildEventsStory } from '../../exchange/events-api/testing/events-story.ts'
import { Caller } from '../../../testing/caller.ts'
import { internalHost } from '../../../testing/test-app.ts'
import { poolOf } from '../../foundations/database/db.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { revokeApiKey } from './save-keys.ts'
import { createApiKey } from './key-format.ts'

const story = await buildEventsStory()
const { app, ada, db, config, context, eventsApp, issueKey, logs } = story
const url = '/settings/api_keys'
const readPage = async () => (await ada.get(url)).json<ApiKeysPage>()
const keyNamed = async (name: string) => (await readPage()).keys.find((key) => key.name === name)!
const statusWith = async (key: string, caller: Caller = eventsApp(key)) =>
  (await caller.post(batchUrl, { batch_id: crypto.randomUUID(), engagements: [engagement()] })).statusCode
const auditOf = async (id: number) =>
  (
    await sql<{
      action: string
      detail: object
      staff_user_id: number
    }>`select action, detail, staff_user_id from audit_entries where subject = ${`api-keys/${id}`} order by id`.execute(
      db,
    )
  ).rows

const elsewhere = await buildApp(context, { log: createLog(config, { write: () => undefined }) })
afterAll(() => elsewhere.close())
const callElsewhereWith = (key: string) =>
  new Caller(elsewhere, { host: internalHost, authorization: `Bearer ${key}` }, null)

test('Ada issues a key, which is shown once and stored as a hash', async () => {
  const reply = await ada.post(url, { name: 'Careers app', owner: 'careers@example.edu' })
  expect(reply.statusCode).toBe(201)
  const { id, key, prefix } = reply.json<IssuedApiKey>()
  expect(key).toMatch(/^ars_[0-9A-Za-z]{46}$/)
  expect(prefix).toBe(key.slice(0, 12))
  const { rows } = await sql<Record<string, unknown>>`select * from api_keys where id = ${id}`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(key.slice(12))
  expect(JSON.stringify(await readPage())).not.toContain(key.slice(12))
  expect(JSON.stringify(await auditOf(id))).not.toContain(key.slice(12))
  expect(await keyNamed('Careers app')).toMatchObject({
    owner: 'careers@example.edu',
    prefix,
    created_by: 'Ada Lindqvist',
    last_used_at: null,
    revoked_at: null,
  })
  expect(await auditOf(id)).toMatchObject([{ action: 'api-key.issued', staff_user_id: ada.user!.id }])
})

test.each([
  [{}, 'Give the key a name.'],
  [{ name: '  ' }, 'Give the key a name.'],
  [{ name: 'n'.repeat(101) }, 'A name has at most 100 characters.'],
  [{ name: 'a', owner: 'o'.repeat(201) }, 'An owner has at most 200 characters.'],
])('a key with an invalid name is not issued: %o', async (body, error) => {
  const reply = await ada.post(url, body)
  expect([reply.statusCode, reply.json().error]).toEqual([400, error])
})

test('Ada revokes a key, which stops working here at once and elsewhere within five seconds', async () => {
  const { id, key } = await issueKey('Leaving app')
  expect([await statusWith(key), await statusWith(key, callElsewhereWith(key))]).toEqual([200, 200])
  expect((await ada.request({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204)
  expect(await statusWith(key)).toBe(401)
  await expect.poll(() => statusWith(key, callElsewhereWith(key)), { interval: 100 }).toBe(401)
  expect(await keyNamed('Leaving app')).toMatchObject({ revoked_at: expect.any(String), revoked_by: 'Ada Lindqvist' })
  expect((await readPage()).keys.at(-1)!.name).toBe('Leaving app')
  const again = await ada.request({ method: 'DELETE', url: `${url}/${id}` })
  expect([again.statusCode, again.json().error]).toEqual([409, 'Ada Lindqvist has already revoked this key.'])
  expect((await ada.post(`${url}/${id}/rotate`, { overlap_hours: 1 })).statusCode).toBe(409)
})

test('revoking a key requires a fresh proof', async () => {
  const { id, key } = await issueKey('Guarded app')
  const revoke = () => ada.request({ method: 'DELETE', url: `${url}/${id}` })
  await sql`update staff_sessions set proven_at = now() - interval '31 minutes'`.execute(db)
  const refused = await revoke()
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { prove: true, confirms: 'Revoke the API key' }])
  expect(await statusWith(key)).toBe(200)
  await sql`update staff_sessions set proven_at = now()`.execute(db)
  expect((await revoke()).statusCode).toBe(204)
})

test('Ada rotates a key, the old one works during the overlap, and both may send the same batches', async () => {
  const { id, key } = await issueKey('Rotating app')
  const batch = { batch_id: 'before the rotation', engagements: [engagement()] }
  await story.sendBatch(batch, eventsApp(key))
  const reply = await ada.post(`${url}/${id}/rotate`, { overlap_hours: 2 })
  const { key: next, prefix } = reply.json<IssuedApiKey>()
  expect(reply.statusCode).toBe(200)
  expect(next).not.toBe(key)
  expect([await statusWith(key), await statusWith(next)]).toEqual([200, 200])
  expect(await story.sendBatch(batch, eventsApp(next))).toMatchObject({ status: 'already_processed' })
  expect(await keyNamed('Rotating app')).toMatchObject({
    prefix,
    previous_prefix: key.slice(0, 12),
    previous_until: expect.any(String),
  })

  await sql`update api_keys set previous_until = now() - interval '1 second' where id = ${id}`.execute(db)
  app.apiKeys.invalidate()
  expect([await statusWith(key), await statusWith(next)]).toEqual([401, 200])
  expect(await keyNamed('Rotating app')).toMatchObject({ previous_prefix: null, previous_until: null })
  expect(await auditOf(id)).toMatchObject([
    {},
    { action: 'api-key.rotated', detail: { before: key.slice(0, 12), after: prefix, overlap_hours: 2 } },
  ])
})

const rotate = async (id: number, overlap_hours: number) =>
  (await ada.post(`${url}/${id}/rotate`, { overlap_hours })).json<IssuedApiKey>()
const hoursLeft = (until: string | null) => Math.round((Date.parse(until!) - Date.now()) / 3_600_000)

test('Ada loses a new key and rotates again, and the app’s key still works, but not the lost one', async () => {
  const { id, key } = await issueKey('Forgetful app')
  expect(await statusWith(key)).toBe(200)
  const lost = await rotate(id, 1)
  const next = await rotate(id, 24)
  expect([await statusWith(key), await statusWith(lost.key), await statusWith(next.key)]).toEqual([200, 401, 200])
  const { previous_prefix, previous_until, older } = await keyNamed('Forgetful app')
  expect([previous_prefix, hoursLeft(previous_until), older]).toEqual([key.slice(0, 12), 24, []])
})

test('a new key that leaked before its first use stops working at once, and the app’s key keeps its overlap', async () => {
  const { id, key } = await issueKey('Careful app')
  const leaked = await rotate(id, 24)
  const next = await rotate(id, 0)
  expect([await statusWith(key), await statusWith(leaked.key), await statusWith(next.key)]).toEqual([200, 401, 200])
  expect(hoursLeft((await keyNamed('Careful app')).previous_until)).toBe(24)
})

test('a stopped key does not become valid again when its successor is discarded', async () => {
  const { id, key } = await issueKey('Stolen app')
  await rotate(id, 0)
  const next = await rotate(id, 24)
  expect([await statusWith(key), await statusWith(next.key)]).toEqual([401, 200])
})

test('each of three used keys works until the end of its own overlap, on every server', async () => {
  const { id, key: first } = await issueKey('Busy successors')
  const { key: second } = await rotate(id, 24)
  await expect.poll(() => statusWith(second, callElsewhereWith(second)), { interval: 100 }).toBe(200)
  const { key: third } = await rotate(id, 168)
  expect(await statusWith(third)).toBe(200)
  const { key: fourth } = await rotate(id, 0)
  const all = [first, second, third, fourth]
  const statuses = () => Promise.all(all.map((key) => statusWith(key)))
  expect(await statuses()).toEqual([200, 200, 401, 200])
  expect((await keyNamed('Busy successors')).older.map(({ prefix, until }) => [prefix, hoursLeft(until)])).toEqual([
    [second.slice(0, 12), 168],
    [first.slice(0, 12), 24],
  ])

  await sql`update api_key_overlaps set ends_at = now() - interval '1 second' where prefix = ${first.slice(0, 12)}`.execute(
    db,
  )
  app.apiKeys.invalidate()
  expect(await statuses()).toEqual([401, 200, 401, 200])
  await ada.request({ method: 'DELETE', url: `${url}/${id}` })
  expect(await statuses()).toEqual([401, 401, 401, 401])
  expect((await keyNamed('Busy successors')).older).toEqual([])
})

test('a key that is revoked during its rotation has no successor', async () => {
  const { id } = await issueKey('Disputed app')
  const [reply] = await runDuring(db, (db) => revokeApiKey(db, id, story.people.admin), [
    () => ada.post(`${url}/${id}/rotate`, { overlap_hours: 0 }),
  ])
  expect([reply.statusCode, reply.json().error]).toEqual([409, 'Ada Lindqvist has already revoked this key.'])
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['api-key.issued', 'api-key.revoked'])
})

test('rotating without an overlap stops the old key at once', async () => {
  const { id, key } = await issueKey('Leaked app')
  await ada.post(`${url}/${id}/rotate`, { overlap_hours: 0 })
  expect(await statusWith(key)).toBe(401)
  expect((await ada.post(`${url}/${id}/rotate`, { overlap_hours: 169 })).statusCode).toBe(400)
  expect((await ada.post(`${url}/999999/rotate`, { overlap_hours: 1 })).statusCode).toBe(404)
})

test('the page shows when a key was last used', async () => {
  const { key } = await issueKey('Busy app')
  await story.sendBatch({ batch_id: 'busy', engagements: attendees(30) }, eventsApp(key))
  const { last_used_at } = await keyNamed('Busy app')
  expect(Date.now() - Date.parse(last_used_at!)).toBeLessThan(60_000)
  await sql`update api_keys set last_used_at = now() - interval '2 minutes' where name = 'Busy app'`.execute(db)
  app.apiKeys.invalidate()
  expect(await statusWith(key)).toBe(200)
  expect(Date.now() - Date.parse((await keyNamed('Busy app')).last_used_at!)).toBeLessThan(60_000)
})

test('a thousand malformed keys cost no query, and a thousand unknown ones at most a few', async () => {
  const queries = vi.spyOn(await poolOf(db), 'connect')
  // All keys are read again after two seconds.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  await Promise.all(
    Array.from({ length: 1_000 }, async (_, n) =>
      expect(await app.apiKeys.find(`ars_${String(n).padStart(46, 'x')}`)).toBeNull(),
    ),
  )
  expect(queries).not.toHaveBeenCalled()
  const unknown = Array.from({ length: 1_000 }, createApiKey)
  for (const key of unknown) expect(await app.apiKeys.find(key)).toBeNull()
  expect(queries.mock.calls.length).toBeLessThanOrEqual(2)
  queries.mockRestore()
})

test('a failed key lookup admits no one, and the next one is tried again', async () => {
  const { key } = await issueKey('Patient app')
  app.apiKeys.invalidate()
  const failing = vi.spyOn(await poolOf(db), 'connect').mockImplementation(() => {
    throw new Error('Connection terminated unexpectedly')
  })
  expect(await statusWith(key)).toBe(503)
  failing.mockRestore()
  await pause(10)
  expect(await statusWith(key)).toBe(200)
})

test('no key is logged', () => {
  expect(logs.join('')).not.toMatch(/ars_[0-9A-Za-z]{20}/)
})
