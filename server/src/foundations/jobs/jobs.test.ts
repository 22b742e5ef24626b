import { PostgresNotificationChannel } from '@agendajs/postgres-backend'
import { MongoClient } from 'mongodb'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { MongoServer, noMongodb } from '../../../testing/mongo-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runOn, type TestDatabase } from '../../../testing/test-database.ts'
import { isSoak, rounds } from '../../../testing/soak.ts'
import { openDb } from '../../schema.ts'
import { runJobs, openQueueStore, type JobTiming } from './run-jobs.ts'
import type { JobKinds } from './jobs.ts'

type Refusals = (database: TestDatabase) => { refuse(): Promise<unknown>; accept(): Promise<unknown> }

describe('with the queue in PostgreSQL', async () => {
  await queueStories({ MONGODB_URL: '' }, ({ owner }) => ({
    refuse: () => runOn(owner, 'alter table agenda_jobs add constraint refuses check (false) not valid'),
    accept: () => runOn(owner, 'alter table agenda_jobs drop constraint refuses'),
  }))

  test('the stored job error of an earlier release is shown without the values that it quotes', async () => {
    const { config, db, database } = await buildTestApp()
    const queue = await openQueueStore(config, db, database)
    onTestFinished(() => queue.close())
    const fail_reason = 'invalid input syntax for type date: "Peggy Stone"'
    await db
      .insertInto('agenda_jobs')
      .values({ name: 'scan-import', failed_at: '2026-11-20T08:00:00Z', fail_reason })
      .execute()
    expect((await queue.readState()).failed).toMatchObject([{ last_error: 'invalid input syntax for type date: …' }])
  })

  test('an unavailable database is polled with growing pauses and logged once, and then jobs run again', async () => {
    const { config, db, database } = await buildTestApp()
    const link = await FaultyLink.open(Number(new URL(database.app).port))
    onTestFinished(() => link.close())
    const app = link.redirect(database.app)
    const direct = await openDb(app, { max: 3, statementTimeoutMs: 5000 })
    onTestFinished(() => direct.destroy())
    const [failed, recovered, ran]: [string[], string[], number[]] = [[], [], []]
    const kinds = { 'sweep-photos': { run: async ({ nth }: { nth: number }) => void ran.push(nth) } }
    const worker = await runJobs(
      {
        config,
        db: direct,
        databaseUrls: { app, owner: app },
        log: { info: ({ job }: { job?: string }) => void recovered.push(job!) },
      },
      kinds as unknown as JobKinds,
      (part) => void failed.push(part),
      { lockLifetimeMs: 15_000, pollMs: 100 },
    )
    onTestFinished(() => worker.stop())
    const asking = vi.spyOn(PostgresNotificationChannel.prototype, 'connect')
    onTestFinished(() => void asking.mockRestore())
    link.startFault({ kind: 'reset' })
    const parts = ['notifications', 'outbox', 'queue']
    await expect.poll(() => failed.toSorted()).toEqual(parts)
    await pause(2500)
    expect(asking.mock.calls.length).toBeLessThan(4)
    link.end()
    await db
      .insertInto('job_outbox')
      .values({ name: 'sweep-photos', data: JSON.stringify({ nth: 1 }) })
      .execute()
    await expect.poll(() => ran).toEqual([1])
    await expect.poll(() => recovered.toSorted()).toEqual(parts)
    expect(failed.toSorted()).toEqual(parts)
  })
})

describe.skipIf(noMongodb || !isSoak)(`with the queue in MongoDB${noMongodb ? ` (${noMongodb})` : ''}`, async () => {
  if (noMongodb || !isSoak) return
  const mongodb = await MongoServer.start()
  const client = await MongoClient.connect(mongodb.url)
  afterAll(async () => {
    await client.close()
    await mongodb.remove()
  })
  const validate = (validator: object) => client.db().command({ collMod: 'agendaJobs', validator })
  await queueStories({ MONGODB_URL: mongodb.url }, () => ({
    refuse: () => validate({ name: { $exists: false } }),
    accept: () => validate({}),
  }))
})

async function queueStories(env: Record<string, string>, refusals: Refusals): Promise<void> {
  const { config, db, database } = await buildTestApp({ env })
  const queue = await openQueueStore(config, db, database)
  const { refuse, accept } = refusals(database)
  afterAll(() => queue.close())
  const workers: { stop(): Promise<void> }[] = []
  const messages: string[] = []
  const stopWorkers = () => Promise.all(workers.splice(0).map((worker) => worker.stop()))
  afterEach(async () => {
    await stopWorkers()
    messages.splice(0)
  })

  const usual: JobTiming = { lockLifetimeMs: 15_000, pollMs: 5000 }
  const startWorker = async (run: (nth: number) => Promise<void>, timing = usual, retriesAfterMs: number[] = []) => {
    const kind = { run: (job: { nth: number }) => run(job.nth), retriesAfterMs }
    const errors: string[] = []
    const log = { info: (_: object, message: string) => void messages.push(message) }
    const worker = await runJobs(
      { config, db, databaseUrls: database, log },
      { 'sweep-photos': kind } as unknown as JobKinds,
      (job) => void errors.push(job),
      timing,
    )
    workers.push(worker)
    return errors
  }
  const ask = (first: number, last: number) =>
    db.entities.execute(
      "insert into job_outbox (name, data) select 'sweep-photos', jsonb_build_object('nth', nth) from generate_series(?::int, ?::int) nth",
      [first, last],
    )
  const outbox = async () => {
    const rows = await db.entities.execute<{ nth: number }[]>(
      "select (data->>'nth')::int as nth from job_outbox order by id",
    )
    return rows.map(({ nth }) => nth)
  }
  const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

  test('permanently failed jobs are counted, can run again together, and are deleted a month later', async () => {
    await ask(1, 40)
    await startWorker(() => Promise.reject(new Error('broken by “Peggy Stone” at peggy@example.org')))
    const failed = async () => (await queue.readState()).failed
    const last_error = 'Error: broken by … at …'
    await expect.poll(failed).toMatchObject([{ name: 'sweep-photos', count: 40, last_error }])
    await stopWorkers()
    expect(Date.now() - Date.parse((await failed())[0]!.last_failed_at)).toBeLessThan(300_000)

    await queue.runFailedAgain('scan-import')
    expect(await queue.readState()).toMatchObject({ waiting: 0, failed: [{ count: 40 }] })
    await Promise.all([queue.runFailedAgain('sweep-photos'), queue.runFailedAgain('sweep-photos')])
    const { oldest_at, ...state } = await queue.readState()
    expect(state).toEqual({ waiting: 40, running: 0, failed: [] })
    expect(Date.now() - Date.parse(oldest_at!)).toBeLessThan(300_000)

    await startWorker((nth) => (nth > 30 ? Promise.reject(new Error('still broken')) : Promise.resolve()))
    await expect.poll(failed).toMatchObject([{ count: 10 }])
    await expect.poll(async () => (await queue.readState()).waiting).toBe(0)
    await queue.pruneFailed()
    expect(await failed()).toMatchObject([{ count: 10 }])
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3600_000 })
      await queue.pruneFailed()
    } finally {
      vi.useRealTimers()
    }
    expect(await failed()).toEqual([])
  })

  test('a worker takes only as many jobs as it can run', async () => {
    const counts: number[] = []
    await ask(1, 40)
    await startWorker(async () => void counts.push((await queue.readState()).running))
    await expect.poll(() => counts.length).toBe(40)
    expect(Math.max(...counts)).toBeLessThan(10)
  })

  test('a job that two workers might enqueue runs once', async () => {
    const ran: number[] = []
    const run = async (nth: number) => void ran.push(nth)
    const [relayedAtOnce, count] = [rounds(50, 1000), rounds(120, 1200)]
    const timing = { ...usual, relayedAtOnce }
    await ask(1, count)
    await Promise.all([startWorker(run, timing), startWorker(run, timing)])
    await expect.poll(() => ran.length).toBe(count)
    await stopWorkers()
    expect(sorted(ran)).toEqual(numbersUpTo(count))
    expect(await queue.readState()).toMatchObject({ waiting: 0, running: 0, failed: [] })
  })

  test('a worker with a clock more than five seconds off takes no jobs, says so, and continues when it is right', async () => {
    onTestFinished(() => void vi.useRealTimers())
    const ran: number[] = []
    let end = () => {}
    await ask(1, 1)
    const errors = await startWorker(
      async (nth) => {
        ran.push(nth)
        if (nth === 1) await new Promise<void>((resolve) => (end = resolve))
      },
      { ...usual, pollMs: 200 },
    )
    await expect.poll(() => ran).toEqual([1])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 })
    await expect.poll(() => errors).toEqual(['clock'])
    await ask(2, 2)
    await expect.poll(async () => (await queue.readState()).waiting).toBe(1)
    await queue.backend.connect()
    const readLockTime = async () =>
      Math.max(...(await queue.backend.repository.queryJobs({})).jobs.map((job) => Number(job.lockedAt ?? 0)))
    const before = await readLockTime()
    await expect.poll(readLockTime).toBeGreaterThan(before)
    expect(await readLockTime()).toBeLessThan(Date.now() - 1800_000)
    expect([ran, (await queue.readState()).running]).toEqual([[1], 1])
    vi.useRealTimers()
    await expect.poll(() => sorted(ran)).toEqual([1, 2])
    end()
    await expect.poll(() => queue.readState()).toMatchObject({ waiting: 0, running: 0, failed: [] })
    await expect.poll(() => messages).toEqual(['the clock is right again: jobs are taken'])
    expect(errors).toEqual(['clock'])
  })

  test('a job that fails while the clock is an hour ahead is retried when it is due, not an hour later', async () => {
    onTestFinished(() => void vi.useRealTimers())
    const ran: number[] = []
    const fail = async (nth: number) => {
      if (ran.push(nth) > 1) return
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 })
      throw new Error('not now')
    }
    await ask(1, 1)
    const errors = await startWorker(fail, { ...usual, pollMs: 200 }, [100])
    await expect.poll(() => errors).toEqual(['sweep-photos', 'clock'])
    vi.useRealTimers()
    await expect.poll(() => ran).toEqual([1, 1])
    await expect.poll(() => queue.readState()).toMatchObject({ waiting: 0, running: 0, failed: [] })
  })

  test('jobs that wait in a worker for longer than their locks still run, and do not block others', async () => {
    const [failed, finished] = [new Set<number>(), new Set<number>()]
    const failOnce = async (nth: number) => {
      if (nth < 3 && !failed.has(nth)) {
        failed.add(nth)
        throw new Error('not now')
      }
      finished.add(nth)
    }
    await ask(1, 2)
    await startWorker(failOnce, { lockLifetimeMs: 500, pollMs: 5000 }, [1500])
    await expect.poll(() => failed.size).toBe(2)
    await expect.poll(() => finished.size).toBe(2)
    await ask(3, 3)
    await expect.poll(() => finished.size).toBe(3)
  })

  test('outbox rows that another worker has locked block no others, and stay if it crashes', async () => {
    await ask(1, 5)
    const ran: number[] = []
    const other = db.entities
    await other.begin()
    await other.execute('select from job_outbox order by id limit 3 for update')
    await startWorker(async (nth) => void ran.push(nth))
    await expect.poll(() => sorted(ran)).toEqual([4, 5])
    expect(await outbox()).toEqual([1, 2, 3])
    await other.rollback()
    await expect.poll(() => sorted(ran)).toEqual(numbersUpTo(5))
  })

  test('a job that the queue refuses stays in the outbox, is logged once, and runs when the queue accepts it', async () => {
    const ran: number[] = []
    const errors = await startWorker(async (nth) => void ran.push(nth))
    await refuse()
    await ask(1, 3)
    await expect.poll(() => errors).toEqual(['outbox'])
    expect([await outbox(), ran]).toEqual([[1, 2, 3], []])
    await accept()
    await expect.poll(() => sorted(ran)).toEqual([1, 2, 3])
    expect([await outbox(), errors]).toEqual([[], ['outbox']])
  })
}
