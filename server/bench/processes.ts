import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../src/foundations/process/config.ts'
import { startProgram, type ProgramName } from '../testing/program.ts'
import type { DemoDatabase } from './demo-database.ts'

const secret = 'a secret for the bench, long enough'

export function configOf({ app, folder }: Pick<DemoDatabase, 'app' | 'folder'>) {
  return readConfig({ NODE_ENV: 'test', DATABASE_URL: app, DATA_DIR: folder, SESSION_SECRET: secret })
}

export async function startProcess(
  name: ProgramName,
  { app, owner, folder }: Pick<DemoDatabase, 'app' | 'owner' | 'folder'>,
  settings: NodeJS.ProcessEnv = {},
) {
  const env = { LOG_LEVEL: 'fatal', SESSION_SECRET: secret, SAFELIST_LOOPBACK: 'true', ...settings }
  const program = await startProgram(name, { app, owner, dataDir: folder, env })
  if (name === 'server') {
    await program.listening()
    while (!(await fetch(`${program.url}/ready`)).ok) await pause(100)
  }
  return program
}
