import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { behindPooler } from '../../../testing/behind-pooler.ts'
import { noPgbouncer, Pgbouncer } from '../../../testing/pgbouncer.ts'
import { openPostOffice } from '../../../testing/post-office.ts'
import { testPassword } from '../../../testing/test-app.ts'
import { openDatabase } from './open-database.ts'
import { takesNamedStatements } from './pooler.ts'
import { buildImportStory, csv } from '../../exchange/imports/testing/import-story.ts'

describe.skipIf(noPgbouncer)(`behind PgBouncer${noPgbouncer ? ` (${noPgbouncer})` : ''}`, async () => {
  if (noPgbouncer) return
  const { pgbouncer, changes, worker, urls, database } = await behindPooler()
  const office = await openPostOffice()
  const story = await buildImportStory(changes)
  const { ada, nobody, db, config } = story
  const postgres = new pg.Client({ connectionString: database.postgres })
  await postgres.connect()
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await postgres.end()
    await office.close()
  })
  const hire = () => {
    const script = fileURLToPath(new URL('../../../../worker/src/testing/impatient-worker.ts', import.meta.url))
    const { DATA_DIR, SESSION_SECRET, PUBLIC_URL } = config
    const own = { NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATA_DIR, SESSION_SECRET, PUBLIC_URL, SMTP_URL: office.url }
    children.push(fork(script, { env: { ...process.env, ...own, ...worker } }))
  }

  const listeners = async () => {
    const { rows } = await postgres.query(
      "select from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
    )
    return rows.length
  }

  test('every session begins as the login says: its role, its time zone, its limits', async () => {
    const sessions = await Promise.all(
      [...Array(20)].map(() =>
        db.entities.execute(`select current_user as role, current_setting('TimeZone') as zone,
          current_setting('statement_timeout') as longest, current_setting('synchronous_commit') as waits`),
      ),
    )
    for (const session of sessions)
      expect(session).toEqual([{ role: 'alumni_app', zone: 'UTC', longest: '30s', waits: 'on' }])
  })

  test('PgBouncer 1.18 gives names of statements to whoever comes next, which is seen', async () => {
    expect(await takesNamedStatements(urls.app)).toBe(false) // two connections never are one
    const takes = await takesNamedStatements(urls.pooled)
    for (const nth of [1, 2, 3]) {
      await db.entities.execute(`insert into alumni (buid, last_name) values ('B0000090${nth}', 'Named')`)
      expect(await story.app.peopleIndex.suggest('named', 9)).toHaveLength(nth)
    }
    expect(takes).toBe(false)
  })

  test('Ada signs in, imports, finds, edits and counts; the worker does its part and sends the letter', async () => {
    hire()
    // What tells of jobs, and Agenda's channel: past the pooler, which passes no notices on.
    await expect.poll(listeners).toBe(2)
    const signIn = await nobody.post('/login', { email: ada.user!.email, password: testPassword })
    expect(signIn.statusCode).toBeLessThan(400)
    const { id } = (await story.upload('contacts', people(40))).json<ImportStatusReply>()
    const until = async (wanted: string) => {
      await expect.poll(async () => (await story.status('contacts', id)).status).toBe(wanted)
    }
    await until('review')
    await story.commit('contacts', id)
    await until('completed')
    expect((await ada.get('/alumni_search/reach?q=pooled')).json()).toMatchObject({ matching: 40 })

    const edit = {
      method: 'PATCH',
      url: '/alumni/B00000007/contact',
      payload: { city: 'Oslo', seen: { city: null } },
    } as const
    expect((await ada.request(edit)).statusCode).toBe(200)

    await db.entities.execute(
      "insert into engagements (buid, activity_code, engagement_date) values ('B00000007', 'gift', (now() at time zone 'utc')::date)",
    )
    expect((await ada.get('/engagement_stats')).json<StatsPage>().this_year.engagements).toBe(1)

    await nobody.post('/password-resets', { email: 'staff@example.edu' })
    await expect.poll(() => office.taken.length).toBe(1)
  })

  test('PgBouncer is killed and starts again: callers get 503 meanwhile, and nothing else is restarted', async () => {
    const reset = async () => {
      const { statusCode } = await nobody.post('/password-resets', { email: 'staff@example.edu' })
      return statusCode
    }
    await pgbouncer.kill()
    expect(await reset()).toBe(503)
    await pgbouncer.begin()
    await expect.poll(reset).toBe(200)
    await expect.poll(async () => (await story.nobody.get('/api/alumni?name=pooled')).statusCode).toBe(200)
    const { id } = (await story.upload('contacts', people(3))).json<ImportStatusReply>()
    await expect.poll(async () => (await story.status('contacts', id)).status).toBe('review')
  })

  test('a worker with the login of the servers is refused, and so is a way that is no direct one', async () => {
    const opening = { migrate: async () => [], patienceMs: 0, onWait: () => undefined }
    await expect(openDatabase(urls, { ...opening, login: { program: 'worker', config } })).rejects.toThrow(
      /^The login "alumni_login" is that of servers: behind a pooler servers and workers each need their own\..* reset all$/,
    )
    await expect(openDatabase({ ...urls, app: urls.pooled }, opening)).rejects.toThrow(
      /is a pooler that takes no connection with options .* DIRECT_DATABASE_URL and MIGRATION_DATABASE_URL\.$/,
    )
    const forgetful = await Pgbouncer.start([urls.app], { ignore_startup_parameters: 'options' })
    onTestFinished(() => forgetful.remove())
    await expect(openDatabase({ app: forgetful.through(urls.app), owner: urls.owner }, opening)).rejects.toThrow(
      /is a pooler that takes no connection with options \(they are dropped\)\. Set DATABASE_POOLER=transaction,/,
    )
  })
})

function people(count: number): string {
  return csv(
    'BUID,First Name,Last Name',
    ...Array.from({ length: count }, (_, n) => `B${String(n + 1).padStart(8, '0')},First${n},Pooled`),
  )
}
