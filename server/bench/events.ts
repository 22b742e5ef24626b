import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { maxEngagements, type EngagementBatchReply, type EngagementInput } from '@alumni/shared/exchange/events-api'
import { buildApp } from '../src/app.ts'
import { hashApiKey, createApiKey, prefixOf } from '../src/staff/api-keys/key-format.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import type { App } from '../src/foundations/context.ts'
import { openDb } from '../src/schema.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { createLog } from '../src/foundations/process/log.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import type { DemoDatabase } from './demo-database.ts'
import { beside, boundLine, median, ratioLine, timed } from './report.ts'

/** Measures a batch of 10,000 engagements, compared with COPY into the same table, and sending it again. */
export async function benchEvents(database: DemoDatabase, runs: number): Promise<void> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: database.folder,
    DATABASE_URL: database.app,
    LOG_LEVEL: 'silent',
  })
  const db = await openDb(database.app, { max: 10, statementTimeoutMs: 0 })
  const app = await buildApp(
    {
      config,
      db,
      files: await createFiles(config),
    },
    { log: createLog(config) },
  )
  const client = new pg.Client({ connectionString: database.owner })
  await client.connect()
  const key = await issueKey(client)
  const random = seededRandom(2026)
  let sent = 0
  const batch = () => ({
    batch_id: `batch ${sent++}`,
    engagements: Array.from({ length: maxEngagements }, () => rowOf(random, database.alumni)),
  })
  const submit = async () => {
    const body = batch()
    return timed(() => post(app, key, body, 'processed'))
  }
  const copy = async () => {
    const rows = batch().engagements.map(
      ({ buid, activity_code, engagement_date, description }) =>
        `${buid}\t${activity_code}\t${engagement_date}\t${description}\n`,
    )
    return timed(() =>
      pipeline(
        Readable.from([rows.join('')]),
        client.query(copyFrom('copy engagements (buid, activity_code, engagement_date, description) from stdin')),
      ),
    )
  }
  await submit()
  await copy()
  console.log(
    ratioLine('batch of 10,000 engagements', await beside(Math.max(5, runs), submit, copy), 'COPY of such rows', 1.5),
  )
  const again = batch()
  await post(app, key, again, 'processed')
  const times: number[] = []
  for (let run = 0; run < 10; run++) times.push(await timed(() => post(app, key, again, 'already_processed')))
  console.log(boundLine('the same batch sent again', median(times), 50, 'ms'))
  await app.close()
  await client.end()
  await db.destroy()
}

async function issueKey(client: pg.Client): Promise<string> {
  const key = createApiKey()
  const { rows } = await client.query<{ id: string }>(
    "insert into staff_users (email, name, role) values ('bench@example.edu', 'Bench', 'admin') on conflict (email) do update set name = excluded.name returning id",
  )
  await client.query('insert into api_keys (name, prefix, key_hash, created_by_id) values ($1, $2, $3, $4)', [
    'Bench',
    prefixOf(key),
    hashApiKey(key),
    rows[0]!.id,
  ])
  return key
}

function rowOf(random: (below: number) => number, alumni: number): EngagementInput {
  const day = new Date(Date.UTC(2025, 6, 1 + random(365))).toISOString().slice(0, 10)
  return {
    buid: `B${String(1 + random(alumni)).padStart(8, '0')}`,
    activity_code: ['event_attended', 'volunteer', 'gift'][random(3)]!,
    engagement_date: day,
    description: `Event ${random(40)}`,
  }
}

async function post(app: App, key: string, body: object, status: EngagementBatchReply['status']): Promise<void> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/engagements/batch',
    headers: { authorization: `Bearer ${key}` },
    payload: body,
  })
  if (reply.statusCode !== 200 || reply.json<EngagementBatchReply>().status !== status)
    throw new Error(`${reply.statusCode} ${reply.body.slice(0, 300)}`)
}
