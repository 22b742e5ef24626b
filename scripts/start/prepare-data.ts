import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseUrls } from '../../server/src/foundations/database/database.ts'
import { root } from '../run-command.ts'
import { StartProblem } from './start-problem.ts'

/** Migrates the schema and loads the demo's people in a child process, because its memory is freed when it ends. */
export async function prepareData({ app, owner }: DatabaseUrls, signal: AbortSignal): Promise<void> {
  const child = fork(join(root, 'scripts/start/start-data.ts'), process.argv.slice(2), {
    cwd: root,
    env: { ...process.env, DATABASE_URL: app, MIGRATION_DATABASE_URL: owner },
    execArgv: ['--import', import.meta.resolve('../end-with-parent.ts')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  })
  let problem = 'The data could not be prepared.'
  child.on('message', (message: string) => (problem = message))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new StartProblem(problem)
}
