import { totalmem } from 'node:os'
import { differenceInSeconds } from 'date-fns/differenceInSeconds'
import { measureClockAheadMs } from '../../foundations/jobs/clock.ts'
import { defaultInstitution } from '../../foundations/process/config.ts'
import { countStalledImports } from '../../exchange/index.ts'
import { countLetters } from '../health/letters.ts'
import { alerts, isBeyond, isFiring } from './alerts.ts'
import { formatAgo, formatBytes, describeFailedJobs, formatNumber } from '../health/format.ts'
import { attention, bad, good, type Check, type Installation } from './check.ts'

const unreadableReports = { message: 'What processes report could not be read', remedy: 'npm run migrate' }

export const servers: Check = {
  name: 'servers',
  needsDatabase: true,
  async run({ processes }) {
    const count = (await processes()).processes.filter(({ program }) => program === 'server').length
    if (count > 0) return good('Requests are answered.')
    return bad(
      'No server is running: no one can reach either site.',
      'npm run server   (systemctl start alumni-server@3001 alumni-server@3002, or docker compose up -d server-1 server-2)',
    )
  },
  failure: unreadableReports,
}

export const workers: Check = {
  name: 'workers',
  needsDatabase: true,
  async run({ processes }) {
    const count = (await processes()).processes.filter(({ program }) => program === 'worker').length
    const facts = [{ name: 'Workers', value: formatNumber(count) }]
    if (count > 0) return good('Jobs are being processed.', { facts })
    return bad('No worker is running: imports and letters are not processed.', {
      remedy: 'npm run worker   (systemctl start alumni-worker@1, or docker compose up -d worker)',
      request: 'start one',
      facts,
    })
  },
  failure: unreadableReports,
}

const toleratedClockErrorMs = 2000

export const clocks: Check = {
  name: 'clocks',
  needsDatabase: true,
  async run({ db, processes }) {
    const remedies = { remedy: 'timedatectl set-ntp true   on that machine', request: 'set it by a time server' }
    const reported = (await processes()).processes.map(({ host, clock_ahead_ms }) => ({
      owner: `of ${host}`,
      errorMs: Math.abs(clock_ahead_ms ?? 0),
      isKnown: typeof clock_ahead_ms === 'number',
    }))
    const ownClock = { owner: 'of this machine', errorMs: Math.abs(await measureClockAheadMs(db)), isKnown: true }
    const all = [...reported, ownClock].toSorted((a, b) => b.errorMs - a.errorMs)
    const [worst] = all
    const message = `The clock ${worst!.owner} is ${(worst!.errorMs / 1000).toFixed(0)} seconds off the database’s`
    if (isBeyond(alerts.ClockOff, worst!.errorMs / 1000))
      return bad(`${message}: workers there take no jobs.`, remedies)
    if (worst!.errorMs > toleratedClockErrorMs)
      return attention(`${message}; beyond 5 seconds workers take no jobs.`, remedies)
    const unknown = all.find(({ isKnown }) => !isKnown)
    if (unknown)
      return attention(
        `Whether the clock ${unknown.owner} is right is not known: a process there does not report it.`,
        'timedatectl   on that machine',
      )
    return good('All clocks agree with the database’s.')
  },
  failure: { message: 'The clocks could not be compared', remedy: 'timedatectl   on each machine, the database’s too' },
}

export const jobs: Check = {
  name: 'jobs',
  needsDatabase: true,
  async run({ db, processes }) {
    const { queue, handed_over } = await processes()
    const waiting = handed_over + (queue?.waiting ?? 0)
    const failed = queue?.failed.reduce((sum, { count }) => sum + count, 0) ?? 0
    const errors = describeFailedJobs(queue?.failed ?? []).map(({ job, error }) => `${job}: ${error}`)
    const facts = [
      { name: 'Waiting', value: formatNumber(waiting) },
      { name: 'Longest wait', value: queue?.oldest_at ? formatAgo(queue.oldest_at) : 'none' },
      { name: 'Failed', value: formatNumber(failed) },
    ]
    if ((await isQueueEmpty(processes)) && (await countStalledImports(db)) > 0)
      return bad('Imports in progress have no job: the queue was lost.', {
        remedy: 'npm run requeue',
        request: 'queue their jobs again',
        facts,
      })
    if (isBeyond(alerts.JobsWait, secondsSince(queue?.oldest_at)))
      return attention('Jobs have waited for more than five minutes.', {
        remedy: 'npm run worker   for another one; if none moves, look in the log of those that run',
        request: 'run another worker',
        facts,
      })
    if (isBeyond(alerts.JobsFailed, failed))
      return attention(`Some jobs have failed. Review them, then run them again. ${errors.join(' ')}`, {
        remedy: 'Look for "a job failed" in the worker’s log, then: /settings/processes',
        facts,
      })
    return good(`${formatNumber(waiting)} jobs wait, none has failed.`, { facts })
  },
  failure: {
    message: 'The queue could not be read',
    remedy: 'Check the worker’s log, and MONGODB_URL where it is set.',
  },
}

async function isQueueEmpty(processes: Installation['processes']): Promise<boolean> {
  const { queue, handed_over } = await processes()
  return queue !== null && queue.waiting === 0 && queue.running === 0 && handed_over === 0
}

function secondsSince(time: string | null | undefined): number | null {
  return time ? differenceInSeconds(new Date(), time) : null
}

export const load: Check = {
  name: 'load',
  needsDatabase: true,
  async run({ figures }) {
    const names = ['RequestsFail', 'RequestsSlow', 'ConnectionsWait', 'EventLoopLate'] as const
    const reported = await figures()
    const firingName = names.find((name) => isFiring(alerts[name], reported))
    if (!firingName) return good('Requests succeed and are answered in time.')
    return attention(alerts[firingName].problem, `docs/runbook.md   ${firingName}`)
  },
  failure: unreadableReports,
}

export const search: Check = {
  name: 'search',
  needsDatabase: true,
  async run({ figures }) {
    const { SearchIndexOld } = alerts
    const reported = await figures()
    if (SearchIndexOld.figure.value(reported) === null)
      return attention(
        'No server reports how fresh its search is.',
        'Start a server, or wait a minute for its first report; then: npm run doctor',
      )
    if (!isFiring(SearchIndexOld, reported)) return good('The search shows the newest changes.')
    return attention(SearchIndexOld.problem, 'docs/runbook.md   SearchIndexOld')
  },
  failure: unreadableReports,
}

export const letters: Check = {
  name: 'letters',
  needsDatabase: true,
  async run({ db, processes, config: { SMTP_URL } }) {
    const { waiting, given_up, failed, last_sent_at, last_failure, oldest_at } = await countLetters(db)
    const facts = [
      { name: 'Last sent', value: last_sent_at ? formatAgo(last_sent_at) : 'none in 30 days' },
      { name: 'Waiting', value: formatNumber(waiting) },
      { name: 'Given up', value: formatNumber(given_up) },
    ]
    const isLate = isBeyond(alerts.LettersWait, secondsSince(oldest_at))
    if (isLate && last_failure === null && (await isQueueEmpty(processes)))
      return bad('Waiting letters have no job: the queue was lost.', {
        remedy: 'npm run requeue',
        request: 'queue their jobs again',
        facts,
      })
    if (isLate)
      return bad(`Letters are not being sent. ${last_failure ?? 'No worker has picked them up.'}`, {
        remedy: 'Check SMTP_URL and the line “mail”, and whether a worker runs.',
        facts,
      })
    if (failed > 0)
      return attention('Some letters could not be sent. See why, then send them again.', {
        remedy: '/settings/letters?state=given_up   names the reasons, and sends them again',
        facts,
      })
    return SMTP_URL
      ? good('Letters are being sent.', { facts })
      : good('Letters stay on this machine.', { request: 'connect a mail server', facts })
  },
  failure: { message: 'The letters could not be counted', remedy: 'npm run migrate' },
}

export const memory: Check = {
  name: 'memory',
  needsDatabase: true,
  async run({ processes }) {
    const used = process.memoryUsage.rss()
    const largest = Math.max(used, ...(await processes()).processes.map(({ memory_bytes }) => memory_bytes))
    const limit = process.constrainedMemory() > 0 ? Math.min(process.constrainedMemory(), totalmem()) : totalmem()
    const facts = [
      { name: 'This server', value: formatBytes(used) },
      { name: 'Largest process', value: formatBytes(largest) },
      { name: 'Available', value: formatBytes(limit) },
    ]
    if (largest <= limit * 0.8) return good('There is enough memory.', { facts })
    return attention('A process uses more than 80% of the available memory.', {
      remedy: '/settings/processes   says which; give that machine more memory, or run fewer programs there',
      request: 'give the machine more memory',
      facts,
    })
  },
  failure: { message: 'The memory could not be checked', remedy: 'free -m' },
}

/** Detects the fictional institution in the default configuration. */
export const institution: Check = {
  name: 'institution',
  applies: ({ isProduction }) => isProduction,
  atStart: true,
  run({ config: { institution } }) {
    const { name, support_email } = defaultInstitution
    const missing = [
      ...(institution.name === name ? ['INSTITUTION_NAME="Your University"'] : []),
      ...(institution.support_email === support_email ? ['SUPPORT_EMAIL=alumni@your.edu'] : []),
    ]
    if (missing.length === 0) return good(`Pages and letters are those of ${institution.name}.`)
    return attention(
      `Pages and letters are those of ${institution.name}, ${institution.support_email}, which is invented.`,
      `${missing.join(' ')}   for every server and worker (INSTITUTION_SHORT_NAME, _COLOR and _LOGO_URL, too), and restart them`,
    )
  },
  failure: { message: 'The name could not be read', remedy: 'Check INSTITUTION_NAME.' },
}
