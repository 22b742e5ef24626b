import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { createDatabase, dropDatabase } from '../src/foundations/database/embedded.ts'
import { toLibpqConnection, findPostgresTool } from '../src/foundations/database/postgres-tools.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { createBackup, restoreBackup } from '../src/operations/index.ts'
import { migrate, openDb } from '../src/schema.ts'
import { fetchedTools } from '../testing/fetched-tools.ts'
import type { DemoDatabase } from './demo-database.ts'
import { beside, ratioLine, timed } from './report.ts'

const run = promisify(execFile)

/** Measures a backup (compared with pg_dump), its effect on other queries, and a restore (compared with pg_restore). */
export async function benchBackup({ app, owner, cluster, folder }: DemoDatabase, runs: number): Promise<void> {
  const work = await mkdtemp(join(folder, 'backup-'))
  const identity = await generateIdentity()
  await writeFile(join(work, 'key'), identity)
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: work,
    SESSION_SECRET: 'a secret for measuring that is long enough',
    BACKUP_URL: pathToFileURL(work).href,
    BACKUP_RECIPIENTS: await identityToRecipient(identity),
    BACKUP_IDENTITY: join(work, 'key'),
    PG_BIN: process.env.PG_BIN ?? fetchedTools.postgresql[18],
  })
  const db = await openDb(app, { max: 3, statementTimeoutMs: 0 })
  const files = await createFiles(config)
  const dump = await findPostgresTool('pg_dump', 18, config.PG_BIN)
  const alone = join(work, 'alone.dump')
  const { argument, env } = toLibpqConnection(owner)
  const dumpAlone = () => timed(() => run(dump.path, ['--format=custom', `--file=${alone}`, argument], { env }))
  let id = ''
  const backUp = () => timed(async () => ({ id } = await createBackup({ config, db, files, ownerUrl: owner })))
  console.log(ratioLine('backup', await beside(runs, backUp, dumpAlone), 'pg_dump', 1.3))
  console.log(`     ${((await stat(alone)).size / 1024 ** 2).toFixed(0)} MB of dump`)

  const quiet = await slowest(app, () => pause(10_000))
  const meanwhile = await slowest(app, backUp)
  const dumping = await slowest(app, dumpAlone)
  console.log(ratioLine("others' p99 during a backup", { work: meanwhile, limit: quiet }, 'quiet', 1.5))
  console.log(ratioLine("others' p99 during pg_dump alone", { work: dumping, limit: quiet }, 'quiet', 1.5))

  const into = async (fill: (url: string) => Promise<unknown>) => {
    await createDatabase(cluster, 'restored')
    const time = await timed(() => fill(cluster.url('alumni_owner', 'restored')))
    await dropDatabase(cluster, 'restored')
    return time
  }
  const restoreAlone = () =>
    into((url) => {
      const to = toLibpqConnection(url)
      const args = ['--no-owner', '--no-privileges', '--schema=public', '--single-transaction', to.argument, alone]
      return run(join(config.PG_BIN!, 'pg_restore'), args, { env: to.env })
    })
  const began = performance.now()
  const onStep = (step: string) => console.log(`     ${((performance.now() - began) / 1000).toFixed(1)} s ${step}`)
  const restore = () =>
    into((url) => restoreBackup({ config, files, migrate, openDb }, { id, url, actor: 'a measurement', onStep }))
  console.log(ratioLine('restore', await beside(runs, restore, restoreAlone), 'pg_restore', 1.3))
  await db.destroy()
  await rm(work, { recursive: true, force: true })
}

async function slowest(url: string, work: () => Promise<unknown>): Promise<number> {
  const others = new Worker(new URL('backup-others.ts', import.meta.url), { workerData: url })
  await once(others, 'message')
  await work()
  others.postMessage('enough')
  const [p99] = (await once(others, 'message')) as [number]
  return p99
}
