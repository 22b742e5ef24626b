import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { StatsPage } from '@alumni/shared/engagement-stats'
import type { ImportStatusReply, ImportType } from '@alumni/shared/imports'
import { buildImportStory, csv } from '@alumni/server/testing/import-story'

const { upload, commit, cancel, status, config, database, ada, em } = await buildImportStory()
const workers: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => stopped(worker, 'SIGKILL')))
})

test('Ada uploads and commits, and a worker does the rest', async () => {
  hire()
  const { id } = (await upload('contacts', people(20))).json<ImportStatusReply>()
  await until('contacts', id, 'review')
  await commit('contacts', id)
  expect(await until('contacts', id, 'completed')).toMatchObject({ results: { new: 20 }, error: null })
})

test('a worker is killed in the middle of an import, and another one finishes it', async () => {
  const first = hire()
  const { id } = (await upload('contacts', people(20_000, 'Killed'))).json<ImportStatusReply>()
  await until('contacts', id, 'review')
  await commit('contacts', id)
  const { progress } = await untilRowsAreIn(id)
  await stopped(first, 'SIGKILL')
  expect(progress.done).toBeLessThan(20_000)
  hire()
  expect(await until('contacts', id, 'completed')).toMatchObject({ results: { rows: 20_000, skipped: 0 } })
})

test('a worker that is asked to leave stops after its chunk, and another one goes on from there', async () => {
  const first = hire()
  const { id } = (await upload('contacts', people(20_000, 'Relieved'))).json<ImportStatusReply>()
  await until('contacts', id, 'review')
  await commit('contacts', id)
  await untilRowsAreIn(id)
  expect(await stopped(first, 'SIGTERM')).toBe(0)
  expect(await status('contacts', id)).toMatchObject({ status: 'running', error: null })
  hire()
  expect(await until('contacts', id, 'completed')).toMatchObject({ results: { rows: 20_000, skipped: 0 } })
})

test('Ada cancels a running import: the worker stops after its chunk, and what was imported stays', async () => {
  hire()
  const { id } = (await upload('contacts', people(20_000, 'Cancelled'))).json<ImportStatusReply>()
  await until('contacts', id, 'review')
  await commit('contacts', id)
  await untilRowsAreIn(id)
  expect((await cancel('contacts', id)).statusCode).toBe(200)
  const { progress, results } = await status('contacts', id)
  await pause(500)
  expect(await status('contacts', id)).toMatchObject({
    status: 'cancelled',
    section: 'Cancelled',
    progress: { done: progress.done },
    results,
  })
  expect(results!.rows).toBe(progress.done)
})

test('what Ada writes is in the statistics within a minute, and two workers do not count it twice', async () => {
  const engagements = async () => (await ada.get('/engagement_stats')).json<StatsPage>().this_year.engagements
  await em().execute("insert into alumni (buid) values ('B90000001') on conflict do nothing")
  hire()
  hire()
  await em().execute(
    "insert into engagements (buid, activity_code, engagement_date) values ('B90000001', 'gift', (now() at time zone 'utc')::date)",
  )
  for (const started = Date.now(); (await engagements()) === 0 && Date.now() - started < 50_000;) await pause(250)
  expect(await engagements()).toBe(1)
})

function people(count: number, lastName = 'Jones'): string {
  return csv(
    'BUID,First Name,Last Name',
    ...Array.from({ length: count }, (_, n) => `B${String(n + 1).padStart(8, '0')},First${n},${lastName}`),
  )
}

function hire(): ChildProcess {
  const { DATA_DIR, DATABASE_URL, MONGODB_URL = '' } = config
  const script = fileURLToPath(new URL('testing/impatient-worker.ts', import.meta.url))
  const worker = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR,
      DATABASE_URL,
      MONGODB_URL,
      MIGRATION_DATABASE_URL: database.owner,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  workers.push(worker)
  return worker
}

async function until(type: ImportType, id: number, wanted: ImportStatusReply['status']): Promise<ImportStatusReply> {
  for (;;) {
    const reply = await status(type, id)
    if (reply.status === wanted) return reply
    if (!['scanning', 'review', 'running'].includes(reply.status))
      throw new Error(`The batch is ${reply.status}: ${reply.error}`)
    await pause(50)
  }
}

async function untilRowsAreIn(id: number): Promise<ImportStatusReply> {
  for (;;) {
    const reply = await status('contacts', id)
    if (reply.progress.done > 0 || reply.status !== 'running') return reply
    await pause(5)
  }
}

function stopped(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve(worker.exitCode)
  return new Promise((resolve) => {
    worker.once('exit', (code) => resolve(code))
    worker.kill(signal)
  })
}
