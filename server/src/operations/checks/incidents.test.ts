import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import { Monitor } from '../../foundations/monitoring/monitor.ts'
import { addProcessReport } from '../../../testing/process-reports.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { reportProcess } from '../health/processes.ts'
import { alerts, isFiring, type AlertName } from './alerts.ts'
import { readConfig } from '../../foundations/process/config.ts'
import { judgeConditions, shouldReportIncidents } from './judge-conditions.ts'

const { db, config, sendLetters, people } = await buildTestApp()
const well: Readings = { alumni_ready: { server: 1 }, alumni_jobs_oldest_seconds: 0, alumni_storage_works: 1 }
const late: Readings = { ...well, alumni_jobs_oldest_seconds: 400 }

beforeEach(async () => {
  await db.deleteFrom('incidents').execute()
  await db.updateTable('staff_users').set({ role: 'admin' }).where('id', '=', people.admin.id).execute()
  await sendLetters()
})

async function reportFigures(figures: Readings | null, program: 'server' | 'worker' = 'server') {
  await db.deleteFrom('process_reports').execute()
  await addProcessReport(db, { program, figures })
}

/** Advances by `count` minutes and returns the letters sent, as “recipient: subject”. */
async function passMinutes(count: number): Promise<string[]> {
  for (let minute = 0; minute < count; minute++) {
    await judgeConditions(db)
    const columns = ['seen_at', 'told_at', 'calm_at', 'over_at'].map(
      (name) => `${name} = ${name} - interval '1 minute'`,
    )
    await db.entities.execute(`update incidents set ${columns.join(', ')}`)
  }
  return (await sendLetters()).map(({ to, subject }) => `${to}: ${subject}`)
}

const problem = alerts.JobsWait.problem
const begun = [`${people.admin.email}: Something is wrong: ${problem}`]
const over = [`${people.admin.email}: Resolved: ${problem}`]

describe('Ada, the only administrator,', () => {
  test('gets one letter when a problem lasts five minutes, none while it continues, and one when it is over', async () => {
    await reportFigures(late)
    expect(await passMinutes(5)).toEqual([])
    expect(await passMinutes(1)).toEqual(begun)
    expect(await passMinutes(30)).toEqual([])
    await reportFigures(well)
    expect(await passMinutes(10)).toEqual([])
    expect(await passMinutes(1)).toEqual(over)
    expect(await passMinutes(30)).toEqual([])
  })

  test('gets no letter about problems that end within minutes, however often', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await reportFigures(late)
      expect(await passMinutes(3)).toEqual([])
      await reportFigures(well)
      expect(await passMinutes(2)).toEqual([])
    }
  })

  test('gets one letter about a problem that comes and goes', async () => {
    const letters: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      await reportFigures(late)
      letters.push(...(await passMinutes(7)))
      await reportFigures(well)
      letters.push(...(await passMinutes(4)))
    }
    expect(letters).toEqual(begun)
  })

  test('gets at most one letter an hour about one kind of problem', async () => {
    const letters: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      await reportFigures(late)
      letters.push(...(await passMinutes(7)))
      await reportFigures(well)
      letters.push(...(await passMinutes(12)))
    }
    expect(letters).toEqual([...begun, ...over])
    await reportFigures(late)
    expect(await passMinutes(20)).toEqual(begun)
  })

  test('gets no second letter from two workers at once, or after a restart', async () => {
    await reportFigures(late)
    await passMinutes(5)
    await Promise.all([judgeConditions(db), judgeConditions(db)])
    expect(await passMinutes(3)).toEqual(begun)
  })

  test('reads in her letter since when, and where to look', async () => {
    await reportFigures({ ...well, alumni_storage_works: 0 })
    await passMinutes(10)
    await db.entities.execute("update incidents set seen_at = '2026-11-20T15:30:00Z'")
    await judgeConditions(db)
    const [letter] = await sendLetters()
    expect(letter!.text).toContain('Since: November 20, 2026 at 10:30 a.m.')
    expect(letter!.text).toContain('docs/runbook.md, under StorageFails')
    expect(letter!.text).toContain(`${config.PUBLIC_URL}/settings`)
  })
})

test('a letter has the errors of failed jobs, and of the last attempt at a backup', async () => {
  const letterOf = async (figures: Readings) => {
    await reportFigures({ ...well, ...figures })
    const failed = [
      { name: 'scan-import', count: 1, last_failed_at: '2026-11-20T08:00:00Z', last_error: 'Error: broken' },
    ]
    const queue = { waiting: 0, running: 0, oldest_at: null, failed }
    await addProcessReport(db, { program: 'worker', queue })
    for (let minute = 0; minute < 6; minute++) {
      await judgeConditions(db)
      await db.entities.execute("update incidents set seen_at = seen_at - interval '1 minute'")
    }
    return (await sendLetters())[0]!.text
  }
  expect(await letterOf({ alumni_jobs_failed: { 'scan-import': 1 } })).toContain(
    'Reading an uploaded file: Error: broken',
  )
  await db
    .insertInto('backups')
    .values({ id: 'a', state: 'failed', target: '', failure: 'The disk is full.' })
    .execute()
  expect(await letterOf({ alumni_backup_age_seconds: 100_000 })).toContain('The last attempt: The disk is full.')
})

test('a person who is no longer an administrator when the letter is sent gets none', async () => {
  await reportFigures(late)
  for (let minute = 0; minute < 6; minute++) {
    await judgeConditions(db)
    await db.entities.execute("update incidents set seen_at = seen_at - interval '1 minute'")
  }
  await db.updateTable('staff_users').set({ role: 'staff' }).where('id', '=', people.admin.id).execute()
  expect(await sendLetters()).toEqual([])
})

test('a stopped server is reported', async () => {
  await reportFigures({ alumni_jobs_oldest_seconds: 0 }, 'worker')
  expect(await passMinutes(10)).toEqual([`${people.admin.email}: Something is wrong: ${alerts.NoServerReady.problem}`])
})

test('a process reports the figures that alerts use', async () => {
  await db.deleteFrom('process_reports').execute()
  const monitor = new Monitor()
  monitor.add(() => late)
  const log = { warn: (details: object) => expect.unreachable(JSON.stringify(details)), info: () => undefined }
  const report = reportProcess({ db, config, program: 'server', monitor, log })
  const readReported = () => db.selectFrom('process_reports').select('figures').execute()
  while ((await readReported()).length === 0) await pause(20)
  expect(await readReported()).toEqual([{ figures: late }])
  await report.stop()
})

const requests = (all: number, failed: number, slow: number): Readings => ({
  alumni_recent_requests: { all, failed, slow },
})
const wrong: Record<Exclude<AlertName, 'NoWorkerReady'>, [wrong: Readings[], well: Readings[]]> = {
  NoServerReady: [
    [{ alumni_ready: { worker: 1 } }, { alumni_ready: { server: 0 } }],
    [well, { alumni_ready: { server: 0 } }],
  ],
  RequestsFail: [[requests(60, 0, 0), requests(60, 5, 0)], [requests(3, 1, 0)]],
  RequestsSlow: [[requests(100, 0, 6)], [requests(100, 0, 5)]],
  ConnectionsWait: [[{ alumni_database_waiting: 0 }, { alumni_database_waiting: 2 }], [{ alumni_database_waiting: 0 }]],
  EventLoopLate: [[{ alumni_event_loop_delay_seconds: 0.4 }], [{ alumni_event_loop_delay_seconds: 0.2 }]],
  ClockOff: [[{ alumni_clock_difference_seconds: -7 }], [{ alumni_clock_difference_seconds: 2 }]],
  SearchIndexOld: [[{ alumni_search_index_age_seconds: 30 }], [{ alumni_search_index_age_seconds: null }]],
  JobsWait: [[late], [well]],
  JobsFailed: [[{ alumni_jobs_failed: { 'send-letter': 1 } }], [{ alumni_jobs_failed: {} }]],
  LettersWait: [[{ alumni_letters_oldest_seconds: 901 }], [{ alumni_letters_oldest_seconds: 0 }]],
  StorageFails: [[well, { alumni_storage_works: 0 }], [well]],
  StorageFull: [[{ alumni_storage_free_ratio: 0.1 }], [{ alumni_storage_free_ratio: null }]],
  BackupOld: [[{ alumni_backup_age_seconds: 100_000 }], [{ alumni_backup_age_seconds: null }]],
}
test.each(Object.entries(wrong))('%s fires on a bad figure, and not on a good or unknown one', (name, [bad, good]) => {
  const alert = alerts[name as AlertName]
  expect([isFiring(alert, bad), isFiring(alert, good)]).toEqual([true, false])
})

test('no letters about incidents are written in development, where letters reach no one', () => {
  expect(shouldReportIncidents(readConfig({}))).toBe(false)
  expect(shouldReportIncidents(readConfig({ SMTP_URL: 'smtp://mail.example.edu' }))).toBe(true)
  expect(shouldReportIncidents({ ...config, isProduction: true })).toBe(true)
})
