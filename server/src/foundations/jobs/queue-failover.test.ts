import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { JobKinds } from './jobs.ts'
import { enqueue } from './queue.ts'
import { openQueueStore, runJobs } from './run-jobs.ts'
import { enqueueLetter } from '../mail/letters.ts'
import { MongoServer, noMongodb } from '../../../testing/mongo-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

describe.skipIf(noMongodb)(`with the queue in MongoDB${noMongodb ? ` (${noMongodb})` : ''}`, async () => {
  if (noMongodb) return
  const mongodb = await MongoServer.start()
  const client = await MongoClient.connect(mongodb.url)
  const { config, context, db, database, people } = await buildTestApp({ env: { MONGODB_URL: mongodb.url } })
  const queue = await openQueueStore(config, db, database)
  afterAll(async () => {
    await queue.close()
    await client.close()
    await mongodb.remove()
  })
  const workers: { stop(): Promise<void> }[] = []
  const stopWorkers = () => Promise.all(workers.splice(0).map((worker) => worker.stop()))
  afterEach(stopWorkers)
  const startWorker = async (kinds: object) => {
    const timing = { lockLifetimeMs: 15_000, pollMs: 200 }
    workers.push(await runJobs({ ...context, databaseUrls: database }, kinds as JobKinds, () => undefined, timing))
  }
  const isEmpty = { waiting: 0, running: 0, failed: [] }

  test('a job during which the primary steps down runs once, and so do jobs enqueued meanwhile', async () => {
    const ran: number[] = []
    const { promise: hasSteppedDown, resolve: stepDown } = Promise.withResolvers<void>()
    const run = async ({ nth }: { nth: number }) => {
      ran.push(nth)
      if (nth > 1) return
      // The step-down may close the connection of this command.
      const command = { replSetStepDown: 1, secondaryCatchUpPeriodSecs: 0, force: true }
      await client
        .db('admin')
        .command(command)
        .catch(() => undefined)
      stepDown()
    }
    await startWorker({ 'sweep-photos': { run } })
    const ask = (nth: number) => enqueue(db, 'sweep-photos', { nth } as never)
    await ask(1)
    await hasSteppedDown
    await ask(2)
    await expect.poll(() => ran).toEqual([1, 2])
    await expect.poll(() => queue.readState()).toMatchObject(isEmpty)
    expect(ran).toEqual([1, 2])
  })

  test('npm run requeue enqueues Ada’s letter again after the MongoDB with its job is lost', async () => {
    await enqueueLetter(db, 'password-changed', { user: people.admin.id })
    await startWorker({})
    const outbox = () => db.selectFrom('job_outbox').select('id').execute()
    await expect.poll(outbox).toEqual([])
    await stopWorkers()
    await client.db().dropDatabase()

    const command = fileURLToPath(new URL('../../commands/requeue.ts', import.meta.url))
    const { DATA_DIR, SESSION_SECRET } = config
    const urls = { DATABASE_URL: database.app, MIGRATION_DATABASE_URL: database.owner, MONGODB_URL: mongodb.url }
    const env = { ...process.env, ...urls, DATA_DIR, SESSION_SECRET }
    const { stdout } = await promisify(execFile)(process.execPath, [command], { env })
    expect(stdout).toContain('Queued the jobs of 1 letters and 0 imports again.')
    const sent: object[] = []
    await startWorker({ 'send-letter': { run: async (letter: object) => void sent.push(letter) } })
    await expect.poll(() => sent).toEqual([{ letter: expect.any(Number) }])
  })
})
