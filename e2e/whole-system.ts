import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from '@playwright/test'
import { findFreePort } from '@alumni/server/testing/free-port'
import type { Sessions, StorageState } from './fixtures/journey.ts'

const start = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))

const prefix = 'alumni-journeys-'

/** Starts the system of `npm start` in its own folder and port; the returned function stops it. */
export default async function startWholeSystem(): Promise<() => Promise<void>> {
  await removeAbandonedFolders()
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  // PostgreSQL runs as another account if this runs as root.
  await chmod(dataDir, 0o755)
  const port = await findFreePort()
  process.env.E2E_URL = `http://localhost:${port}`
  process.env.E2E_DATA_DIR = dataDir
  process.env.E2E_PASSWORD = 'nine copper lanterns afloat'
  const env = {
    ...ownEnvironment(),
    NODE_ENV: 'development',
    // On a busy machine, processes are slow.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO_PASSWORD: process.env.E2E_PASSWORD,
    INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000',
  }
  // If this process is killed, the channel closes and the system stops.
  const system = fork(start, ['--alumni', '300'], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  await waitUntilStarted(system)
  while (!(await fetch(`${process.env.E2E_URL}/ready`)).ok) await pause(50)
  process.env.E2E_SESSIONS = join(dataDir, 'sessions.json')
  await writeFile(process.env.E2E_SESSIONS, JSON.stringify(await openSessions()))
  return async () => {
    const closed = once(system, 'exit')
    system.kill('SIGTERM')
    await closed
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function openSessions(): Promise<Sessions> {
  const [admin, staff, viewer] = await Promise.all([sessionOf('admin'), sessionOf('staff'), sessionOf('viewer')])
  return { admin, staff, viewer, nobody: { cookies: [], origins: [] } }
}

async function sessionOf(person: string): Promise<StorageState> {
  const context = await request.newContext({
    baseURL: process.env.E2E_URL!,
    extraHTTPHeaders: { accept: 'application/json' },
  })
  const data = { email: `${person}@example.edu`, password: process.env.E2E_PASSWORD }
  const reply = await context.post('/login', { data })
  if (!reply.ok()) throw new Error(`${person} could not sign in: ${reply.status()} ${await reply.text()}`)
  const state = await context.storageState()
  await context.dispose()
  return state
}

/** Killed runs leave folders; their lock is free once the system has stopped. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const isRunning = await stat(join(folder, 'start.lock')).then(
      () => true,
      () => false,
    )
    const isFresh = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs < 10 * 60_000,
      () => true,
    )
    if (!isRunning && !isFresh) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Omits variables that name another system. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(DATABASE_URL|MIGRATION_DATABASE_URL|MONGODB_URL|REDIS_URL|STORAGE_URL|SMTP_URL|PUBLIC_URL|CHAMPIONS_URL|HOST|TRUST_PROXY|INSTITUTION_.*|GOOGLE_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

async function waitUntilStarted(system: ChildProcess): Promise<void> {
  let output = ''
  for (const stream of [system.stdout!, system.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await new Promise<void>((resolve, reject) => {
    system.once('message', () => resolve())
    system.once('exit', () => reject(new Error(`The system did not start:\n${output}`)))
  })
}
