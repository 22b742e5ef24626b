import { expect, onTestFinished, test } from 'vitest'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import type { JobKinds } from './jobs.ts'
import { openQueueStore, runJobs } from './run-jobs.ts'

const { config, db, database } = await buildTestApp({ env: { MONGODB_URL: '' } })
const kinds = { 'sweep-photos': { run: async () => undefined } } as unknown as JobKinds
const timing = { lockLifetimeMs: 15_000, pollMs: 200 }

function unhandledRejections(): unknown[] {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  return unhandled
}

test('a worker that starts waits if its queue becomes unavailable at that moment', async () => {
  const unhandled = unhandledRejections()
  const link = await FaultyLink.open(Number(new URL(database.app).port))
  onTestFinished(() => link.close())
  link.startFault({ kind: 'reset' })
  const errors: unknown[] = []
  const note = (_: string, error: unknown) => {
    errors.push(error)
    link.end()
  }
  const databaseUrls = { app: link.redirect(database.app), owner: database.owner }
  const worker = await runJobs({ config, db, databaseUrls }, kinds, note, timing)
  await worker.stop()
  expect(errors).toContainEqual(expect.objectContaining({ code: 'ECONNRESET' }))
  expect(unhandled).toEqual([])
})

test('a worker continues if the queue becomes unavailable while it unlocks a job that is not yet due', async () => {
  const queue = await openQueueStore(config, db, database)
  onTestFinished(() => queue.close())
  // The dead worker has locked the job, so only unlocking it fails.
  await db.entities.execute(`insert into agenda_jobs (name, data, type, priority, next_run_at, locked_at)
    values ('sweep-photos', '{}', 'normal', 0, now() + interval '1 hour', now() - interval '1 hour')`)
  await runOn(database.owner, 'alter table agenda_jobs add constraint locked check (locked_at is not null) not valid')
  const unhandled = unhandledRejections()
  const errors: unknown[] = []
  const note = (_: string, error: unknown) => void errors.push(error)
  const worker = await runJobs({ config, db, databaseUrls: database }, kinds, note, timing)
  onTestFinished(() => worker.stop())
  await expect.poll(() => [...errors, ...unhandled]).toContainEqual(expect.objectContaining({ code: '23514' }))
  expect(unhandled).toEqual([])
})
