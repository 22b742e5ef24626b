import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createLog } from '../../foundations/process/log.ts'
import { runBackup } from './backup-jobs.ts'
import { readSchedule } from './schedule.ts'

const { config, context, db, database } = await buildTestApp({ env: { BACKUP_URL: 'file:///mnt/backups' } })
const timeAgo = (minutes: number) => sql<string>`now() - make_interval(mins => ${minutes})`
const [hour, day] = [60, 24 * 60]
beforeEach(async () => {
  await db.deleteFrom('backups').execute()
})

async function scheduleAt(minutesAgo: number) {
  const time = await db.selectNoFrom(
    sql<string>`to_char((${timeAgo(minutesAgo)}) at time zone 'UTC', 'HH24:MI')`.as('time'),
  )
  const { time: daily } = await time.executeTakeFirstOrThrow()
  const settings = { BACKUP_SCHEDULE: [daily], INSTITUTION_TIME_ZONE: 'UTC', BACKUP_RECIPIENTS: [] }
  const { is_due, is_late, is_drill_due } = await readSchedule(db, { ...config, ...settings })
  return { is_due, is_late, is_drill_due }
}
const addBackup = (id: string, minutesAgo: number, more: object = {}) =>
  db
    .insertInto('backups')
    .values({ id, target: 'file:///mnt/backups', state: 'whole', started_at: timeAgo(minutesAgo), ...more })
    .execute()
const failed = { state: 'failed' as const }

test('a backup is due once from its scheduled time on', async () => {
  await addBackup('yesterday', 20 * hour)
  expect(await scheduleAt(5)).toMatchObject({ is_due: true })
  expect(await scheduleAt(21 * hour)).toMatchObject({ is_due: false })
  await addBackup('today', 2)
  expect(await scheduleAt(5)).toMatchObject({ is_due: false })
})

test('a backup is late two hours after its scheduled time', async () => {
  await addBackup('yesterday', 20 * hour)
  expect(await scheduleAt(2 * hour - 5)).toMatchObject({ is_due: true, is_late: false })
  expect(await scheduleAt(2 * hour + 5)).toMatchObject({ is_due: true, is_late: true })
})

test('the first backup is late only after it was attempted', async () => {
  expect(await scheduleAt(3 * hour)).toMatchObject({ is_due: true, is_late: false })
  await addBackup('a try', 4 * hour, { ...failed, finished_at: timeAgo(4 * hour) })
  expect(await scheduleAt(3 * hour)).toMatchObject({ is_due: true, is_late: true })
})

test('a failed backup is retried after a quarter of an hour', async () => {
  await addBackup('a try', 14, { ...failed, finished_at: timeAgo(14) })
  expect(await scheduleAt(hour)).toMatchObject({ is_due: false })
  await db
    .updateTable('backups')
    .set({ finished_at: timeAgo(16) })
    .execute()
  expect(await scheduleAt(hour)).toMatchObject({ is_due: true })
})

test('a trial restore is due 30 days after the last one', async () => {
  await addBackup('a backup', 31 * day, { drilled_at: timeAgo(30 * day - hour) })
  expect(await scheduleAt(5)).toMatchObject({ is_drill_due: false })
  await db
    .updateTable('backups')
    .set({ drilled_at: timeAgo(30 * day + hour) })
    .execute()
  expect(await scheduleAt(5)).toMatchObject({ is_drill_due: true })
})

test('Ada gets another letter only after 20 hours of failing backups', async () => {
  const jobs = {
    ...context,
    ownerUrl: database.owner,
    migrate: async () => [],
    openDb: async () => db,
    log: createLog(config, { write: () => undefined }),
  }
  const letters = async () => {
    await runBackup(jobs, { asked_by: 1 }, new AbortController().signal)
    return (await db.selectFrom('letters').select('id').where('kind', '=', 'backup-failed').execute()).length
  }
  expect([await letters(), await letters()]).toEqual([1, 1])
  await db
    .updateTable('letters')
    .set({ created_at: timeAgo(20 * hour - 5) })
    .execute()
  expect(await letters()).toBe(1)
  await db
    .updateTable('letters')
    .set({ created_at: timeAgo(20 * hour + 5) })
    .execute()
  expect(await letters()).toBe(2)
})
