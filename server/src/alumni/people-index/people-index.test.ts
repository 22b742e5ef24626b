import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, internalHost } from '../../../testing/test-app.ts'
import { buildApp } from '../../app.ts'
import { NotReadyError } from '../../foundations/http/errors.ts'
import { openSession, sessionCookie } from '../../staff/accounts/sessions.ts'
import { withClient } from '../../foundations/database/with-client.ts'
import { PeopleIndex } from './people-index.ts'

const { app, db, config, context, database, people } = await buildTestApp()

async function openIndex(databaseUrl = database.app) {
  const errors: Error[] = []
  const index = new PeopleIndex({ databaseUrl }, (error) => void errors.push(error))
  onTestFinished(() => index.close())
  return { index, errors }
}

test('while the index works, the main thread serves others', async () => {
  const { index } = await openIndex()
  await index.catchUp()
  const countTurns = async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await Promise.all(Array.from({ length: 200 }, () => index.search({ q: 'nobody is called that' }, 0, 50)))
    clearInterval(timer)
    return turns
  }
  // On a busy machine, this thread may get no processor until all replies have arrived.
  await expect.poll(countTurns).toBeGreaterThan(1)
})

test('a query on a thread that crashes fails, and the next query starts another thread', async () => {
  const { index } = await openIndex()
  await index.catchUp()
  expect(index.isReady).toBe(true)
  const waiting = index.search({ q: 'anyone' }, 0, 50)
  index.terminate()
  await expect(waiting).rejects.toThrow(NotReadyError)
  expect(index.isReady).toBe(false)
  await index.catchUp()
  expect((await index.search({}, 0, 50)).matching).toBe(0)
})

test('a closed index starts no thread', async () => {
  const { index } = await openIndex()
  await index.catchUp()
  const closed = index.close()
  await expect(index.catchUp()).rejects.toThrow('has stopped')
  await closed
  await expect(index.search({}, 0, 50)).rejects.toThrow(NotReadyError)
})

test('an error of PostgreSQL keeps its type, and a refusal names its field', async () => {
  const { index } = await openIndex('postgres://nobody:nothing@127.0.0.1:1/none')
  await expect(index.catchUp()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const { index: other } = await openIndex()
  await other.catchUp()
  await expect(other.search({ near: '021', within: 10 }, 0, 1)).rejects.toMatchObject({
    status: 400,
    details: { fields: { near: 'To search by distance, enter all five digits of the ZIP code.' } },
  })
})

async function withLockedAlumni(work: (unlock: () => Promise<unknown>) => Promise<void>): Promise<void> {
  await withClient(database.owner, async (owner) => {
    await owner.query('begin; lock table alumni in access exclusive mode')
    await work(() => owner.query('commit'))
  })
}

test('while everyone is read for the first time or again, every query is refused at once', async () => {
  const { index } = await openIndex()
  const questions = () => [
    index.search({ q: 'tern' }, 0, 10),
    index.reach({}),
    index.suggest('tern', 10),
    index.places('b', 10),
    index.events({ words: 'tea' } as never, 10),
    index.textsInUse(),
    index.classEvents({ year: 1995, today: '2026-11-27', max: 5 }),
  ]
  const expectAllRefused = async () => {
    for (const question of questions()) {
      const isOver = new Promise((resolve) => setImmediate(resolve, 'waits'))
      expect(await Promise.race([question.catch((error: unknown) => error), isOver])).toBeInstanceOf(NotReadyError)
    }
  }
  await expectAllRefused()
  await withLockedAlumni(async (unlock) => {
    const load = index.catchUp()
    await expectAllRefused()
    await unlock()
    await load
  })
  expect((await index.search({ q: 'tern' }, 0, 10)).matching).toBe(0)

  await sql`insert into alumni_changes default values`.execute(db)
  await withLockedAlumni(async (unlock) => {
    await expect(index.search({ q: 'tern' }, 0, 10)).rejects.toThrow(NotReadyError)
    expect([index.isReady, index.ageInSeconds]).toEqual([false, null])
    const load = index.catchUp()
    await expectAllRefused()
    await unlock()
    await load
  })
  expect((await index.search({ q: 'tern' }, 0, 10)).matching).toBe(0)
})

test('a server that starts reads everyone, and until then /ready says so and staff read when to come back', async () => {
  const formerImage = join(config.DATA_DIR, 'search-index/search-index.image')
  await mkdir(join(config.DATA_DIR, 'search-index'))
  await writeFile(formerImage, 'Tern, Ada')
  const server = await buildApp({ ...context }, { log: pino({ level: 'silent' }) })
  onTestFinished(() => server.close())
  const cookie = `${sessionCookie(config).name}=${await openSession(db, config, people.viewer)}`
  const get = (url: string) =>
    server.inject({ url, headers: { host: internalHost, accept: 'application/json', cookie } })
  await withLockedAlumni(async (unlock) => {
    await server.listen({ port: 0, host: '127.0.0.1' })
    const error = 'The server is still reading everyone on file. Try again in a few seconds.'
    for (const [url, body] of [
      ['/alumni_search?q=tern', { error, retry_after: 5 }],
      ['/engagement_stats', { error, retry_after: 5 }],
      ['/api/alumni?name=tern', { error }],
    ] as const) {
      const reply = await get(url)
      expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([503, '5', body])
    }
    expect((await get('/ready')).json()).toEqual({ status: 'starting' })
    expect((await get('/up')).statusCode).toBe(200)
    await unlock()
  })
  await expect.poll(async () => (await get('/ready')).statusCode).toBe(200)
  expect((await get('/alumni_search?q=tern')).statusCode).toBe(200)
  await expect.poll(() => existsSync(formerImage)).toBe(false)
})

test('once the server listens, it reads commits of others before any query', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(() => app.peopleIndex.isReady).toBe(true)
  await sql`insert into alumni (buid, last_name) values ('B00000001', 'Tern')`.execute(db)
  expect(await app.peopleIndex.suggest('tern', 10)).toHaveLength(1)
  await sql`insert into alumni_changes default values`.execute(db)
  await expect(app.peopleIndex.suggest('tern', 10)).rejects.toThrow(NotReadyError)
  await expect.poll(() => app.peopleIndex.suggest('tern', 10)).toHaveLength(1)
})
