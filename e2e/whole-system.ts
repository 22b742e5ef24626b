import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@alumni/server/testing/free-port'

const start = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))

const prefix = 'alumni-journeys-'

/** Starts what `npm start` starts, in a folder and on a port of its own, and stops it after the last journey. */
export default async function startWholeSystem(): Promise<() => Promise<void>> {
  await sweepAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  // As root PostgreSQL runs as another account.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  process.env.E2E_URL = `http://localhost:${port}`
  process.env.E2E_DATA_DIR = dataDir
  process.env.E2E_PASSWORD = 'nine copper lanterns afloat'
  const env = {
    ...ownEnvironment(),
    NODE_ENV: 'development',
    // On a busy machine every process is late.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO_PASSWORD: process.env.E2E_PASSWORD,
    INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000',
  }
  // Over the channel it learns when this process is killed, and stops.
  const system = fork(start, ['--alumni', '300'], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  await started(system)
  while (!(await fetch(`${process.env.E2E_URL}/ready`)).ok) await pause(50)
  return async () => {
    const closed = once(system, 'exit')
    system.kill('SIGTERM')
    await closed
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A run that was killed leaves its folder; the lock in it goes when its system has stopped. */
async function sweepAbandoned(): Promise<void> {
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

/** Without what names another system. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(DATABASE_URL|MIGRATION_DATABASE_URL|MONGODB_URL|REDIS_URL|STORAGE_URL|SMTP_URL|PUBLIC_URL|CHAMPIONS_URL|HOST|TRUST_PROXY|INSTITUTION_.*|GOOGLE_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

async function started(system: ChildProcess): Promise<void> {
  let output = ''
  for (const stream of [system.stdout!, system.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await new Promise<void>((resolve, reject) => {
    system.once('message', () => resolve())
    system.once('exit', () => reject(new Error(`The system did not start:\n${output}`)))
  })
}
