import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { TestApp } from '../../../../testing/test-app.ts'

/** The process sends itself `signal` after a number of statements. */
export function spawnStoppedJob(
  { config: { DATA_DIR, DATABASE_URL } }: TestApp,
  name: 'scan' | 'apply',
  type: ImportType,
  id: number,
  signal: 'SIGKILL' | 'SIGSTOP',
  statement: number,
): ChildProcess {
  const script = fileURLToPath(new URL('job-process.ts', import.meta.url))
  return spawn(process.execPath, [script, name, type, String(id), signal, String(statement)], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR, DATABASE_URL },
    // A frozen job fails when it resumes, because PostgreSQL has closed its connections.
    stdio: ['ignore', 'ignore', signal === 'SIGSTOP' ? 'ignore' : 'inherit'],
  })
}

/** Returns 1 if the process was killed, 0 if it finished. */
export function waitForExit(child: ChildProcess): Promise<0 | 1> {
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 1 : 0)))
}
