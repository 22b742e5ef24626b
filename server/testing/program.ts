import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { projectRoot } from '../src/foundations/process/config.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'
import { workerFlags } from './worker-flags.ts'

const programs = {
  server: { file: 'server/src/start.ts', flags: [] as string[] },
  worker: { file: 'worker/src/start.ts', flags: workerFlags },
}
export type ProgramName = keyof typeof programs

type Place = {
  app: string
  owner: string
  dataDir: string
  env?: NodeJS.ProcessEnv | undefined
  root?: string
}

/** Starts a server or worker process without the environment of this process. */
export async function startProgram(name: ProgramName, { app, owner, dataDir, env = {}, root = projectRoot }: Place) {
  const { file, flags } = programs[name]
  const port = Number(env.PORT ?? (await findFreePort()))
  const child = fork(join(root, file), {
    execArgv: flags,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      RACK_TIMEOUT_SERVICE_TIMEOUT: '600',
      MAX_RUNNING_REQUESTS: '10000',
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: app,
      MIGRATION_DATABASE_URL: owner,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
  const errors = text(child.stderr!)
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    exit,
    log: () => log,
    errors,
    async listening() {
      const ended = exit.then(async (code) => {
        throw new Error(`The ${name} ended with ${code}: ${await errors}`)
      })
      ended.catch(() => undefined)
      await Promise.race([once(child, 'message'), ended])
    },
    async stop() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
