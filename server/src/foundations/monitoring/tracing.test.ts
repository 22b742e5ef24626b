import { afterAll, afterEach, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { startTraceCollector } from '../../../testing/trace-collector.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import type { JobKinds } from '../jobs/jobs.ts'
import { startTracing, stopTracing } from './tracing.ts'

const collector = await startTraceCollector()
const { as, config, db, database, logs } = await buildTestApp()
afterAll(() => collector.stop())
afterEach(() => stopTracing())
const again = '/settings/processes/failed_jobs'
const timing = { lockLifetimeMs: 15_000, pollMs: 500 }

/** What a worker does with what Ada asked for; answers the data that it was given. */
async function work(): Promise<unknown[]> {
  const ran: unknown[] = []
  const run = async (data: unknown) => {
    ran.push(data)
    await db.selectFrom('letters').select('id').where('id', '=', 4711).execute()
  }
  const kinds = { 'run-failed-again': { run } } as unknown as JobKinds
  const worker = await runJobs({ config, db, databaseUrls: database }, kinds, () => undefined, timing)
  await expect.poll(() => ran.length).toBe(1)
  await worker.stop()
  return ran
}

test('a request of Ada, its statements and the job that it asks for are one trace, which her line in the log names', async () => {
  await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'server')
  const ada = await as('admin')
  logs.length = 0
  expect((await ada.post(again, { name: 'send-letter' })).statusCode).toBeLessThan(300)
  expect(await work()).toEqual([{ name: 'send-letter' }])
  await stopTracing()

  const spans = collector.spans()
  const request = spans.find(({ name }) => name.startsWith('POST '))!
  const [line] = logs.map((text) => JSON.parse(text) as { trace: string; request: string; route: string })
  expect([line!.trace, typeof line!.request]).toEqual([request.traceId, 'string'])
  const valueOf = (key: string) => request.attributes.find((one) => one.key === key)?.value
  expect(request.name).toBe(`POST ${line!.route}`)
  expect(valueOf('http.route')).toEqual({ stringValue: line!.route })

  const below = (parent: typeof request) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
  expect(below(request).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['select', 'insert', 'job run-failed-again']),
  )
  const job = spans.find(({ name }) => name === 'job run-failed-again')!
  expect(job.traceId).toBe(request.traceId)
  const texts = below(job).map(
    ({ attributes }) => attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue,
  )
  expect(texts).toContain('select "id" from "letters" where "id" = $1')
  // The relay and the queue belong to no request.
  expect(spans.filter(({ name, parentSpanId }) => name === 'select' && !parentSpanId)).toEqual([])
})

test('a collector that is away makes no difference', async () => {
  await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, 'server')
  const ada = await as('admin')
  logs.length = 0
  for (let turn = 0; turn < 20; turn++) expect((await ada.get('/api/staff/me')).statusCode).toBeLessThan(500)
  expect(logs.map((text) => (JSON.parse(text) as { msg: string }).msg)).toEqual(Array(20).fill('request'))
})

test('without a collector no request has a trace, and a job carries nothing', async () => {
  await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined }, 'server')
  const ada = await as('admin')
  logs.length = 0
  await ada.post(again, { name: 'send-letter' })
  expect(logs[0]).not.toContain('trace')
  const jobs = await db.selectFrom('job_outbox').select('data').where('name', '=', 'run-failed-again').execute()
  expect(jobs).toEqual([{ data: { name: 'send-letter' } }])
})
