import { sql } from 'kysely'
import { readConfig } from '../src/foundations/process/config.ts'
import type { JobKinds } from '../src/foundations/jobs/jobs.ts'
import { openQueueStore, runJobs } from '../src/foundations/jobs/run-jobs.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median, timed } from './report.ts'
import { withClient } from '../src/foundations/database/with-client.ts'

const waiting = 100_000

/** How long the queue's state takes to read while many jobs wait, and how soon a worker takes the first of them: the middle of 20, and of `runs`. */
export async function benchQueue({ app, owner, folder }: DemoDatabase, runs: number): Promise<void> {
  const db = await openDb(app, { max: 5, statementTimeoutMs: 0 })
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: app, DATA_DIR: folder })
  const queue = await openQueueStore(config, db, { app, owner })
  try {
    await sql`insert into agenda_jobs (name, data, next_run_at, created_at)
      select (array['send-letter', 'sweep-photos'])[1 + n % 2], '{"letter": 1}', now(), now()
      from generate_series(1, ${waiting}::int) n`.execute(db)
    await withClient(owner, (client) => client.query('vacuum analyze agenda_jobs'))
    const states: number[] = []
    for (let run = 0; run < 20; run++) states.push(await timed(() => queue.readState()))
    console.log(boundLine(`the state of ${waiting.toLocaleString('en')} waiting jobs`, median(states), 20, 'ms'))
    const firsts: number[] = []
    for (let run = 0; run < runs; run++) {
      const taken = Promise.withResolvers<number>()
      const kind = { run: async () => taken.resolve(performance.now()) }
      const began = performance.now()
      const kinds = { 'send-letter': kind, 'sweep-photos': kind } as unknown as JobKinds
      const worker = await runJobs({ config, db, databaseUrls: { app, owner } }, kinds, (_, error) =>
        taken.reject(error as Error),
      )
      firsts.push((await taken.promise) - began)
      await worker.stop()
    }
    console.log(boundLine('a worker’s start until its first job', median(firsts), 100, 'ms'))
  } finally {
    await queue.close()
    await db.destroy()
  }
}
