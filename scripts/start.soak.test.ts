import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopCluster } from '../server/src/foundations/database/embedded.ts'
import { root } from './run-command.ts'
import { findFreePort } from '../server/src/foundations/process/free-port.ts'

/** The tests run in order on one data folder: each continues from the state that the previous one left. */
let dataDir: string
let port: number
const running: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alumni-start-'))
  // If this process is root, PostgreSQL runs as another account.
  await chmod(dataDir, 0o755)
  port = await findFreePort()
})
afterAll(async () => {
  for (const child of running.filter(isRunning)) await killAndWait(child, 'SIGTERM')
  await stopCluster(join(dataDir, 'database'))
  await rm(dataDir, { recursive: true, force: true })
})

test('starts from nothing, and says where it is and how to sign in', async () => {
  const { output } = await start()
  expect(output()).toContain('✓ 30 demo alumni loaded')
  expect(output()).toContain(`Staff app     http://localhost:${port}\n`)
  expect(output()).toContain(`Alumni site   http://champions.localhost:${port}\n`)
  expect(output()).not.toMatch(/error|warn|migrator/i)
  for (const email of ['admin', 'staff', 'viewer']) expect(await signIn(`${email}@example.edu`)).toBe(200)
})

test('only this account can read secrets', async () => {
  for (const file of [
    'demo-password',
    'session-secret',
    'database/passwords.json',
    'start.lock',
    'logs/server.log',
    'logs/worker.log',
  ]) {
    expect([file, (await stat(join(dataDir, file))).mode & 0o077]).toEqual([file, 0])
  }
  expect((await password()).length).toBeGreaterThanOrEqual(15)
})

test('a second start is refused with a message before it does anything', async () => {
  const second = await startFailing({})
  expect(second.text.trim()).toMatch(
    new RegExp(
      `^The service is already running: http://localhost:${port} \\(process \\d+\\)\\. Stop it first, with Ctrl-C in its terminal\\.$`,
    ),
  )
  expect(second.code).toBe(1)
  expect(await isUp()).toBe(true)
})

test.each(['server', 'worker'] as const)('a killed %s is restarted', async (name) => {
  const before = await childPid(name)
  process.kill(before, 'SIGKILL')
  await waitUntil(async () => (await childPid(name).catch(() => before)) !== before && (await isUp()))
  expect(latestStart().output()).toContain(`The ${name} was killed by SIGKILL. It is started again.`)
})

test('a killed PostgreSQL is restarted in the same place', async () => {
  const before = await postgres()
  process.kill(before.pid, 'SIGKILL')
  await waitUntil(
    async () =>
      (await postgres().catch(() => before)).pid !== before.pid && (await signIn('admin@example.edu')) === 200,
  )
  expect(await postgres()).toMatchObject({ port: before.port })
  await waitUntil(async () => childPid('worker').then(Boolean, () => false))
  expect(latestStart().output()).toContain('PostgreSQL was stopped from outside. It is started again.')
})

test('if start itself is killed, its processes end, and the next start continues with the same data', async () => {
  const kept = await password()
  const children = [await childPid('server'), await childPid('worker')]
  process.kill(latestStart().child.pid!, 'SIGKILL')
  await waitUntil(async () => !children.some(isAlive))
  const { output } = await start()
  expect(output()).not.toContain('demo alumni loaded')
  expect(await password()).toBe(kept)
  expect(await signIn('viewer@example.edu')).toBe(200)
})

test('it starts again after everything was killed at once', async () => {
  const everything = [
    latestStart().child.pid!,
    await childPid('server'),
    await childPid('worker'),
    (await postgres()).pid,
  ]
  for (const pid of everything) process.kill(pid, 'SIGKILL')
  await start()
  expect(await signIn('staff@example.edu')).toBe(200)
})

test('a frozen server ends soon after start is killed', async () => {
  const server = await childPid('server')
  process.kill(server, 'SIGSTOP')
  process.kill(latestStart().child.pid!, 'SIGKILL')
  await start()
  expect(isAlive(server)).toBe(false)
})

test('a worker that keeps crashing is given up, and the server keeps running', async () => {
  if (!isRunning(latestStart().child)) await start()
  const { child, output } = latestStart()
  const isGivenUp = () => output().includes('the 5th time within a minute, and is not started again.')
  for (let dead = 0; !isGivenUp();) {
    const worker = await childPid('worker').catch(() => dead)
    if (worker === dead) await pause(50)
    else process.kill((dead = worker), 'SIGKILL')
  }
  await pause(500)
  expect(output()).toContain('The server keeps running. Fix what is wrong, then stop and start again.')
  expect([await isUp(), isRunning(child)]).toEqual([true, true])
  expect(await killAndWait(child, 'SIGTERM')).toBe(0)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops every process in order', async (signal) => {
  if (!isRunning(latestStart().child)) await start()
  const { child, output } = latestStart()
  const everything = [await childPid('server'), await childPid('worker'), (await postgres()).pid]
  expect(await killAndWait(child, signal)).toBe(0)
  expect(everything.filter(isAlive)).toEqual([])
  expect(output()).toMatch(/Stopping …\n {2}Stopped\.\s*$/)
  await expect(stat(join(dataDir, 'start.lock'))).rejects.toThrow('ENOENT')
})

test('a port in use is refused with a message, and nothing is started', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const { text, code } = await startFailing({})
  other.close()
  expect(text.trim()).toBe(
    `Port ${port} is in use by another program. Stop it, or start with another one: PORT=${port + 1} npm start`,
  )
  expect(code).toBe(1)
  await expect(stat(join(dataDir, 'database/postgres/cluster/postmaster.pid'))).rejects.toThrow('ENOENT')
  await expect(stat(join(dataDir, 'start.lock'))).rejects.toThrow('ENOENT')
})

test('--alumni says when it has no effect, --desktop opens the app until the end, and --reset keeps the password', async () => {
  const kept = await password()
  // A fake Electron that records its arguments.
  const program = join(dataDir, 'electron')
  await writeFile(program, `#!/bin/sh\necho "$$ $*" > "${dataDir}/opened"\nexec sleep 600\n`, { mode: 0o755 })
  const env = { DESKTOP_ELECTRON: program, DISPLAY: ':4850' }
  expect((await startWith(env, '--alumni', '40', '--desktop')).output()).toContain(
    'There is data already, so --alumni does nothing.',
  )
  await waitUntil(async () => latestStart().output().includes('The desktop app opens'))
  await waitUntil(async () => readFile(join(dataDir, 'opened'), 'utf8').then(Boolean, () => false))
  const [opened, ...args] = (await readFile(join(dataDir, 'opened'), 'utf8')).trim().split(' ')
  expect(args).toEqual(expect.arrayContaining([`--user-data-dir=${dataDir}/desktop`, join(root, 'desktop')]))
  expect(JSON.parse(await readFile(join(dataDir, 'desktop/settings.json'), 'utf8'))).toEqual({
    address: `http://localhost:${port}`,
  })
  await killAndWait(latestStart().child, 'SIGTERM')
  await waitUntil(async () => !isAlive(Number(opened)))
  const left = join(dataDir, 'files/left')
  await mkdir(dirname(left), { recursive: true })
  await writeFile(left, 'of people who are deleted')
  const { output } = await start('--reset', '--alumni', '40')
  await expect(stat(left)).rejects.toThrow('ENOENT')
  expect(output()).toContain('✓ 40 demo alumni loaded')
  expect(await password()).toBe(kept)
  expect(await signIn('admin@example.edu')).toBe(200)
  await killAndWait(latestStart().child, 'SIGTERM')
})

test.each([
  [
    ['--reset'],
    { DATABASE_URL: 'postgres://someone@example.com/precious' },
    '--reset deletes only the embedded database',
  ],
  [['--alumni', 'many'], {}, '--alumni takes a number'],
  [['--alumni', '1000001'], {}, '--alumni takes a number'],
  [['--restet'], {}, "Unknown option '--restet'"],
  [[], { PORT: 'x' }, 'PORT must be a whole number'],
  [
    [],
    { DATABASE_URL: 'postgres://someone@127.0.0.1:1/none' },
    'PostgreSQL at 127.0.0.1:1 does not answer (ECONNREFUSED).',
  ],
])('refuses %j with %j', async (args, env, message) => {
  const { text, code } = await startFailing(env as Record<string, string>, ...(args as string[]))
  expect(text).toContain(message)
  expect(text).not.toMatch(/ {4}at /)
  expect(code).toBe(1)
})

type Started = { child: ChildProcess; output: () => string }
const starts: Started[] = []
const latestStart = () => starts.at(-1)!

function launch(env: Record<string, string>, args: string[]): Started {
  const { DATABASE_URL: _url, DEMO_PASSWORD: _password, ...outer } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], {
    env: { ...outer, NODE_ENV: 'development', DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  running.push(child)
  return { child, output: () => text }
}

async function start(...args: string[]): Promise<Started> {
  return startWith({}, ...(args.length > 0 ? args : ['--alumni', '30']))
}

async function startWith(env: Record<string, string>, ...args: string[]): Promise<Started> {
  const started = launch(env, args)
  starts.push(started)
  await waitUntil(async () => started.output().includes('Press Ctrl-C') || !isRunning(started.child))
  if (!isRunning(started.child)) throw new Error(started.output())
  return started
}

async function startFailing(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ text: string; code: number | null }> {
  const { child, output } = launch(env, args)
  const [code] = (await once(child, 'close')) as [number | null]
  return { text: output(), code }
}

async function killAndWait(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const closed = once(child, 'close') as Promise<[number | null]>
  child.kill(signal)
  return (await closed)[0]
}

async function signIn(email: string): Promise<number | undefined> {
  const body = JSON.stringify({ email, password: await password() })
  return fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  }).then(
    ({ status }) => status,
    () => undefined,
  )
}

const isUp = () =>
  fetch(`http://127.0.0.1:${port}/up`).then(
    ({ ok }) => ok,
    () => false,
  )
const password = async () => (await readFile(join(dataDir, 'demo-password'), 'utf8')).trim()

async function childPid(name: 'server' | 'worker'): Promise<number> {
  const { children } = JSON.parse(await readFile(join(dataDir, 'start.lock'), 'utf8')) as {
    children: { pid: number }[]
  }
  for (const { pid } of children) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(`${name}/src/start.ts`)) return pid
  }
  throw new Error(`There is no ${name}.`)
}

async function postgres(): Promise<{ pid: number; port: number }> {
  const lines = (
    await readFile(join(dataDir, 'database/postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n')
  if (!Number(lines[0])) throw new Error('There is no PostgreSQL.')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 240_000; !(await holds()); await pause(100)) {
    if (Date.now() > deadline) throw new Error(`Waited in vain. The start said:\n${latestStart()?.output()}`)
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Zombies count as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
