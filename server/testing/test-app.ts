import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '@alumni/shared/staff/accounts'
import type { RouteOptions } from 'fastify'
import { buildApp, type FrontEnds } from '../src/app.ts'
import type { Signup } from '../src/champions/record/find-signup.ts'
import { composers } from '../src/composers.ts'
import { getPoolOptions } from '../src/foundations/database/connections.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import type { App, Context, Feature } from '../src/foundations/context.ts'
import { openDb } from '../src/schema.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { createLog } from '../src/foundations/process/log.ts'
import type { Message } from '../src/foundations/mail/mailer.ts'
import { sendLetter } from '../src/foundations/mail/send-letter.ts'
import { demoStaff } from '../demo/demo-staff.ts'
import { StaffUser } from '../src/staff/accounts/staff-user.ts'
import { hashPassword } from '../src/staff/accounts/password-rules.ts'
import { openSession, sessionCookie } from '../src/staff/accounts/sessions.ts'
import { runAtEnd } from './run-at-end.ts'
import { Caller } from './caller.ts'
import { sessionCookieOf } from './champions.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const internalHost = 'alumni.example.edu'
export const externalHost = 'champions.example.edu'
export const testPassword = 'four violet harbour lanterns'
const testFrontEnds: FrontEnds = {
  staffApp: fileURLToPath(new URL('front-ends/staff', import.meta.url)),
  portal: fileURLToPath(new URL('front-ends/portal', import.meta.url)),
}

type Changes = {
  env?: Record<string, string>
  /** Used instead of a database of the run's PostgreSQL. */
  database?: TestDatabase
  context?: Partial<Context>
  frontEnds?: FrontEnds
  probe?: Feature
  onRoute?: (route: RouteOptions) => void
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>

/** Builds the whole application with its own database; closes it after the test or file that calls it. */
export async function buildTestApp({
  env = {},
  database: given,
  context: changes = {},
  frontEnds = testFrontEnds,
  probe,
  onRoute,
}: Changes = {}) {
  const [database, dataDir] = await Promise.all([
    given ?? createTestDatabase(),
    mkdtemp(join(tmpdir(), 'alumni-data-')),
  ])
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.app,
    PUBLIC_URL: `https://${internalHost}`,
    CHAMPIONS_URL: `https://${externalHost}`,
    SESSION_SECRET: 'a secret for tests that is long enough',
    // On a busy machine, every process is late and requests are slow.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    RACK_TIMEOUT_SERVICE_TIMEOUT: '600',
    ...separateMongo(),
    ...env,
  })
  const db = await openDb(database.app, { ...getPoolOptions('server', config), max: 5 })
  const logs: string[] = []
  const context: Context = {
    config,
    db,
    files: await createFiles(config),
    ...changes,
  }
  const app = await buildApp(context, {
    frontEnds,
    probe,
    onRoute,
    log: createLog(config, { write: (line) => void logs.push(line) }),
  })
  loadOnFirstQuery(app)
  const people = await createPeople(context)

  // These run in reverse order. Each has its own line, which is reported if it hangs.
  runAtEnd(() => rm(dataDir, { recursive: true, force: true }))
  runAtEnd(() => database.drop())
  runAtEnd(() => db.destroy())
  runAtEnd(() => app.close())

  const browser = { host: internalHost, accept: 'application/json', 'sec-fetch-site': 'same-origin' }
  const alumniBrowser = { ...browser, host: externalHost, accept: 'text/html' }
  return {
    app,
    db,
    config,
    context,
    database,
    /** Sends the letters enqueued since the last call, like the worker, and returns them. */
    async sendLetters(): Promise<Message[]> {
      const sent: Message[] = []
      const mailer = { send: async (message: Message) => void sent.push(message) }
      const jobs = await db.entities.execute<{ id: string; data: { letter: number } }[]>(
        "delete from job_outbox where name = 'send-letter' returning id, data",
      )
      // Letters to lists have no jobs; a worker sends them in turns.
      const inTurns = await db.entities.execute<{ id: string }[]>(
        "select id from letters where kind = 'list-letter' and sent_at is null and given_up_at is null order by id",
      )
      const asked = jobs.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ data }) => data.letter)
      for (const letter of [...asked, ...inTurns.map(({ id }) => Number(id))])
        await sendLetter({ config, db, mailer }, composers, { letter })
      return sent
    },
    logs,
    people,
    async as(role: Role): Promise<Caller> {
      const token = await openSession(db, config, people[role])
      return new Caller(app, { ...browser, cookie: `${sessionCookie(config).name}=${token}` }, people[role])
    },
    nobody: new Caller(app, browser, null),
    visitor: new Caller(app, alumniBrowser, null),
    async asChampion(signup: Signup): Promise<Caller> {
      return new Caller(app, { ...alumniBrowser, cookie: await sessionCookieOf(db, config, signup) }, null)
    },
  }
}

/** With MONGODB_URL, the queue uses a separate database of MongoDB; otherwise PostgreSQL. */
function separateMongo(): Record<string, string> {
  if (!process.env.MONGODB_URL) return {}
  const url = new URL(process.env.MONGODB_URL)
  url.pathname = `/alumni_test_${randomUUID().slice(0, 8)}`
  return { MONGODB_URL: url.href }
}

/** A listening server loads everyone by itself; here the first query does, because most tests need no index. */
function loadOnFirstQuery({ peopleIndex: index, server }: App): void {
  for (const name of queries) {
    const query = index[name].bind(index) as (...args: unknown[]) => Promise<unknown>
    const queryLoaded = async (...args: unknown[]) => {
      if (!index.isReady && !server.listening) await index.catchUp()
      return query(...args)
    }
    Object.assign(index, { [name]: queryLoaded })
  }
}

const queries = [
  'search',
  'place',
  'reach',
  'suggest',
  'places',
  'describe',
  'events',
  'statistics',
  'classEvents',
  'locate',
  'textsInUse',
] as const

const passwordHash = hashPassword(testPassword)

async function createPeople({ db }: Context): Promise<Record<Role, StaffUser>> {
  const password_hash = await passwordHash
  const { entities } = db
  const users = demoStaff.map((person) => entities.create(StaffUser, { ...person, password_hash }))
  await entities.persist(users).flush()
  return Object.fromEntries(users.map((user) => [user.role, user])) as Record<Role, StaffUser>
}
