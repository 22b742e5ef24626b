import { totalmem } from 'node:os'
import { differenceInMinutes } from 'date-fns/differenceInMinutes'
import { sql } from 'kysely'
import { z } from 'zod'
import type { HealthPart, ProcessesPage } from '@alumni/shared/operations/settings'
import { maxClockErrorMs } from '../../foundations/jobs/clock.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { countLetters } from './letters.ts'
import { showProcesses } from './processes.ts'
import { readStorage } from './storage.ts'
import { ago, askAdministrator, bytes, number } from './words.ts'

/** How each part of the installation is. One that cannot be asked is bad; the others are told all the same. */
export async function readHealth(db: Db, { config, files }: Context): Promise<HealthPart[]> {
  const seen = showProcesses(db)
  return Promise.all([database(db), queue(seen), mail(db, config), storage(config, files), memory(seen)])
}

async function database(db: Db): Promise<HealthPart> {
  const row = z.object({ version: z.string(), size: z.number(), used: z.number(), max: z.number() })
  const started = performance.now()
  const [found] = await selectRaw(
    db,
    row,
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select sum(numbackends)::int from pg_stat_database) as used,
      current_setting('max_connections')::int as max`,
  )
  const { version, size, used, max } = found!
  const isCrowded = used > max * 0.8
  return {
    name: 'database',
    state: isCrowded ? 'attention' : 'good',
    says: isCrowded
      ? `Nearly all connections are in use. ${askAdministrator('allow more, or run fewer processes')}`
      : 'Answers.',
    facts: [
      { name: 'PostgreSQL', value: version.split(' ')[0]! },
      { name: 'Size', value: bytes(size) },
      { name: 'Connections', value: `${number(used)} of ${number(max)}` },
      { name: 'Answer', value: `${Math.max(1, Math.round(performance.now() - started))} ms` },
    ],
    mend: isCrowded ? processes : null,
  }
}

const processes = { label: 'Processes and jobs', path: '/settings/processes' }

async function queue(seen: Promise<ProcessesPage>): Promise<HealthPart> {
  const { processes: running, queue, handed_over } = await seen
  const workers = running.filter(({ program }) => program === 'worker').length
  const wrong = running.filter(({ clock_ahead_ms }) => Math.abs(clock_ahead_ms ?? 0) > maxClockErrorMs)
  const waiting = handed_over + (queue?.waiting ?? 0)
  const failed = queue?.failed.reduce((sum, { count }) => sum + count, 0) ?? 0
  const isLate = queue?.oldest_at != null && differenceInMinutes(new Date(), queue.oldest_at) >= 5
  const [state, says] =
    workers === 0
      ? ([
          'bad',
          `No worker runs: imports, letters and statistics stand still. ${askAdministrator('start one')}`,
        ] as const)
      : wrong[0]
        ? ([
            'bad',
            `The clock of ${wrong[0].host} is ${Math.round(Math.abs(wrong[0].clock_ahead_ms!) / 1000)} seconds off: workers there take no jobs. ${askAdministrator('set it by a time server')}`,
          ] as const)
        : isLate
          ? ([
              'attention',
              `Jobs have waited for more than five minutes. ${askAdministrator('run another worker')}`,
            ] as const)
          : failed > 0
            ? (['attention', 'Some jobs have failed. Look at them, and run them again.'] as const)
            : (['good', 'Jobs are worked off.'] as const)
  return {
    name: 'queue',
    state,
    says,
    facts: [
      { name: 'Workers', value: number(workers) },
      { name: 'Waiting', value: number(waiting) },
      { name: 'Longest wait', value: queue?.oldest_at ? ago(queue.oldest_at) : 'none' },
      { name: 'Failed', value: number(failed) },
    ],
    mend: processes,
  }
}

async function mail(db: Db, { SMTP_URL }: Config): Promise<HealthPart> {
  const { waiting, given_up, last_sent_at, last_failure, oldest_at } = await countLetters(db)
  const isStuck = oldest_at !== null && differenceInMinutes(new Date(), oldest_at) >= 10
  const [state, says] = isStuck
    ? (['bad', `Letters do not leave. ${last_failure ?? 'No worker has taken them.'}`] as const)
    : given_up > 0
      ? (['attention', 'Some letters were given up. Look why, and send them again.'] as const)
      : ([
          'good',
          SMTP_URL
            ? 'Letters leave.'
            : `Letters are kept on this machine. ${askAdministrator('connect a mail server')}`,
        ] as const)
  return {
    name: 'mail',
    state,
    says,
    facts: [
      { name: 'Last sent', value: last_sent_at ? ago(last_sent_at) : 'none in 30 days' },
      { name: 'Waiting', value: number(waiting) },
      { name: 'Given up', value: number(given_up) },
    ],
    mend: { label: 'Letters', path: '/settings/letters' },
  }
}

async function storage(config: Config, files: Context['files']): Promise<HealthPart> {
  const { isLocal, failure, space } = await readStorage(config, files)
  const isTight = space !== null && space.free < config.MAX_UPLOAD_MB * 1024 * 1024 * 2
  return {
    name: 'storage',
    state: failure ? 'bad' : isTight ? 'attention' : 'good',
    says:
      failure ??
      (isTight
        ? `Two uploads of ${config.MAX_UPLOAD_MB} MB would fill the disk. ${askAdministrator('free some space, or choose a larger place')}`
        : 'A file was written, read and removed.'),
    facts: [
      { name: 'Place', value: isLocal ? 'Folder of this machine' : 'S3' },
      ...(space ? [{ name: 'Free', value: `${bytes(space.free)} of ${bytes(space.total)}` }] : []),
    ],
    mend: null,
  }
}

async function memory(seen: Promise<ProcessesPage>): Promise<HealthPart> {
  const { processes: running } = await seen
  const used = process.memoryUsage.rss()
  const largest = Math.max(used, ...running.map(({ memory_bytes }) => memory_bytes))
  const limit = process.constrainedMemory() > 0 ? Math.min(process.constrainedMemory(), totalmem()) : totalmem()
  const isTight = largest > limit * 0.8
  return {
    name: 'memory',
    state: isTight ? 'attention' : 'good',
    says: isTight
      ? `A process uses more than four fifths of the memory there is. ${askAdministrator('give the machine more')}`
      : 'Enough.',
    facts: [
      { name: 'This server', value: bytes(used) },
      { name: 'Largest process', value: bytes(largest) },
      { name: 'There is', value: bytes(limit) },
    ],
    mend: processes,
  }
}
