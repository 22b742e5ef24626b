import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { createLog } from '../../foundations/process/log.ts'
import { sweepPhotos } from '../../publications/photos/sweep.ts'
import { onlyInSoak } from '../../../testing/soak.ts'
import { migrate, openDb } from '../../schema.ts'
import { createInstallation, runCheck } from '../checks/check.ts'
import { checks } from '../checks/checks.ts'
import { drillBackup, runBackup, watchBackups } from './backup-jobs.ts'
import { pruneBackups, listBackupsToRemove } from './prune.ts'
import { listBackupIds, openTarget, readManifest } from './target.ts'
import { exportSnapshot, openSnapshotConnection } from './snapshot.ts'

const { db, config, context, backupContext, target, as, people, sendLetters, backUp, database, folder } =
  await buildBackupStory()
const log = createLog(config, { write: () => undefined })
const jobs = { ...backupContext, migrate, openDb, log }
const signal = new AbortController().signal
const ada = await as('admin')
const restoreCommand = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url))

const takeJobs = () =>
  db.deleteFrom('job_outbox').where('name', 'like', '%-backup').returning(['name', 'data']).execute()
const setsAt = async () => listBackupIds(await openTarget(config))
const readPage = async () => (await ada.get('/settings/backups')).json<Record<string, unknown>>()

test('the newest backups of each day, week and month are kept, and always the newest two', () => {
  const day = (ago: number) => new Date(Date.UTC(2026, 10, 23) - ago * 86_400_000).toISOString()
  const made = Array.from({ length: 400 }, (_, index) => ({
    id: `${index}`,
    sequence: 400 - index,
    snapshot_at: day(index),
  }))
  const listRemaining = (keep: Parameters<typeof listBackupsToRemove>[1]) => {
    const gone = new Set(listBackupsToRemove(made, keep))
    return made.flatMap(({ id, snapshot_at }) => (gone.has(id) ? [] : [snapshot_at.slice(0, 10)]))
  }
  expect(listRemaining({ days: 7, weeks: 5, months: 6 })).toEqual([
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-15',
    '2026-11-08',
    '2026-11-01',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
  ])
  expect(listRemaining({ days: 0, weeks: 0, months: 0 })).toEqual(['2026-11-23', '2026-11-22'])
  // The clock was in 2030 for a day, but later backups are still the newest.
  const jumped = made.with(5, { ...made[5]!, snapshot_at: day(-1500) })
  expect(listBackupsToRemove(jumped, { days: 2, weeks: 0, months: 0 })).not.toContain('0')
})

test.skipIf(noPostgresTools)('the worker makes a due backup, Ada sees it, and no further one is due', async () => {
  await watchBackups(jobs)
  expect(await takeJobs()).toEqual([{ name: 'make-backup', data: { asked_by: null } }])
  expect(await readPage()).toMatchObject({ is_configured: true, last: null, running: null, schedule: ['02:30'] })
  await runBackup(jobs, { asked_by: null }, signal)
  expect(await readPage()).toMatchObject({ is_late: false, last: { id: (await setsAt())[0], files: 0 }, failure: null })
  await runBackup(jobs, { asked_by: null }, signal)
  expect(await setsAt()).toHaveLength(1)
})

test.skipIf(noPostgresTools)(
  'the newest backup is restored as a trial once a month where the key is, and Ada sees it',
  async () => {
    await watchBackups(jobs)
    expect(await takeJobs()).toEqual([{ name: 'drill-backup', data: {} }])
    await drillBackup(jobs, signal)
    expect(await readPage()).toMatchObject({ drill: { failure: null } })
    const databases = await sql<{
      datname: string
    }>`select datname from pg_database where datname like 'alumni_check_%'`.execute(db)
    expect(databases.rows).toEqual([])
    await watchBackups(jobs)
    expect(await takeJobs()).toEqual([])
  },
)

const check = (id: string, BACKUP_URL = config.BACKUP_URL) =>
  promisify(execFile)(process.execPath, [restoreCommand, id, '--check'], {
    env: {
      ...process.env,
      DATABASE_URL: database.app,
      MIGRATION_DATABASE_URL: database.owner,
      DATA_DIR: config.DATA_DIR,
      SESSION_SECRET: config.SESSION_SECRET,
      BACKUP_URL,
      BACKUP_IDENTITY: config.BACKUP_IDENTITY,
      PG_BIN: config.PG_BIN,
    },
  })

test.skipIf(noPostgresTools)('a trial restore by hand is found by the doctor', async () => {
  await db.updateTable('backups').set({ drilled_at: null }).execute()
  const [id] = await setsAt()
  // The database does not contain the backup, as after a restore.
  await db.deleteFrom('backups').where('id', '=', id!).execute()
  await check(id!, `${config.BACKUP_URL}/`)
  expect(await readPage()).toMatchObject({ drill: { failure: null }, last: { id } })
  const { started_at } = await db.selectFrom('backups').select('started_at').executeTakeFirstOrThrow()
  const { snapshot_at } = await readManifest(config, await openTarget(config), id!)
  expect(new Date(started_at)).toEqual(new Date(snapshot_at))
})

test.skipIf(noPostgresTools).each(onlyInSoak)(
  'backups at another target, and their trial restores, do not count for this one',
  async () => {
    await db.updateTable('backups').set({ drilled_at: null }).execute()
    const safe = join(folder, 'safe')
    await mkdir(safe)
    const before = await readPage()
    const there = { BACKUP_URL: pathToFileURL(safe).href }
    const { id } = await backUp(there)
    expect(await readPage()).toEqual(before)
    await check(id, there.BACKUP_URL)
    // Repeats this for a backup that is at both targets.
    const [ours] = await setsAt()
    await cp(target, safe, { recursive: true })
    await check(ours!, there.BACKUP_URL)
    expect(await readPage()).toEqual({ ...before, drill: null })
    await expect(backUp({ BACKUP_URL: pathToFileURL(join(folder, 'none')).href })).rejects.toThrow('There is no folder')
    await sql`update backups set started_at = started_at - interval '2 days' where target = ${config.BACKUP_URL}`.execute(
      db,
    )
    await watchBackups(jobs)
    expect(await takeJobs()).toContainEqual({ name: 'make-backup', data: { asked_by: null } })
    await db.deleteFrom('letters').execute()
    await sql`update backups set started_at = started_at + interval '2 days' where target = ${config.BACKUP_URL}`.execute(
      db,
    )
  },
)

test('Ada can request a backup, and Stan cannot', async () => {
  expect((await ada.post('/settings/backups')).statusCode).toBe(202)
  expect(await takeJobs()).toEqual([{ name: 'make-backup', data: { asked_by: people.admin.id } }])
  expect((await (await as('staff')).post('/settings/backups')).statusCode).toBe(403)
})

test('Ada gets one letter about a failed backup, and a late one is shown', async () => {
  await runBackup({ ...jobs, config: { ...config, PG_BIN: '/nowhere' } }, { asked_by: 1 }, signal)
  await runBackup({ ...jobs, config: { ...config, PG_BIN: '/nowhere' } }, { asked_by: 1 }, signal)
  expect(await readPage()).toMatchObject({ failure: { reason: expect.stringContaining('pg_dump 18 or newer') } })
  await sql`update backups set started_at = now() - interval '2 days', finished_at = now() - interval '2 days'`.execute(
    db,
  )
  const letters = await sendLetters()
  expect(letters.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    `${people.admin.email} No backup was made: Bayside alumni relations`,
  ])
  expect(letters[0]!.text).toContain('postgresql-client-18')
  expect(await readPage()).toMatchObject({ is_late: true })
})

test.skipIf(noPostgresTools)(
  'an unexpectedly failed backup leaves no folder, and Ada reads its error by e-mail, on the page and from the doctor',
  async () => {
    await db.deleteFrom('letters').execute()
    const before = await readdir(join(target, 'sets'))
    const list = () => {
      throw new TypeError('No place for “Peggy Stone” of peggy@example.org')
    }
    const broken = runBackup({ ...jobs, files: { ...context.files, list } }, { asked_by: 1 }, signal)
    await expect(broken).rejects.toThrow(TypeError)
    expect(await readdir(join(target, 'sets'))).toEqual(before)
    const failure = 'The backup failed unexpectedly: TypeError: No place for … of ….'
    expect(await readPage()).toMatchObject({ failure: { reason: failure } })
    expect((await sendLetters()).map(({ text }) => text)).toEqual([expect.stringContaining(failure)])
    const { message } = await runCheck(checks.backup, createInstallation(context))
    expect(message).toContain(failure)
  },
)

test.skipIf(noPostgresTools)(
  'files are written once, unreferenced ones are deleted, and none are deleted while backups are incomplete',
  async () => {
    await context.files.write('imports/a.csv', Readable.from(['a']))
    const first = await backUp()
    const names = async () => (await readdir(join(target, 'files'))).filter((name) => !name.startsWith('.'))
    const [a] = await names()
    await context.files.remove('imports/a.csv')
    await context.files.write('imports/b.csv', Readable.from(['b']))
    const second = await backUp()
    expect(second.sequence).toBe(first.sequence + 1)
    await backUp()
    expect(await names()).toHaveLength(2)
    const only = { ...backupContext, config: { ...config, BACKUP_KEEP: { days: 0, weeks: 0, months: 0 } } }
    await pruneBackups(only)
    expect(await setsAt()).toHaveLength(2)
    expect(await names()).toHaveLength(1)
    expect(await names()).not.toContain(a)

    const newest = await backUp()
    await rm(join(target, 'sets', newest.id, 'database'))
    await expect(pruneBackups(only)).rejects.toThrow('no older one was removed')
    expect(await setsAt()).toHaveLength(3)
  },
)

test('sweepers delete no files during a backup', async () => {
  const key = `photos/${'a'.repeat(32)}-400x300-400.jpg`
  await context.files.write(key, Readable.from(['x']))
  const old = { ...context.files, list: () => context.files.list(new Date(Date.now() + 60_000)) }
  const client = await openSnapshotConnection(backupContext.ownerUrl, () => undefined)
  await exportSnapshot(client)
  await sweepPhotos({ db, files: old })
  expect(await context.files.size(key)).toBe(1)
  await client.end()
  await expect
    .poll(async () => {
      await sweepPhotos({ db, files: old })
      return context.files.size(key).catch(() => 'gone')
    })
    .toBe('gone')
})
