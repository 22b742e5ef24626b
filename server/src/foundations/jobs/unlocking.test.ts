import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import type { JobKinds } from './jobs.ts'
import { openQueueStore, runJobs } from './run-jobs.ts'

test('a worker goes on when the queue goes away while it unlocks a job that is not yet due', async () => {
  const { config, db, database } = await buildTestApp({ env: { MONGODB_URL: '' } })
  const queue = await openQueueStore(config, db, database)
  onTestFinished(() => queue.close())
  // Who died had taken it; nothing is refused but to unlock it.
  await db.entities.execute(`insert into agenda_jobs (name, data, type, priority, next_run_at, locked_at)
    values ('sweep-photos', '{}', 'normal', 0, now() + interval '1 hour', now() - interval '1 hour')`)
  await runOn(database.owner, 'alter table agenda_jobs add constraint locked check (locked_at is not null) not valid')
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const errors: unknown[] = []
  const worker = await runJobs(
    { config, db, databaseUrls: database },
    { 'sweep-photos': { run: async () => undefined } } as unknown as JobKinds,
    (_, error) => void errors.push(error),
    { lockLifetimeMs: 15_000, pollMs: 200 },
  )
  onTestFinished(() => worker.stop())
  await expect.poll(() => [...errors, ...unhandled]).toContainEqual(expect.objectContaining({ code: '23514' }))
  expect(unhandled).toEqual([])
})
