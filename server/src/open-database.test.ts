import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'
import { NoDatabase, openDatabase } from './open-database.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-data-'))
const running: { stop(): void }[] = []
afterAll(async () => {
  for (const one of running) one.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** An address at which PostgreSQL does not answer until `open` is called. */
async function closedDoor() {
  const { hostname, port } = new URL(database.app)
  const sockets = new Set<Socket>()
  const door: Server = createServer((caller) => {
    const server = connect(Number(port), hostname)
    for (const socket of [caller, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    caller.pipe(server).pipe(caller)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const at = door.address() as AddressInfo
  await new Promise((resolve) => door.close(resolve))
  running.push({ stop: () => (door.close(), sockets.forEach((socket) => socket.destroy())) })
  const behind = (url: string) => Object.assign(new URL(url), { port: at.port }).href
  return {
    urls: { app: behind(database.app), owner: behind(database.owner) },
    sentence: `PostgreSQL at 127.0.0.1:${at.port} does not answer (ECONNREFUSED).`,
    open: () => once(door.listen(at.port, '127.0.0.1'), 'listening'),
  }
}

function start(script: string, { app, owner }: { app: string; owner: string }) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      DATABASE_URL: app,
      MIGRATION_DATABASE_URL: owner,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
  running.push({ stop: () => child.kill('SIGKILL') })
  const exit = once(child, 'exit') as Promise<[number | null]>
  return { child, log: () => log, errors: text(child.stderr!), exit: exit.then(([code]) => code) }
}

const programs = [
  ['server', './start.ts', 'staff: '],
  ['worker', '../../worker/src/start.ts', 'the worker takes jobs'],
] as const

test.each(programs)('the %s waits for PostgreSQL, says so, and goes on', async (_, script, up) => {
  const door = await closedDoor()
  const { child, log, exit } = start(script, door.urls)
  await expect.poll(log).toContain(`${door.sentence} Waiting for it.`)
  await door.open()
  await expect.poll(log).toContain(up)
  expect(log()).toContain('PostgreSQL answers.')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test.each(programs)('SIGTERM ends a %s that waits for PostgreSQL', async (_, script) => {
  const door = await closedDoor()
  const { child, log, errors, exit } = start(script, door.urls)
  await expect.poll(log).toContain('Waiting for it.')
  child.kill('SIGTERM')
  expect([await exit, await errors]).toEqual([0, ''])
})

test('patience ends with a sentence', async () => {
  const door = await closedDoor()
  const heard: string[] = []
  const opening = openDatabase(door.urls, { patienceMs: 1200, onWait: (sentence) => void heard.push(sentence) })
  await expect(opening).rejects.toThrow(new NoDatabase(door.sentence))
  expect(heard).toEqual([door.sentence])
})

test.each(programs)(
  'the %s does not wait where it is refused, and says why',
  { timeout: 900_000 },
  async (_, script) => {
    const app = Object.assign(new URL(database.app), { password: 'wrong' }).href
    const { errors, exit } = start(script, { ...database, app })
    expect(await exit).toBe(1)
    expect(await errors).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+ refuses: password authentication failed for user .*\n$/,
    )
  },
)
