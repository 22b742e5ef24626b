import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp, externalHost, internalHost, testPassword } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import { buildApp } from '../../app.ts'
import { createApiKey } from '../../staff/api-keys/key-format.ts'
import { openDb } from '../../schema.ts'

const { context, database } = await buildTestApp()

async function openProxy() {
  const { hostname, port } = new URL(database.app)
  const sockets = new Set<Socket>()
  let isOpen = true
  const door = createServer((caller) => {
    if (!isOpen) return void caller.destroy()
    const server = connect(Number(port), hostname)
    for (const socket of [caller, server]) sockets.add(socket.on('error', () => undefined))
    caller.pipe(server).pipe(caller)
    caller.on('close', () => server.destroy())
    server.on('close', () => caller.destroy())
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const url = Object.assign(new URL(database.app), { port: (door.address() as AddressInfo).port }).href
  const cutConnections = () => {
    isOpen = false
    sockets.forEach((socket) => socket.destroy())
  }
  afterAll(() => (cutConnections(), door.close()))
  return { url, cutConnections, open: () => (isOpen = true) }
}

const door = await openProxy()
door.cutConnections()
const db = await openDb(door.url, { max: 3, statementTimeoutMs: 5000 })
const app = await buildApp({ ...context, db }, { log: pino({ level: 'silent' }) })
afterAll(async () => {
  await app.close()
  await db.destroy()
})
const requestReady = async (host = internalHost) => {
  const [reply, alike] = await Promise.all(['/ready', '/up?ready'].map((url) => app.inject({ url, headers: { host } })))
  expect([alike!.statusCode, alike!.body]).toEqual([reply!.statusCode, reply!.body])
  return [reply!.statusCode, reply!.json() as unknown]
}

test('a server is ready once database, schema and search index have replied, and stays so while the database is unavailable', async () => {
  expect(await requestReady()).toEqual([503, { status: 'starting' }])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const parts = async () => (await app.monitor.readiness.report()).parts.map(({ name, is_good }) => [name, is_good])
  expect(await parts()).toEqual([
    ['database', false],
    ['schema', false],
    ['search index', false],
  ])
  expect(await requestReady()).toEqual([503, { status: 'starting' }])

  door.open()
  await expect.poll(() => requestReady()).toEqual([200, { status: 'ready' }])
  expect(await requestReady(externalHost)).toEqual([200, { status: 'ready' }])
  expect((await app.inject({ method: 'HEAD', url: '/ready' })).statusCode).toBe(200)

  door.cutConnections()
  expect(await parts()).toContainEqual(['database', false])
  for (const host of [internalHost, externalHost]) expect(await requestReady(host)).toEqual([200, { status: 'ready' }])
  expect((await app.inject('/up')).statusCode).toBe(200)
})

test.each([
  ['the staff app', { url: '/alumni_search', cookies: { '__Host-staff_session': 'x'.repeat(43) } }],
  ['signing in', { method: 'POST', url: '/login', payload: { email: 'ada@example.edu', password: testPassword } }],
  ['the alumni’s site', { url: '/events', headers: { host: externalHost } }],
  ['a public list', { url: '/api/alumni?name=ann' }],
  [
    'the events API',
    {
      url: '/api/v1/engagements/batch',
      method: 'POST',
      payload: {},
      headers: { authorization: `Bearer ${createApiKey()}` },
    },
  ],
] as const)(
  'while the database is unavailable, %s gets a 503 with a message and a time to retry',
  async (_, request) => {
    door.cutConnections()
    for (const accept of ['application/json', 'text/html']) {
      const headers = { host: internalHost, accept, ...('headers' in request ? request.headers : {}) }
      const reply = await app.inject({ ...request, headers } as never)
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
      expect(reply.body).toContain('The service is busy or restarting. Try again in a moment.')
    }
  },
)

test('a server that is about to stop is not ready', async () => {
  app.monitor.readiness.isDraining = true
  expect(await requestReady()).toEqual([503, { status: 'stopping' }])
})

test('a schema that lacks a migration of this release is not ready', async () => {
  const [schema] = (await import('./database-dependencies.ts'))
    .listDatabaseDependencies(context.db)
    .filter(({ name }) => name === 'schema')
  await expect(schema!.check()).resolves.toBeUndefined()
  const firstHalf = "select max(id) from schema_migrations where name not like 'after/%'"
  await runOn(database.owner, `delete from schema_migrations where id = (${firstHalf})`)
  await expect(schema!.check()).rejects.toThrow('Migrations have not run')
})
