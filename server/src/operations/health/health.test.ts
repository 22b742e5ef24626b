import { sql } from 'kysely'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LettersPage } from '@alumni/shared/operations/letters'
import type { HealthPart, ProcessesPage, ReleasesPage, SettingsHome } from '@alumni/shared/operations/settings'
import type { JobKinds, QueueState } from '../../foundations/jobs/jobs.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { runJobs } from '../../foundations/jobs/run-jobs.ts'
import { Monitor } from '../../foundations/monitoring/monitor.ts'
import { addProcessReport } from '../../../testing/process-reports.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { reportProcess } from './processes.ts'

const { as, db, config, database, people } = await buildTestApp({
  env: {
    REPOSITORY_URL: 'https://git.example.edu/alumni/',
    RELEASE_COMMIT: '0123456789abcdef',
    DEPLOYED_AT: '2026-11-20T08:00:00Z',
  },
})
const ada = await as('admin')
const readHome = async () => (await ada.get('/settings')).json<SettingsHome>()
const readPart = async (name: HealthPart['name']) => (await readHome()).health.find((found) => found.name === name)!
const processes = async () => (await ada.get('/settings/processes')).json<ProcessesPage>()
const letters = async (query = '') => (await ada.get(`/settings/letters${query}`)).json<LettersPage>()
const auditOf = (action: string) =>
  db.entities.execute<object[]>(
    'select staff_user_id, subject, detail from audit_entries where action = ? order by id',
    [action],
  )

const idleQueue: QueueState = { waiting: 2, running: 1, oldest_at: null, failed: [] }
const addReport = (program: 'server' | 'worker', queue: QueueState | null, reported_at = 'now') =>
  addProcessReport(db, { program, queue, reported_at })
const forgetReports = () => db.deleteFrom('process_reports').execute()

test('Ada reads what is running since when, and what the releases have changed', async () => {
  const { release } = await readHome()
  const { releases } = (await ada.get('/settings/releases')).json<ReleasesPage>()
  expect(release).toMatchObject({
    current: releases[0],
    commit: '0123456789abcdef',
    deployed_at: '2026-11-20T08:00:00Z',
    code: `https://git.example.edu/alumni/compare/${releases[1]!.tag}...${releases[0]!.tag}`,
  })
  expect(release.recent.map(({ tag }) => tag)).toEqual(releases.slice(1, 5).map(({ tag }) => tag))
  expect(releases.at(-1)).toMatchObject({ tag: 'v0.1.0', summary: expect.stringMatching(/\.$/) })
})

test('Ada reads how many users have no second factor, and which rotated key expires soon', async () => {
  const access = async () => (await readHome()).access
  const { without_second_factor: before } = await access()
  await db
    .insertInto('staff_totp')
    .values({ user_id: people.viewer.id, secret: 'sealed', confirmed_at: '2026-11-20T08:00:00Z' })
    .execute()
  expect(await access()).toEqual({ without_second_factor: before - 1, ending_keys: [] })
  expect((await ada.get('/users?state=active&second_factor=no')).json()).toMatchObject({ matching: before - 1 })

  const { id } = (await ada.post('/settings/api_keys', { name: 'Events app' })).json<{ id: number }>()
  await ada.post(`/settings/api_keys/${id}/rotate`, { overlap_hours: 24 })
  expect((await access()).ending_keys).toEqual([{ name: 'Events app', ends_at: expect.stringMatching(/Z$/) }])
  await db.updateTable('api_keys').set({ previous_until: '2026-01-01' }).where('id', '=', id).execute()
  expect((await access()).ending_keys).toEqual([])
})

test('without a worker the queue is broken with the command to start one, and with one it is good', async () => {
  await forgetReports()
  await addReport('worker', idleQueue, '2026-11-20T08:00:00Z')
  expect(await readPart('queue')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('No worker is running'),
  })
  expect(await processes()).toMatchObject({ processes: [], queue: null })

  await addReport('worker', idleQueue)
  await addReport('server', null)
  expect(await readPart('queue')).toMatchObject({ state: 'good', fix: { path: '/settings/processes' } })
  expect((await processes()).processes).toMatchObject([
    { program: 'server', host: 'kestrel', pid: 7, release: 'v1.0.0' },
    { program: 'worker', memory_bytes: 123_456_789 },
  ])
})

test('a worker with a wrong clock takes no jobs, and the page names its machine', async () => {
  await forgetReports()
  await addReport('worker', idleQueue)
  await sql`update process_reports set clock_ahead_ms = -3600000`.execute(db)
  expect(await readPart('queue')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining(
      'The clock of kestrel is 3600 seconds off the database’s: workers there take no jobs.',
    ),
  })
  await sql`update process_reports set clock_ahead_ms = 1999`.execute(db)
  expect(await readPart('queue')).toMatchObject({ state: 'good' })
})

test.each([
  [
    'jobs that have waited for six minutes',
    { oldest_at: new Date(Date.now() - 360_000).toISOString() },
    'run another worker',
  ],
  [
    'failed jobs',
    {
      failed: [{ name: 'send-letter', count: 2, last_failed_at: '2026-11-20T08:00:00Z', last_error: 'Error: broken' }],
    },
    'Sending a letter: Error: broken',
  ],
] as const)('%s ask for attention', async (_, state, message) => {
  await forgetReports()
  await addReport('worker', { ...idleQueue, ...state, failed: [...('failed' in state ? state.failed : [])] })
  expect(await readPart('queue')).toMatchObject({ state: 'attention', message: expect.stringContaining(message) })
})

test('a process reports that it is running, and removes the report when it stops', async () => {
  await forgetReports()
  const failures: unknown[] = []
  const reporting = reportProcess({
    db,
    config,
    program: 'worker',
    monitor: new Monitor(),
    readQueue: async () => idleQueue,
    log: { warn: (details) => failures.push(details), info: () => undefined },
  })
  while ((await processes()).processes.length === 0) await pause(20)
  expect(await processes()).toMatchObject({
    processes: [{ program: 'worker', pid: process.pid, commit: '0123456789abcdef' }],
    queue: { waiting: 2, running: 1 },
  })
  await reporting.stop()
  expect((await processes()).processes).toEqual([])
  expect(failures).toEqual([])
})

test('a job that failed permanently is listed, and runs again when Ada requests it', async () => {
  await forgetReports()
  let isFixed = false
  let runs = 0
  const kinds = {
    'forget-letters': {
      async run() {
        runs += 1
        if (!isFixed) throw new Error('broken')
      },
      retriesAfterMs: [],
    },
    'run-failed-again': { run: ({ name }, _, queue) => queue.runFailedAgain(name) },
  } satisfies Partial<JobKinds> as unknown as JobKinds
  const running = await runJobs({ config, db, databaseUrls: database }, kinds, () => undefined, {
    lockLifetimeMs: 15_000,
    pollMs: 100,
  })
  try {
    await enqueue(db, 'forget-letters', {})
    while ((await running.readState()).failed.length === 0) await pause(50)
    const state = await running.readState()
    expect(state).toMatchObject({ failed: [{ name: 'forget-letters', count: 1 }] })
    await addReport('worker', state)
    expect((await processes()).queue!.failed).toMatchObject([
      { about: 'Deleting the records of old letters', count: 1, last_error: 'Error: broken' },
    ])

    isFixed = true
    expect((await ada.post('/settings/processes/failed_jobs', { name: 'forget-letters' })).statusCode).toBe(202)
    while (runs < 2 || (await running.readState()).failed.length > 0) await pause(50)
    expect(await auditOf('jobs.run-again')).toMatchObject([
      { staff_user_id: people.admin.id, subject: 'jobs/forget-letters' },
    ])
  } finally {
    await running.stop()
  }
})

test('a letter that was given up is listed with the reason, and can be sent again once', async () => {
  const insert = (values: object) =>
    db
      .insertInto('letters')
      .values({ kind: 'password-reset', about: JSON.stringify({ user: null }), ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  const full = { kind: 'list-letter', attempts: 4, failure: 'The mailbox is full.', created_at: '2026-01-01T08:00:00Z' }
  const { id: ofList } = await insert(full)
  expect(await readPart('mail')).toMatchObject({ state: 'good' })
  await db.deleteFrom('letters').where('id', '=', ofList).execute()
  const failedLetter = await insert({ attempts: 15, failure: 'The mail server did not take it.', given_up_at: 'now' })
  await insert({ kind: 'sign-in', attempts: 1, sent_at: 'now' })
  await insert({ kind: 'sign-in' })
  expect(await readPart('mail')).toMatchObject({ state: 'attention', fix: { path: '/settings/letters' } })
  expect(await letters()).toMatchObject({ counts: { waiting: 1, given_up: 1, sent: 1, not_needed: 0 }, matching: 3 })
  expect((await letters('?state=given_up')).letters).toMatchObject([
    { id: failedLetter.id, about: 'Password reset', state: 'given_up', failure: 'The mail server did not take it.' },
  ])
  expect((await letters('?kind=sign-in&state=sent')).letters).toHaveLength(1)

  const sendAgain = () => ada.post('/settings/letters/send_again', { id: failedLetter.id })
  const replies = await Promise.all([sendAgain(), sendAgain()])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await letters()).counts).toEqual({ waiting: 2, given_up: 0, sent: 1, not_needed: 0 })
  expect(await db.entities.execute("select data from job_outbox where name = 'send-letter'")).toEqual([
    { data: { letter: failedLetter.id } },
  ])
  expect(await auditOf('letters.sent-again')).toMatchObject([
    { subject: `letters/${failedLetter.id}`, detail: { letters: 1 } },
  ])

  await db.entities.execute(
    "update letters set created_at = now() - interval '16 minutes', failure = 'Not taken.' where sent_at is null",
  )
  expect(await readPart('mail')).toMatchObject({ state: 'bad', message: 'Letters are not being sent. Not taken.' })
})

test('the figures of files, the database and memory are shown', async () => {
  expect(await readPart('storage')).toMatchObject({
    state: 'good',
    facts: [{ value: 'Folder of this machine' }, { name: 'Free' }],
  })
  expect(await readPart('database')).toMatchObject({ state: 'good' })
  expect((await readPart('memory')).facts.map(({ name }) => name)).toEqual([
    'This server',
    'Largest process',
    'Available',
  ])
  await rm(join(config.DATA_DIR, 'files'), { recursive: true, force: true })
  await writeFile(join(config.DATA_DIR, 'files'), 'no folder')
  expect(await readPart('storage')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('system administrator'),
  })
})

test('Peggy’s letters are found by her name with their progress, but without an address', async () => {
  await sql`delete from letters`.execute(db)
  const peggy = await db
    .insertInto('champion_signups')
    .values({ email: 'peggy@example.org', first_name: 'Peggy', last_name: 'Stone' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const write = (subject: object, ended: object) =>
    db
      .insertInto('letters')
      .values({ kind: 'email-changed', about: JSON.stringify(subject), ...ended })
      .execute()
  await write({ signup: peggy.id }, { sent_at: 'now' })
  await write({ signup: peggy.id }, { sent_at: 'now', unneeded: true })
  await write({ user: people.staff.id }, { failure: 'Full.', given_up_at: 'now' })
  const found = await letters('?q=stone peggy')
  expect(found.letters.map(({ person, state }) => [person, state])).toEqual([
    [{ kind: 'signup', id: peggy.id, name: 'Peggy Stone' }, 'not_needed'],
    [{ kind: 'signup', id: peggy.id, name: 'Peggy Stone' }, 'sent'],
  ])
  expect(JSON.stringify(found)).not.toContain('example.org')
  const staff = await letters(`?q=${encodeURIComponent(people.staff.name)}`)
  expect(staff.letters).toMatchObject([{ person: { kind: 'staff', name: people.staff.name }, failure: 'Full.' }])
  expect((await letters('?q=nowhere')).matching).toBe(0)
})
