import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { scaleTimeout } from '../../../testing/machine.ts'
import { startProgram, type ProgramName } from '../../../testing/program.ts'
import { isSoak } from '../../../testing/soak.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { toProblem } from '../http/errors.ts'
import { UnusableDatabase } from './unusable-database.ts'
import { migrateWhenReachable } from './prepare-database.ts'
import { openDb, migrate } from '../../schema.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-data-'))
const running: { stop(): unknown }[] = []
afterAll(async () => {
  for (const server of running) await server.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Proxies to PostgreSQL after `open`, except connections that `refuse` replies to. */
async function openRefusingProxy(refuse: (startup: Buffer) => Buffer | undefined = () => undefined) {
  const { hostname, port } = new URL(database.app)
  const sockets = new Set<Socket>()
  const door: Server = createServer((caller) => {
    const server = connect(Number(port), hostname)
    caller.once('data', (startup) => {
      const refusal = refuse(startup)
      if (refusal) return caller.end(refusal)
      server.write(startup)
      caller.pipe(server).pipe(caller)
    })
    for (const socket of [caller, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address() as AddressInfo
  await new Promise((resolve) => door.close(resolve))
  running.push({ stop: () => (door.close(), sockets.forEach((socket) => socket.destroy())) })
  const redirect = (url: string) => Object.assign(new URL(url), { port: address.port }).href
  return {
    urls: { app: redirect(database.app), owner: redirect(database.owner) },
    port: address.port,
    message: `PostgreSQL at 127.0.0.1:${address.port} does not answer (ECONNREFUSED).`,
    open: () => once(door.listen(address.port, '127.0.0.1'), 'listening'),
  }
}

/** Starts a pooler that refuses a connection, as PgBouncer does, if `refuses` returns a message. */
async function startPooler(refuses: (startup: Buffer) => string | undefined) {
  const door = await openRefusingProxy((startup) => {
    const message = refuses(startup)
    if (!message) return undefined
    const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
    const head = Buffer.from('E\0\0\0\0')
    head.writeInt32BE(fields.length + 4, 1)
    return Buffer.concat([head, fields])
  })
  await door.open()
  return door
}

async function start(name: ProgramName, { app, owner }: { app: string; owner: string }, env?: NodeJS.ProcessEnv) {
  const program = await startProgram(name, { app, owner, dataDir, env })
  running.push(program)
  return program
}

const programs = [
  ['server', 'the server listens'],
  ['worker', 'the worker takes jobs'],
] as const
const [server, worker] = programs

test.each(isSoak ? programs : [server])('the %s waits for PostgreSQL, says so, and continues', async (name, up) => {
  const door = await openRefusingProxy()
  const { child, log, exit } = await start(name, door.urls)
  await expect.poll(log).toContain(`${door.message} Waiting for it.`)
  await door.open()
  await expect.poll(log).toContain(up)
  expect(log()).toContain('PostgreSQL answers.')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test.each(isSoak ? programs : [worker])('SIGTERM stops a %s that waits for PostgreSQL', async (name) => {
  const door = await openRefusingProxy()
  const { child, log, errors, exit } = await start(name, door.urls)
  await expect.poll(log).toContain('Waiting for it.')
  child.kill('SIGTERM')
  expect([await exit, await errors]).toEqual([0, ''])
})

test('a server that does not migrate waits until the schema fits', async () => {
  const fresh = await createTestDatabase('template0')
  onTestFinished(() => fresh.drop())
  const { child, log, exit } = await start('server', fresh, { MIGRATE_ON_START: 'false' })
  await expect.poll(log).toMatch(/The schema lacks \d+ of this release's migrations \(.+\): run npm run migrate/)
  await migrate(fresh.owner)
  await expect.poll(log).toContain('the server listens')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('waiting ends with a message after its time limit', async () => {
  const door = await openRefusingProxy()
  const heard: string[] = []
  const opening = migrateWhenReachable(door.urls, {
    migrate,
    timeoutMs: scaleTimeout(1200),
    onWait: (message) => void heard.push(message),
  })
  await expect(opening).rejects.toThrow(new UnusableDatabase(door.message))
  expect(heard).toEqual([`${door.message} Waiting for it.`])
})

test.each(isSoak ? programs : [worker])('the %s does not wait if it is refused, and says why', async (name) => {
  const app = Object.assign(new URL(database.app), { password: 'wrong' }).href
  const { errors, exit } = await start(name, { ...database, app })
  expect(await exit).toBe(1)
  expect(await errors).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+ refuses: password authentication failed for user .*\n$/)
})

test('a pooler that refuses connection options is not waited for, and the message says what to set', async () => {
  const { urls, port } = await startPooler((startup) =>
    startup.includes('\0options\0') ? 'unsupported startup parameter: options' : undefined,
  )
  const heard: string[] = []
  const onWait = (message: string) => void heard.push(message)
  await expect(migrateWhenReachable(urls, { migrate, timeoutMs: 60_000, onWait })).rejects.toThrow(
    new UnusableDatabase(
      `PostgreSQL at 127.0.0.1:${port} is a pooler that takes no connection with options (unsupported startup parameter: options). Name PostgreSQL itself in DATABASE_URL and MIGRATION_DATABASE_URL.`,
    ),
  )
  expect(heard).toEqual([])
})

test('a pooler that refuses clients is waited for at the start, and later causes replies of 503', async () => {
  let refusal: string | undefined = 'server login failed'
  const { urls, port } = await startPooler(() => refusal)
  const heard: string[] = []
  const onWait = (message: string) => {
    heard.push(message)
    refusal = undefined
  }
  await migrateWhenReachable({ app: urls.app, owner: database.owner }, { migrate, timeoutMs: 60_000, onWait })
  expect(heard).toEqual([`PostgreSQL at 127.0.0.1:${port} refuses: server login failed. Waiting for it.`])

  const db = await openDb(urls.app, { max: 1, statementTimeoutMs: 0 })
  refusal = 'query_wait_timeout'
  const error = await db.entities.execute('select 1').catch((refused: unknown) => refused)
  await db.destroy()
  expect(toProblem(error)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})
