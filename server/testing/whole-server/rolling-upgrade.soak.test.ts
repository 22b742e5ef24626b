import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { createSignup } from '../champions.ts'
import { findRelease, unpackRelease } from '../last-release.ts'
import { startProgram, type ProgramName } from '../program.ts'
import { buildTestApp, testPassword } from '../test-app.ts'
import { createTestDatabase } from '../test-database.ts'
import { multipart } from '../../src/exchange/imports/testing/import-story.ts'
import type { Db } from '../../src/foundations/database/db.ts'
import { projectRoot, readConfig } from '../../src/foundations/process/config.ts'
import { openDb } from '../../src/schema.ts'
import { openSession, sessionCookie } from '../../src/staff/accounts/sessions.ts'
import { StaffUser } from '../../src/staff/accounts/staff-user.ts'

const { commit, missing } = findRelease()
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** PER_SECOND is set if this test runs alone; it then also runs an import and an upload. Two cores can take 50. */
const isAlone = process.env.PER_SECOND !== undefined
const perSecond = Number(process.env.PER_SECOND ?? 100)
/** The rate is not tested, so new requests wait for earlier ones on a busy machine. */
const maxRunning = 20
const upgrades = 5
const contacts = 50_000
const SESSION_SECRET = 'a secret for both releases, long enough'

test.skipIf(missing)(
  `no request fails or runs twice during ${upgrades} rolling upgrades from the last release at up to ${perSecond} requests a second${isAlone ? ', with an import and an upload of 500 MB,' : ''}${missing ? ` (${missing})` : ''}`,
  async () => {
    const { people } = await buildTestApp()
    const database = await createTestDatabase('template0')
    const old = await unpackRelease(commit)
    const dataDir = join(old.root, '.data')
    cleanups.push(() => database.drop(), old.remove)
    let server = await start(old.root)
    const db = await openDb(database.app, { max: 2, statementTimeoutMs: 0 })
    cleanups.push(() => db.destroy())
    const { email, name, role, password_hash } = people.staff
    await db.insertInto('staff_users').values({ email, name, role, password_hash }).execute()
    const signup = await createSignup(db)
    const token = await signIn(server.port, email)
    const load = sendLoad(token, signup.id)
    load.to(server.port)
    const ada = await signInAda(db, people.admin, load.port)
    let underWay: Promise<unknown> | undefined

    for (let upgrade = 0; upgrade < upgrades; upgrade++) {
      server = await replace(server, await start(projectRoot))
      if (isAlone && upgrade === 0) {
        await start(projectRoot, 'worker')
        underWay = Promise.all([uploadLarge(ada), importContacts(ada)])
        underWay.catch(() => undefined) // failures are checked below
      }
      server = await replace(server, await start(old.root))
    }
    server = await replace(server, await start(projectRoot))
    const { failed, acknowledged, sent } = await load.stop()
    expect(failed).toEqual({})
    await underWay
    const { count } = await db
      .selectFrom('alumni')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (isAlone) expect(count).toBe(contacts)
    expect(sent).toBeGreaterThan(200)
    const notes = await db.selectFrom('signup_notes').select('body').where('signup_id', '=', signup.id).execute()
    expect(notes.map(({ body }) => body).toSorted()).toEqual(acknowledged.toSorted())

    async function start(root: string, name: ProgramName = 'server') {
      const env = { SHUTDOWN_DELAY_MS: '1000', SESSION_SECRET, LOG_LEVEL: 'error' }
      const started = await startProgram(name, { ...database, dataDir, root, env })
      cleanups.push(started.stop)
      if (name === 'server') {
        await started.listening()
        // A balancer sends it requests once the search index is loaded.
        await expect.poll(async () => (await fetch(`${started.url}/ready`)).status).toBe(200)
      }
      return started
    }

    /** Like a balancer: both servers take requests, then only the new one, while the old one finishes its requests. */
    async function replace(before: Awaited<ReturnType<typeof start>>, after: Awaited<ReturnType<typeof start>>) {
      load.to(before.port, after.port)
      await pause(1000)
      load.to(after.port)
      before.child.kill('SIGTERM')
      expect(await before.exit).toBe(0)
      return after
    }
  },
)

type Sender = (path: string, form?: ReturnType<typeof multipart>) => Promise<{ status: number; body: unknown }>

async function signInAda(db: Db, ada: StaffUser, port: () => number): Promise<Sender> {
  const config = readConfig({ NODE_ENV: 'test', SESSION_SECRET })
  const { email, name, password_hash } = ada
  // The schema of the last release may lack columns of the entity.
  const { id } = await db
    .insertInto('staff_users')
    .values({ email, name, role: 'admin', password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = db.entities.getReference(StaffUser, id)
  const cookie = `${sessionCookie(config).name}=${await openSession(db, config, user)}`
  const { host, accept } = ofStaff
  const own = { host, accept, 'sec-fetch-site': 'same-origin', cookie }
  return async (path, form) => {
    const { status, body } = await ask(port(), path, { ...own, ...form?.headers }, form?.payload)
    return { status, body: JSON.parse(body) }
  }
}

/** Sends 500 MB in one request, which the server finishes before it stops. */
async function uploadLarge(ada: Sender): Promise<void> {
  const file = Buffer.alloc(500 * 1024 * 1024, 'B00000001,Computer Science\n')
  file.write('BUID,Major\n')
  expect((await ada('/settings/imports/educations', multipart(file, 'educations.csv'))).status).toBe(201)
}

async function importContacts(ada: Sender): Promise<void> {
  const rows = Array.from({ length: contacts }, (_, nth) => `B${String(nth).padStart(8, '0')},Peggy,Smith ${nth}`)
  const file = `BUID,First Name,Last Name\n${rows.join('\n')}\n`
  const made = (await ada('/settings/imports/contacts', multipart(file, 'contacts.csv'))).body as ImportStatusReply
  for (;;) {
    const { status, error, links, unusual } = (await ada(made.links.status)).body as ImportStatusReply
    if (status === 'completed') return
    expect([status, error]).toEqual([expect.stringMatching(/^(scanning|review|running)$/), null])
    const confirmed = JSON.stringify(Object.fromEntries(unusual.map(({ kind, number }) => [`confirm_${kind}`, number])))
    if (status === 'review')
      await ada(links.commit, { headers: { 'content-type': 'application/json' }, payload: Buffer.from(confirmed) })
    await pause(500)
  }
}

type Reply = { status: number; body: string }

async function ask(port: number, path: string, headers: Record<string, string>, body?: object): Promise<Reply> {
  const sent = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers, agent })
  sent.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: reply.statusCode!, body: await text(reply) }
}
const agent = new Agent({ keepAlive: true })
const ofStaff = { host: 'localhost', accept: 'application/json', 'content-type': 'application/json' }

async function signIn(port: number, email: string): Promise<string> {
  const headers = { ...ofStaff, 'sec-fetch-site': 'same-origin' }
  const { body } = await ask(port, '/login', headers, { email, password: testPassword, token: true })
  const { token } = JSON.parse(body) as { token?: string }
  if (!token) throw new Error(body)
  return token
}

function sendLoad(token: string, signup: number) {
  const headers = { ...ofStaff, authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' }
  let ports: number[] = []
  const acknowledged: string[] = []
  const running = new Set<Promise<void>>()
  const failed: Record<string, number> = {}
  const fail = (what: string) => void (failed[what] = (failed[what] ?? 0) + 1)
  let sent = 0
  const send = async (nth: number): Promise<void> => {
    const port = ports[nth % ports.length]!
    const note = `note ${nth}`
    const [path, given, body] =
      nth % 10 === 0
        ? [`/champion_signups/${signup}/notes`, headers, { text: note }]
        : nth % 3 === 0
          ? ['/', { host: 'champions.localhost', accept: 'text/html' }]
          : ['/alumni_search?q=smith', headers]
    const reply = await ask(port, path as string, given as Record<string, string>, body as object | undefined)
    if (reply.status >= 400) fail(`${port} ${path as string}: ${reply.status} ${reply.body.slice(0, 200)}`)
    else if (body) acknowledged.push(note)
  }
  const timer = setInterval(() => {
    for (let n = 0; n < perSecond / 20 && running.size < maxRunning; n++) {
      const one: Promise<void> = send(sent++)
        .catch((error: Error) => fail(error.message))
        .finally(() => running.delete(one))
      running.add(one)
    }
  }, 50)
  timer.unref()
  return {
    to: (...list: number[]) => (ports = list),
    port: () => ports.at(-1)!,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      return { failed, acknowledged, sent }
    },
  }
}
