import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestMailServer } from '../testing/mail-server.ts'
import type { DemoDatabase } from './demo-database.ts'

export function startMailWorker(
  { app, folder }: DemoDatabase,
  { url }: TestMailServer,
  env: Record<string, string>,
): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(import.meta.resolve('../../worker/src/start.ts'))], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: app,
      DATA_DIR: folder,
      SMTP_URL: url,
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: 'ignore',
  })
}
