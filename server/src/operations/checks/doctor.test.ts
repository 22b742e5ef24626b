import { execFile } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { doctorReport } from '@alumni/shared/operations/doctor'
import { sql } from 'kysely'
import { Redis } from 'ioredis'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../../testing/mail-server.ts'
import { startS3 } from '../../../testing/s3-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createTestDatabase, runOn } from '../../../testing/test-database.ts'
import { noRedis, RedisServer } from '../../foundations/protection/testing/redis-server.ts'
import { migrateWhenReachable } from '../../foundations/database/prepare-database.ts'
import { migrationsFolder } from '../../foundations/database/migrations.ts'
import { createFiles, StorageFull } from '../../foundations/files/files.ts'
import { readConfig, type Config } from '../../foundations/process/config.ts'
import { migrate, openDb } from '../../schema.ts'
import { createTotpSecret } from '../../staff/accounts/totp.ts'
import { requeueJobs } from '../backup/quiesce.ts'
import { createStorageReader } from '../health/storage.ts'
import { findUnfinishedUpgrade } from '../releases/unfinished-upgrade.ts'
import { alerts } from './alerts.ts'
import { createInstallation, runCheck, type Finding } from './check.ts'
import { checks } from './checks.ts'
import { examine, examineAtStart, exitCodeOf, formatReport } from './examine.ts'

const secret = 'the secret that is in force, long enough'
const { app, as, config, context, db, database, people } = await buildTestApp({
  env: { SESSION_SECRET: secret, TRUST_PROXY: '127.0.0.1' },
})
const urls = { app: database.app, owner: database.owner }
/** Its checks may take as long as they need on a busy machine. */
const installationOf = (...[parts, urls]: Parameters<typeof createInstallation>) =>
  createInstallation(parts, urls, 60_000)
const check = (name: keyof typeof checks, changes: Partial<Config> = {}) =>
  runCheck(checks[name], installationOf({ ...context, config: { ...config, ...changes } }, urls))
const good = { state: 'good' }
const expectBad = (message: string, remedy: string) => ({
  state: 'bad',
  message: expect.stringContaining(message),
  remedy: expect.stringContaining(remedy),
})
const expectAttention = (message: string, remedy: string) => ({ ...expectBad(message, remedy), state: 'attention' })

const addReport = (program: 'server' | 'worker', more: object = {}) =>
  db
    .insertInto('process_reports')
    .values({
      id: crypto.randomUUID(),
      program,
      host: 'kestrel',
      pid: 7,
      release: 'v99.0.0',
      started_at: 'now',
      memory_bytes: 123_456_789,
      ...more,
    })
    .execute()
beforeEach(async () => {
  await sql`delete from process_reports`.execute(db)
})

describe('the database', () => {
  test('is good if it answers, is recent enough, and each login has exactly its permissions', async () => {
    for (const name of ['database', 'version', 'rights', 'upgrade', 'clocks'] as const)
      expect([name, await check(name)]).toMatchObject([name, good])
  })

  test('missing or excessive permissions of a login are reported with the remedy', async () => {
    await runOn(database.postgres, 'grant create on schema public to alumni_app')
    expect(await check('rights')).toMatchObject(expectAttention('may change the schema', 'npm run migrate'))
    await runOn(
      database.postgres,
      'revoke create on schema public from alumni_app; revoke insert on letters from alumni_app',
    )
    expect(await check('rights')).toMatchObject(expectBad('may not read and write letters', 'npm run migrate'))
    await runOn(database.postgres, 'grant insert on letters to alumni_app; alter table letters owner to postgres')
    expect(await check('rights')).toMatchObject(
      expectBad('letters does not belong to alumni_owner', 'owner to "alumni_owner"'),
    )
    await runOn(database.postgres, 'alter table letters owner to alumni_owner')
    expect(await check('rights')).toMatchObject(good)
  })

  test('processes that would exceed the connections are reported with the number to set', async () => {
    for (let count = 0; count < 4; count++) await addReport('server')
    expect(await check('connections', { DATABASE_POOL: 100 })).toMatchObject(
      expectAttention('4 processes have up to 422 connections', 'alter system set max_connections ='),
    )
    expect(await check('connections', { DATABASE_POOL: 3 })).not.toMatchObject({
      message: expect.stringContaining('processes'),
    })
  })

  test('a wrong clock is reported with its machine, and an unknown one does not count as right', async () => {
    await addReport('server')
    expect(await check('clocks')).toMatchObject(
      expectAttention('clock of kestrel is right is not known', 'timedatectl'),
    )
    await addReport('worker', { clock_ahead_ms: 3000 })
    expect(await check('clocks')).toMatchObject(expectAttention('clock of kestrel is 3 seconds off', 'timedatectl'))
    await addReport('worker', { clock_ahead_ms: -3_600_000 })
    expect(await check('clocks')).toMatchObject(expectBad('clock of kestrel is 3600 seconds off', 'timedatectl'))
  })

  test('an outdated search index needs attention, and so does one without reports of a server', async () => {
    expect(await check('search')).toMatchObject(expectAttention('No server reports', 'Start a server'))
    await addReport('server', { figures: JSON.stringify({ alumni_search_index_age_seconds: 0.1 }) })
    expect(await check('search')).toMatchObject(good)
    await addReport('server', { figures: JSON.stringify({ alumni_search_index_age_seconds: 600 }) })
    expect(await check('search')).toMatchObject(expectAttention('does not show the newest changes', 'SearchIndexOld'))
  })

  test('failing requests are reported with the same section of the runbook as in the incident e-mail', async () => {
    await addReport('server', { figures: JSON.stringify({ alumni_recent_requests: { all: 200, failed: 1, slow: 0 } }) })
    expect(await check('load')).toMatchObject(good)
    await addReport('server', {
      figures: JSON.stringify({ alumni_recent_requests: { all: 200, failed: 50, slow: 0 } }),
    })
    expect(await check('load')).toMatchObject(
      expectAttention(alerts.RequestsFail.problem, 'docs/runbook.md   RequestsFail'),
    )
  })

  test('a pending migration is reported with its command', async () => {
    const [last] = (
      await sql<{
        name: string
      }>`select name from schema_migrations where name not like 'after/%' order by id desc limit 1`.execute(db)
    ).rows
    await runOn(database.owner, `delete from schema_migrations where name = '${last!.name}'`)
    expect(await check('upgrade')).toMatchObject(expectAttention('1 migrations of this release', 'npm run migrate'))
    await runOn(database.owner, `insert into schema_migrations (name) values ('${last!.name}')`)
  })

  test('the second half of an upgrade says what it waits for', async () => {
    const folder = join(config.DATA_DIR, 'migrations')
    await cp(migrationsFolder, folder, { recursive: true })
    await mkdir(join(folder, 'after'), { recursive: true })
    await writeFile(join(folder, 'after', '2099-01-01-names.sql'), 'select 1')
    const findRemainder = () => findUnfinishedUpgrade(db, pathToFileURL(`${folder}/`))
    expect(await findRemainder()).toMatchObject({ message: 'The second half of the upgrade is due.' })
    await runOn(database.owner, "insert into schema_cursors (name, cursor) values ('after/2099-01-01-names', '12000')")
    expect(await findRemainder()).toMatchObject({
      message: 'The second half of the upgrade is under way: after/2099-01-01-names has come to 12000.',
    })
    await addReport('server', { release: 'v0.1.0' })
    expect(await findRemainder()).toMatchObject({
      message: 'The second half of the upgrade waits for the server v0.1.0 on kestrel to stop.',
      remedy: expect.stringContaining('npm run migrate'),
    })
    const ada = await as('admin')
    expect((await ada.get('/settings/processes')).json()).toMatchObject({ unfinished_upgrade: null })
  })

  test('a login outside of alumni_app, and an owner who cannot grant it, are reported with the SQL statement', async () => {
    const name = `stranger_${crypto.randomUUID().slice(0, 8)}`
    await runOn(database.postgres, `create role ${name} login password '${name}'`)
    onTestFinished(() => runOn(database.postgres, `drop owned by ${name}; drop role ${name}`))
    const stranger = Object.assign(new URL(database.app), { username: name, password: name }).href
    const found = await examine(installationOf(context, { app: stranger, owner: database.owner }))
    expect(found.find((check) => check.name === 'database')).toMatchObject(
      expectBad(`${name} may not act as alumni_app`, `As a superuser: grant alumni_app to "${name}"`),
    )
    expect(found.find((check) => check.name === 'letters')).toMatchObject({ state: 'skipped' })
    const opening = { migrate: async () => [], timeoutMs: 0, onWait: () => undefined }
    await expect(migrateWhenReachable({ app: stranger, owner: database.owner }, opening)).rejects.toThrow(
      `As a superuser: grant alumni_app to "${name}"`,
    )
    const databaseName = new URL(database.app).pathname.slice(1)
    await runOn(database.postgres, `grant create on database ${databaseName} to ${name}`)
    await expect(migrate(stranger)).rejects.toThrow(`As a superuser: grant alumni_app to "${name}"`)
  })

  test('before an upgrade the checks that read the schema of this release are skipped', async () => {
    const before = await createTestDatabase('template0')
    onTestFinished(() => before.drop())
    const empty = await openDb(before.owner, { max: 2, statementTimeoutMs: 4000 })
    const found = await examine(installationOf({ ...context, db: empty }, { app: before.owner, owner: before.owner }))
    await empty.destroy()
    const stateOf = (name: string) => found.find((check) => check.name === name)
    expect(stateOf('upgrade')).toMatchObject(
      expectAttention('migrations of this release have not run', 'npm run migrate'),
    )
    for (const name of ['connections', 'clocks', 'servers', 'workers', 'jobs', 'letters', 'secrets', 'memory'])
      expect(stateOf(name)).toMatchObject({
        name,
        state: 'skipped',
        message: 'Not checked: the schema is not yet that of this release.',
        remedy: null,
      })
  })

  test('an unavailable database is bad, dependent checks are skipped, others run, and no password is shown', async () => {
    const url = 'postgres://alumni_login:hush-hush-hush@127.0.0.1:1/alumni'
    const away = await openDb(url, { max: 2, statementTimeoutMs: 4000 })
    const installation = installationOf({ ...context, db: away }, { app: url, owner: url })
    const found = await examine(installation)
    const stateOf = (name: string) => found.find((check) => check.name === name)
    expect(stateOf('database')).toMatchObject(expectBad('PostgreSQL at 127.0.0.1:1 does not answer', 'DATABASE_URL'))
    expect(stateOf('rights')).toMatchObject({ state: 'skipped' })
    expect(stateOf('storage')).toMatchObject(good)
    expect(exitCodeOf(found)).toBe(2)
    expect(formatReport(found).join('\n')).toMatch(/^database +BAD {3}PostgreSQL .*\n +> Check whether it runs/m)
    expect(JSON.stringify(found)).not.toContain('hush')
    await away.destroy()
  })
})

test('a password in an error message is not shown', async () => {
  await sql`insert into letters (kind, about, created_at, failure)
    values ('password-reset', '{"user": null}', now() - interval '1 hour', 'Refused: hush-hush@7.')`.execute(db)
  const SMTP_URL = 'smtp://ada:hush-hush%407@127.0.0.1:1'
  const found = await examine(installationOf({ ...context, config: { ...config, SMTP_URL } }, urls))
  expect(found.find(({ name }) => name === 'letters')).toMatchObject(
    expectBad('Letters are not being sent. Refused: ….', 'SMTP_URL'),
  )
  await sql`delete from letters`.execute(db)
})

test('npm run doctor -- --json has the same results, and the exit code of the worst one', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: config.DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:1/x', PORT: '1' }
  const command = fileURLToPath(new URL('../../commands/doctor.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, [command, '--json'], { env })
  const { code, stdout } = await run.then(
    (result) => ({ ...result, code: 0 }),
    (error: { code: number; stdout: string }) => error,
  )
  expect(code).toBe(2)
  const found = doctorReport.parse(JSON.parse(stdout))
  expect(found.filter(({ state }) => state === 'bad')).toMatchObject([{ name: 'database' }])
})

test('a server that starts logs the findings of the doctor, such as too few connections', async () => {
  const findings: string[] = []
  for (let count = 0; count < 4; count++) await addReport('server')
  const log = { warn: ({ finding }: { finding: string }) => void findings.push(finding) }
  await examineAtStart(installationOf({ ...context, config: { ...config, DATABASE_POOL: 100 } }, urls), log)
  expect(findings).toEqual([expect.stringMatching(/^4 processes have up to .* To fix it: alter system/)])
})

test('a server that starts continues if its database becomes unavailable', async () => {
  const away = await openDb('postgres://alumni_login@127.0.0.1:1/alumni', { max: 2, statementTimeoutMs: 4000 })
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const findings: string[] = []
  const log = { warn: ({ finding }: { finding: string }) => void findings.push(finding) }
  await examineAtStart(installationOf({ ...context, db: away }, urls), log)
  await pause(50)
  process.off('unhandledRejection', note)
  expect(findings).toContainEqual(expect.stringContaining('The connections could not be counted'))
  expect(unhandled).toEqual([])
  await away.destroy()
})

test('without a worker, or with failed or waiting jobs, the helpful command is named', async () => {
  expect(await check('workers')).toMatchObject(expectBad('No worker is running', 'npm run worker'))
  const failed = [
    { name: 'send-letter', count: 2, last_failed_at: '2026-11-20T08:00:00Z', last_error: 'Error: broken' },
    { name: 'make-backup', count: 1, last_failed_at: '2026-11-20T08:00:00Z' },
  ]
  await addReport('worker', { queue: JSON.stringify({ waiting: 1, running: 0, oldest_at: null, failed }) })
  expect(await check('workers')).toMatchObject(good)
  expect(await check('jobs')).toMatchObject(
    expectAttention('Sending a letter: Error: broken Making a backup: See the worker’s log.', '/settings/processes'),
  )
  await sql`insert into letters (kind, about, given_up_at) values ('password-reset', '{"user": null}', now())`.execute(
    db,
  )
  expect(await check('letters')).toMatchObject(expectAttention('Some letters could not be sent', '/settings/letters'))
})

test('letters and imports whose jobs were lost need requeue, not another mail server', async () => {
  const idle = { waiting: 0, running: 0, oldest_at: null, failed: [] }
  await addReport('worker', { queue: JSON.stringify(idle) })
  await sql`delete from letters`.execute(db)
  await sql`delete from job_outbox`.execute(db)
  await sql`insert into letters (kind, about, created_at) values ('password-reset', '{"user": null}', now() - interval '1 hour')`.execute(
    db,
  )
  expect(await check('letters')).toMatchObject(expectBad('the queue was lost', 'npm run requeue'))
  await sql`update process_reports set queue = ${JSON.stringify({ ...idle, waiting: 1 })}::jsonb`.execute(db)
  expect(await check('letters')).toMatchObject(expectBad('No worker has picked them up', 'SMTP_URL'))
  await sql`delete from letters`.execute(db)
  await sql`update process_reports set queue = ${JSON.stringify(idle)}::jsonb`.execute(db)
  await sql`insert into contact_import_batches
      (type, status, imported_by_id, file_name, file_size, file_key, encoding, updated_at)
    values ('contacts', 'running', ${people.admin.id}, 'contacts.csv', 1, 'x', 'utf-8', now() - interval '1 hour')`.execute(
    db,
  )
  expect(await check('jobs')).toMatchObject(expectBad('the queue was lost', 'npm run requeue'))
  await requeueJobs(db)
  expect(await check('jobs')).toMatchObject(good)
  await sql`delete from contact_import_batches`.execute(db)
  await sql`delete from job_outbox`.execute(db)
})

test('an installation in production without a name needs attention', async () => {
  const production = (env: NodeJS.ProcessEnv) => ({ ...readConfig(env), isProduction: true })
  expect(await check('institution', production({}))).toMatchObject(
    expectAttention('Bayside University', 'INSTITUTION_NAME="Your University" SUPPORT_EMAIL='),
  )
  const configured = production({ INSTITUTION_NAME: 'Kestrel College', SUPPORT_EMAIL: 'alumni@kestrel.example.edu' })
  expect(await check('institution', configured)).toMatchObject(good)
  expect(checks.institution.applies!(readConfig({}))).toBe(false)
})

test('commands are written as they are typed on a machine without npm', async () => {
  process.env.ALUMNI_RUN = '/opt/alumni/ops/alumni'
  onTestFinished(() => void delete process.env.ALUMNI_RUN)
  await runOn(database.postgres, 'grant create on schema public to alumni_app')
  const found = await examine(installationOf(context, urls))
  await runOn(database.postgres, 'revoke create on schema public from alumni_app')
  expect(found.find(({ name }) => name === 'rights')?.remedy).toMatch(/^\/opt\/alumni\/ops\/alumni migrate /)
})

describe('mail', () => {
  test('a mail server is greeted without a letter, and reported if it is unavailable or refuses us', async () => {
    const mailServer = await startMailServer()
    expect(await check('mail', { SMTP_URL: mailServer.url })).toMatchObject(expectAttention('without TLS', 'smtps://'))
    expect(mailServer.countOffers()).toBe(0)
    await mailServer.close()
    expect(await check('mail', { SMTP_URL: mailServer.url })).toMatchObject(expectBad('does not answer', 'SMTP_URL'))
  })
})

describe('sender', () => {
  const bayside = { ...config.institution, support_email: 'alumni@mail.bayside.example' }
  const ofLists = { SMTP_URL: 'smtp://127.0.0.1', INSTITUTION_ADDRESS: '1 College Street', institution: bayside }

  test('lists missing records of the sender’s domain, and an unavailable DNS is not a failure', async () => {
    expect(checks.sender.applies!({ ...config, ...ofLists, INSTITUTION_ADDRESS: undefined })).toBe(false)
    const before = dns.getServers()
    const texts: Record<string, string> = { 'mail.bayside.example': 'v=spf1 -all' }
    const names = await startDns(texts)
    onTestFinished(() => dns.setServers(before))
    dns.setServers([`127.0.0.1:${names.address().port}`])
    const lacks = 'mail.bayside.example has no DMARC record'
    expect(await check('sender', ofLists)).toMatchObject(expectAttention(lacks, 'docs/operating.md'))
    texts['_dmarc.bayside.example'] = 'v=DMARC1; p=none'
    expect(await check('sender', ofLists)).toEqual({
      state: 'good',
      message: 'mail.bayside.example has SPF and DMARC.',
    })
    const signed = { ...ofLists, DKIM_SELECTOR: 'fall' }
    expect(await check('sender', signed)).toMatchObject(expectAttention('has no DKIM record', 'docs/operating.md'))
    texts['fall._domainkey.mail.bayside.example'] = 'v=DKIM1; p=abc'
    expect(await check('sender', signed)).toMatchObject(good)
    names.close()
    expect(await check('sender', ofLists)).toEqual({
      state: 'good',
      message: 'The DNS does not say whether mail.bayside.example has SPF and DMARC.',
    })
  })
})

async function startDns(texts: Record<string, string>): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let end = 12
    for (; query[end]! > 0; end += query[end]! + 1)
      labels.push(query.toString('latin1', end + 1, end + 1 + query[end]!))
    const question = query.subarray(12, end + 5)
    const text = texts[labels.join('.').toLowerCase()]
    const head = Buffer.from([query[0]!, query[1]!, 0x81, text ? 0x80 : 0x83, 0, 1, 0, text ? 1 : 0, 0, 0, 0, 0])
    const answer = text
      ? Buffer.concat([
          Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length]),
          Buffer.from(text, 'latin1'),
        ])
      : Buffer.alloc(0)
    socket.send(Buffer.concat([head, question, answer]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

describe('files', () => {
  test('a read-only folder, and a disk too small for two uploads, are reported', async () => {
    expect(await check('storage')).toMatchObject(good)
    expect(await check('disk')).toMatchObject(good)
    expect(await check('disk', { MAX_UPLOAD_MB: 1e9 })).toMatchObject(expectAttention('Two uploads', 'df -h'))
    await writeFile(join(config.DATA_DIR, 'no-folder'), '')
    const STORAGE_URL = `file://${join(config.DATA_DIR, 'no-folder')}`
    const files = await createFiles({ ...config, STORAGE_URL })
    const installation = installationOf({ db, files, config: { ...config, STORAGE_URL } }, urls)
    expect(await runCheck(checks.storage, installation)).toMatchObject(
      expectBad('No file can be stored', 'STORAGE_URL'),
    )
  })

  test('a full disk is reported, and its space is still counted', async () => {
    const files = Object.assign(Object.create(context.files) as typeof context.files, {
      write: async () => Promise.reject(new StorageFull(new Error('ENOSPC'))),
    })
    const folder = join(config.DATA_DIR, 'files')
    const full = installationOf({ db, files, config: { ...config, MAX_UPLOAD_MB: 1e9 } }, urls)
    expect(await runCheck(checks.storage, full)).toMatchObject(expectBad('There is no room left', `df -h ${folder}`))
    // Accepts the folder or its parent, because other processes write to the disk meanwhile.
    const place = config.DATA_DIR
    expect(await runCheck(checks.disk, full)).toMatchObject(
      expectAttention(`fill the disk: ${place}`, `df -h ${folder}`),
    )
    const figures = await createStorageReader(config, files)()
    expect(figures).toMatchObject({ alumni_storage_works: 0, alumni_storage_free_ratio: expect.any(Number) })
  })

  test('S3 is good, and reported without our bucket', async () => {
    const folder = join(config.DATA_DIR, 's3')
    await mkdir(folder)
    const s3 = await startS3(folder, 'alumni')
    const inBucket = async (bucket: string): Promise<Finding> => {
      const STORAGE_URL = `s3://${bucket}/x?endpoint=${encodeURIComponent(s3.endpoint)}`
      const files = await createFiles({ ...config, STORAGE_URL })
      return runCheck(checks.storage, installationOf({ db, files, config: { ...config, STORAGE_URL } }, urls))
    }
    expect(await inBucket('alumni')).toMatchObject(good)
    expect(await inBucket('elsewhere')).toMatchObject(expectBad('No file can be stored', 'AWS_ACCESS_KEY_ID'))
    const address = `s3://alumni/x?endpoint=${encodeURIComponent(s3.endpoint)}`
    const backups = { BACKUP_URL: address }
    expect(await check('backup', backups)).toMatchObject(expectBad('There is no backup yet', 'npm run backup'))
    await s3.stop()
    expect(await inBucket('alumni')).toMatchObject({ state: 'bad' })
    expect(await check('backup', backups)).toMatchObject(
      expectBad('The backups could not be checked', 'npm run backups'),
    )
    expect(await check('disk', { STORAGE_URL: address })).toMatchObject(good)
  })
})

test('PostgreSQL’s disk is checked on this machine, and unknown on another', async () => {
  const here = { DATABASE_URL: database.app }
  await runOn(database.postgres, 'grant pg_read_all_settings to alumni_app')
  expect(await check('databaseDisk', here)).toMatchObject({ ...good, message: expect.stringContaining('are free for') })
  await runOn(database.postgres, 'revoke pg_read_all_settings from alumni_app')
  const elsewhere = { DATABASE_URL: 'postgres://alumni@db.example.edu/alumni' }
  expect(await check('databaseDisk', elsewhere)).toEqual({
    state: 'skipped',
    message: 'Not checked: watch the disk of PostgreSQL on db.example.edu.',
  })
})

test.skipIf(noRedis)(`Redis is good, or reported if it evicts keys or is unavailable ${noRedis ?? ''}`, async () => {
  const server = await RedisServer.start()
  const client = new Redis(server.url)
  await client.config('SET', 'maxmemory-policy', 'noeviction')
  expect(await check('redis', { REDIS_URL: server.url })).toMatchObject(good)
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  expect(await check('redis', { REDIS_URL: server.url })).toMatchObject(expectAttention('allkeys-lru', 'noeviction'))
  client.disconnect()
  await server.kill()
  expect(await check('redis', { REDIS_URL: server.url })).toMatchObject(expectBad('Redis does not answer', 'redis-cli'))
})

test('backups are reported without a target, a folder, a first backup or a successful trial, and are otherwise good', async () => {
  const production = { isProduction: true }
  expect(await check('backup', production)).toMatchObject(expectAttention('No backups are made', 'BACKUP_URL'))
  const folder = join(config.DATA_DIR, 'backups')
  const target = { BACKUP_URL: `file://${folder}` }
  expect(await check('backup', target)).toMatchObject(expectBad('There is no folder', 'npm run backup'))
  await mkdir(folder)
  expect(await check('backup', target)).toMatchObject(expectBad('no backup yet', 'npm run backup'))
  const whole = { id: 'b1', state: 'whole' as const, target: target.BACKUP_URL, started_at: 'now', finished_at: 'now' }
  await db.insertInto('backups').values(whole).execute()
  expect(await check('backup', target)).toMatchObject(
    expectAttention('none has ever been restored', 'npm run restore -- b1 --check'),
  )
  await sql`update backups set drilled_at = now(), drill_failure = 'Cut off.'`.execute(db)
  expect(await check('backup', target)).toMatchObject(expectBad('A trial restore failed. Cut off.', 'npm run restore'))
  await sql`update backups set drill_failure = null`.execute(db)
  expect(await check('backup', target)).toMatchObject(good)
  await sql`update backups set started_at = now() - interval '3 days'`.execute(db)
  for (const BACKUP_SCHEDULE of [config.BACKUP_SCHEDULE, []])
    expect(await check('backup', { ...target, BACKUP_SCHEDULE })).toMatchObject(
      expectBad('which is late', 'npm run backup'),
    )
  const { BACKUP_URL, backsUpElsewhere } = readConfig({ BACKUP_URL: 'none' })
  expect(await check('backup', { BACKUP_URL, backsUpElsewhere })).toMatchObject(good)
})

test('the previous secret is needed until everyone has signed in once, and without it people are locked out', async () => {
  const old = 'the secret of before, which was long enough'
  await createTotpSecret(db, { ...config, SESSION_SECRET: old }, people.staff)
  await createTotpSecret(db, config, people.admin)
  expect(await check('secrets')).toMatchObject(expectBad('1 authenticator apps', 'SESSION_SECRET_PREVIOUS'))
  const both = { SESSION_SECRET_PREVIOUS: old }
  expect(await check('secrets', both)).toMatchObject({ ...good, message: expect.stringContaining('1 of 2') })
  await sql`delete from staff_totp where user_id = ${people.staff.id}`.execute(db)
  expect(await check('secrets', both)).toMatchObject({ ...good, message: expect.stringContaining('anymore') })
})

describe('the way through the proxy', async () => {
  beforeEach(() => addReport('server'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  let forward = (headers: IncomingHttpHeaders): IncomingHttpHeaders => headers
  const door = createServer((incoming, reply) => {
    const onward = ask({ port, path: incoming.url, headers: forward(incoming.headers) }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
    })
    onward.end()
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => door.close())
  const { port: public_ } = door.address() as AddressInfo
  const sites = { PUBLIC_URL: `http://localhost:${public_}`, CHAMPIONS_URL: `http://champions.localhost:${public_}` }
  const forwarded = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'http' }

  test.each([
    ['all headers of visitors arrive', forwarded, {}, good],
    ['no address', { 'x-forwarded-proto': 'http' }, {}, expectBad('whose a request is', 'X-Forwarded-For')],
    ['another scheme', { ...forwarded, 'x-forwarded-proto': 'https' }, {}, expectBad('by http', 'X-Forwarded-Proto')],
    ['another host', { ...forwarded, host: 'inside:8080' }, {}, expectBad('arrives as host inside:8080', 'Host')],
    [
      'a proxy that is not trusted',
      forwarded,
      { TRUST_PROXY: ['10.0.0.7'] },
      expectBad('127.0.0.1', 'TRUST_PROXY=10.0.0.7,127.0.0.1'),
    ],
    [
      'another secret',
      forwarded,
      { SESSION_SECRET: 'x'.repeat(32) },
      expectBad('answers 200 without our proof', 'curl'),
    ],
  ])('%s', async (_, headers, changes, finding) => {
    forward = (original) => ({ ...original, ...headers })
    expect(await check('proxy', { ...sites, ...changes })).toMatchObject(finding)
  })

  test('without a running server, or with earlier releases only, the proxy is not blamed', async () => {
    const nowhere = { PUBLIC_URL: 'http://localhost:1', CHAMPIONS_URL: 'http://champions.localhost:1' }
    await sql`update process_reports set release = 'v0.1.0'`.execute(db)
    expect(await check('proxy', nowhere)).toMatchObject(expectAttention('of an earlier release', 'npm run doctor'))
    await sql`delete from process_reports`.execute(db)
    expect(await check('proxy', nowhere)).toMatchObject(expectAttention('no server runs', 'Start a server'))
    expect(await check('servers')).toMatchObject(
      expectBad('No server is running', 'systemctl start alumni-server@3001'),
    )
    await addReport('server')
    expect(await check('servers')).toMatchObject(good)
  })

  test('unreachable addresses are reported', async () => {
    const nowhere = { PUBLIC_URL: 'http://localhost:1', CHAMPIONS_URL: 'http://champions.localhost:1' }
    expect(await check('proxy', nowhere)).toMatchObject(expectAttention('cannot be reached from here', 'curl -v'))
  })

  test('a stranger learns from /up only that the server is up', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/up`, { headers: { 'alumni-proxy-proof': 'let me see' } })
    expect([await reply.json(), reply.headers.has('alumni-proxy-proof')]).toEqual([{ status: 'up' }, false])
  })
})

test('a missing mail server is reported in production', async () => {
  expect(await check('mail', { isProduction: true })).toMatchObject(
    expectAttention('letters stay on this machine', 'SMTP_URL='),
  )
})
