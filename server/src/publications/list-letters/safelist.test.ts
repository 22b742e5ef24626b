import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { statementsOf } from '../../../testing/statements-of.ts'
import { externalHost } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import { readOptOuts } from '../../alumni/index.ts'
import { buildGuardedApp, repeat, type Ask } from '../../foundations/protection/testing/many-callers.ts'
import { createLinkToken } from '../../foundations/http/tokens.ts'
import { buildRemindersUrl } from '../events/reminders.ts'
import { saveLinks, OptOutRequests } from './opt-out.ts'

let release: () => void = () => undefined
const { app, config, database, db, from } = await buildGuardedApp({
  env: { MAX_RUNNING_REQUESTS: '5' },
  probe(scope) {
    const gate = new Promise<void>((resolve) => (release = resolve))
    scope.get('/waiting', () => gate.then(() => ({})))
  },
})
const letter = await db
  .insertInto('list_letters')
  .values({
    slug: 'dinner',
    title: 'Dinner',
    summary: '',
    body: '',
    status: 'sent',
    topic: 'events',
    salutation: '',
    fallback: '',
    replies_to: 'office',
    list: JSON.stringify({ from: 'people', buids: [] }),
  })
  .returning('id')
  .executeTakeFirstOrThrow()
async function rosa(name: string) {
  const signup = await createSignup(db, { email: `${name}@example.net` })
  const { id } = await db
    .insertInto('list_letter_recipients')
    .values({ letter_id: letter.id, signup_id: signup.id, state: 'sent' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { signup, id, path: new URL((await saveLinks(db, config, id, 'a@example.org')).unsubscribe).pathname }
}
const form = { 'content-type': 'application/x-www-form-urlencoded', host: externalHost }
const pressRequest = (path: string): Ask => ({
  method: 'POST',
  path,
  body: 'List-Unsubscribe=One-Click',
  headers: form,
})
const viewRequest = (path: string): Ask => ({ path, headers: { host: externalHost } })
/** Sends requests with unknown tokens, which get the address banned. */
const guess = (address: string, count: number) =>
  repeat(count, () => from(address)(pressRequest(`/opt-outs/${randomUUID()}`)))

test('400 one-click requests of a mail provider are accepted, even from a banned address, and do not count', async () => {
  const { path, signup } = await rosa('provider')
  const provider = from('203.0.113.1')
  expect(new Set(await repeat(400, () => provider(pressRequest(path))))).toEqual(new Set([200]))
  expect(await readOptOuts(db, { buid: null, signup: signup.id })).toEqual(['events'])
  // Valid requests do not count towards the limit of 300 guesses.
  const guessed = await guess('203.0.113.1', 310)
  expect(guessed).toEqual([...Array<number>(300).fill(404), ...Array<number>(10).fill(429)])
  expect(await guess('203.0.113.1', 1)).toEqual([403])
  expect((await provider(pressRequest(path))).status).toBe(200)
  expect((await provider(pressRequest(`${path}?screenshotCacheBust=1`))).status).toBe(200)
})

test('a campus’s link scanner may open every link repeatedly without being banned', async () => {
  const links = await Promise.all([1, 2, 3, 4].map((nth) => rosa(`campus${nth}`)))
  const gateway = from('203.0.113.2')
  expect(new Set(await repeat(400, (nth) => gateway(viewRequest(links[nth % 4]!.path))))).toEqual(new Set([200]))
  expect((await gateway(viewRequest('/sign-in'))).status).toBe(200)
})

test('links in letters of v0.14.0 and in reminders of events do not count either', async () => {
  const { id, signup } = await rosa('earlier')
  await db.updateTable('list_letter_recipients').set({ opt_out_token: null }).where('id', '=', id).execute()
  const earlier = `/letters/${id}/${createLinkToken(config, 'letters to lists', String(id))}`
  const reminders = new URL(buildRemindersUrl(config, signup)).pathname
  await guess('203.0.113.3', 310)
  for (const path of [earlier, reminders]) {
    expect((await from('203.0.113.3')(pressRequest(path))).status).toBe(200)
    expect((await from('203.0.113.3')(viewRequest(path))).status).toBe(200)
    for (const wrong of [`${path}x`, path.replace(/.$/, '_'), `${path}/x`, `/x${path}`])
      expect((await from('203.0.113.3')(pressRequest(wrong))).status).toBe(403)
  }
})

test('a thousand simultaneous guesses cost a query or two, and a valid token among them is found', async () => {
  const { path } = await rosa('found')
  const requests = new OptOutRequests(db, config)
  const guesses = [path, ...Array.from({ length: 1000 }, () => `/opt-outs/${randomUUID()}`)]
  const found: boolean[] = []
  const statements = await statementsOf(async () => {
    found.push(...(await Promise.all(guesses.map((url) => requests.has(url)))))
  })
  expect(found).toEqual([true, ...Array<boolean>(1000).fill(false)])
  expect(statements.length).toBeLessThanOrEqual(2)
  expect(await statementsOf(async () => void (await requests.has('/opt-outs/no-token')))).toEqual([])
})

test('a one-click request is accepted while the service is too busy for others', async () => {
  const { path } = await rosa('busy')
  const running = [1, 2, 3, 4, 5].map((nth) => from(`203.0.113.1${nth}`)({ path: '/waiting' }))
  const ask = from('203.0.113.4')
  await expect.poll(async () => (await ask(viewRequest('/sign-in'))).status).toBe(503)
  expect((await ask(pressRequest(path))).status).toBe(200)
  expect((await ask(viewRequest(path))).status).toBe(503)
  expect((await ask(pressRequest(`/opt-outs/${randomUUID()}`))).status).toBe(503)
  release()
  await Promise.all(running)
})

test('while tokens cannot be looked up none is exempt, and they are looked up again afterward', async () => {
  const { path } = await rosa('away')
  await guess('203.0.113.5', 310)
  await runOn(database.owner, 'alter table list_letter_recipients rename to recipients_away')
  expect((await from('203.0.113.5')(pressRequest(path))).status).toBe(403)
  await runOn(database.owner, 'alter table recipients_away rename to list_letter_recipients')
  expect((await from('203.0.113.5')(pressRequest(path))).status).toBe(200)
  expect(app.guard.listViolations()).not.toEqual([])
})
