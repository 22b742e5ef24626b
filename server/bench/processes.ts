import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/foundations/process/config.ts'
import { freePort } from '../testing/free-port.ts'
import { workerFlags } from '../testing/worker-flags.ts'
import type { DemoDatabase } from './demo-database.ts'

const programs = {
  server: { file: new URL('../src/start.ts', import.meta.url), flags: [] as string[] },
  worker: { file: new URL('../../worker/src/start.ts', import.meta.url), flags: workerFlags },
}
const secret = 'a secret for the bench, long enough'

/** The settings of the processes that `startProcess` starts. */
export function configOf({ app, folder }: Pick<DemoDatabase, 'app' | 'folder'>) {
  return readConfig({ NODE_ENV: 'test', DATABASE_URL: app, DATA_DIR: folder, SESSION_SECRET: secret })
}

/** A server or a worker as a process of its own. A server answers from then on. */
export async function startProcess(
  name: keyof typeof programs,
  { app, owner, folder }: Pick<DemoDatabase, 'app' | 'owner' | 'folder'>,
  settings: NodeJS.ProcessEnv = {},
) {
  const port = await freePort()
  const { file, flags } = programs[name]
  const child = fork(fileURLToPath(file), {
    execArgv: flags,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: app,
      MIGRATION_DATABASE_URL: owner,
      DATA_DIR: folder,
      SESSION_SECRET: secret,
      PORT: String(port),
      SAFELIST_LOOPBACK: 'true',
      ...settings,
    },
  })
  if (name === 'server') await once(child, 'message')
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
