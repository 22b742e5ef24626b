import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { QueueState } from '../../foundations/jobs/queue-state.ts'
import { currentRelease } from '../releases/read-releases.ts'

const everyMs = 30_000

type Reporter = {
  db: Db
  config: Config
  program: 'server' | 'worker'
  readQueue?: () => Promise<QueueState>
  onError: (error: unknown) => void
}

/** Keeps a row that says this process lives, twice a minute; `stop` takes it away. */
export function reportProcess({ db, config, program, readQueue, onError }: Reporter): { stop(): Promise<void> } {
  const id = randomUUID()
  const started_at = new Date(Date.now() - process.uptime() * 1000).toISOString()
  let writing = Promise.resolve()
  const report = () => (writing = writing.then(write).catch(onError))
  const timer = setInterval(report, everyMs)
  void report()
  return {
    async stop() {
      clearInterval(timer)
      await writing
      await db.deleteFrom('process_reports').where('id', '=', id).execute().catch(onError)
    },
  }

  async function write(): Promise<void> {
    const queue = readQueue ? JSON.stringify(await readQueue()) : null
    const memory_bytes = process.memoryUsage.rss()
    const { tag } = await currentRelease()
    await db
      .insertInto('process_reports')
      .values({
        id,
        program,
        host: hostname(),
        pid: process.pid,
        release: tag,
        release_commit: config.RELEASE_COMMIT ?? null,
        started_at,
        memory_bytes,
        queue,
      })
      // No other process writes this row: its id is this one's.
      .onConflict((row) => row.column('id').doUpdateSet({ memory_bytes, queue, reported_at: sql`now()` }))
      .execute()
    // Those that were killed could not take theirs away.
    await db
      .deleteFrom('process_reports')
      .where('reported_at', '<', sql<string>`now() - interval '1 day'`)
      .execute()
  }
}
