import type { BackupsState } from '@alumni/shared/operations/backups'
import { differenceInSeconds } from 'date-fns/differenceInSeconds'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { maxDate } from '../../foundations/files/files.ts'
import { formatBytes, formatNumber } from '../health/format.ts'
import { readBackupsState } from '../backup/backups-state.ts'
import { openTarget, type Target } from '../backup/target.ts'
import { folderOfFiles, readDiskSpace } from '../health/storage.ts'
import { BackupProblem } from '../backup/problem.ts'
import { countStoredSecrets } from '../../staff/index.ts'
import { alerts, isBeyond } from './alerts.ts'
import { attention, bad, good, type Check, type Finding } from './check.ts'

export const storage: Check = {
  name: 'storage',
  async run(installation) {
    const { folder, failure } = await installation.storage()
    const facts = [{ name: 'Location', value: folder ? 'Folder of this machine' : 'S3' }]
    if (!failure) return good('A file was written, read and removed.', { facts })
    return bad(failure, {
      remedy: folder
        ? `Check STORAGE_URL, ls -ld ${folder} and df -h ${folder}   it must belong to this account and have space`
        : 'Check STORAGE_URL: S3 must take its key (AWS_ACCESS_KEY_ID)',
      request: 'repair the file storage or its permissions',
      facts,
    })
  },
  failure: {
    message: 'No file can be stored: uploads fail',
    remedy: 'Check STORAGE_URL, and whether its server answers.',
  },
}

const minFreeBytes = 100 * 1024 ** 2

export const disk: Check = {
  name: 'disk',
  async run({ config }) {
    const folder = folderOfFiles(config)
    const paths = [
      ...(folder ? [folder] : []),
      config.DATA_DIR,
      ...(config.BACKUP_URL?.startsWith('file:') ? [fileURLToPath(config.BACKUP_URL)] : []),
    ]
    const spaces = await Promise.all(paths.map(readDiskSpace))
    const places = paths.flatMap((path, index) => (spaces[index] ? [{ ...spaces[index], path }] : []))
    const files = folder && spaces[0]
    const facts = files ? [{ name: 'Free', value: `${formatBytes(files.free)} of ${formatBytes(files.total)}` }] : []
    const [tightest] = places.toSorted((a, b) => a.free - b.free)
    const help = {
      remedy: `df -h ${paths.join(' ')}   then remove what is not needed, or move STORAGE_URL or DATA_DIR to a larger disk`,
      request: 'free some space, or choose a larger disk',
      facts,
    }
    if (!tightest) return good('Nothing is stored on this machine.', { facts })
    const fullestDisk = `${tightest.path} (${formatBytes(tightest.free)} free)`
    if (tightest.free < minFreeBytes) return bad(`The disk is full: ${fullestDisk}.`, help)
    if (tightest.free < config.MAX_UPLOAD_MB * 1024 ** 2 * 2)
      return attention(`Two uploads of ${config.MAX_UPLOAD_MB} MB would fill the disk: ${fullestDisk}.`, help)
    if (config.isProduction && files && isBeyond(alerts.StorageFull, files.free / files.total))
      return attention(alerts.StorageFull.problem, help)
    return good(`${formatBytes(tightest.free)} are free on the fullest disk.`, { facts })
  },
  failure: { message: 'The space could not be checked', remedy: 'df -h' },
}

const lowBytes = 1024 ** 3

/** Checks the disk of a PostgreSQL server on this machine. The check `disk` covers the embedded PostgreSQL. */
export const databaseDisk: Check = {
  name: 'database disk',
  applies: ({ DATABASE_URL }) => DATABASE_URL !== undefined,
  needsDatabase: true,
  async run({ db, config }) {
    const { hostname, searchParams } = new URL(config.DATABASE_URL!)
    const host = searchParams.get('host') ?? hostname
    if (!/^(?:|localhost|127\..*|\[?::1\]?|\/.*|%2f.*)$/i.test(host))
      return { state: 'skipped', message: `Not checked: watch the disk of PostgreSQL on ${host}.` }
    const row = z.object({ folder: z.string().nullable() })
    const [found] = await selectRaw(
      db,
      row,
    )`select case when pg_has_role(current_user, 'pg_read_all_settings', 'usage') then current_setting('data_directory') end as folder`
    const folder = found!.folder ?? '/var/lib/postgresql'
    const space = await readDiskSpace(folder)
    if (!space)
      return attention(
        'The disk of PostgreSQL is not known.',
        'As a superuser: grant pg_read_all_settings to alumni_app',
      )
    const remedy = `df -h ${folder}   then remove what is not needed, or move PostgreSQL to a larger disk`
    const freeSpace = `${formatBytes(space.free)} are free for PostgreSQL (${folder}).`
    if (space.free < minFreeBytes) return bad(`The disk is full: ${freeSpace}`, remedy)
    if (space.free < lowBytes) return attention(`The disk is nearly full: ${freeSpace}`, remedy)
    return good(freeSpace)
  },
  failure: { message: 'The disk of PostgreSQL could not be checked', remedy: 'df -h' },
}

export const backup: Check = {
  name: 'backup',
  applies: ({ isProduction, BACKUP_URL, backsUpElsewhere }) =>
    isProduction || BACKUP_URL !== undefined || backsUpElsewhere,
  needsDatabase: true,
  async run({ db, config }) {
    if (config.backsUpElsewhere) return good('Backups are made elsewhere (BACKUP_URL=none).')
    if (!config.BACKUP_URL)
      return attention(
        'No backups are made.',
        'Set BACKUP_URL (file:///… or s3://…) and BACKUP_RECIPIENTS (age1…), then: npm run backup; or BACKUP_URL=none where they are made elsewhere',
      )
    const unusable = await openTarget(config).then(assertReachable, (error: unknown) => error)
    if (unusable instanceof BackupProblem) return bad(unusable.message, `Check BACKUP_URL, then: npm run backup`)
    return judgeBackups(await readBackupsState(db, config))
  },
  failure: { message: 'The backups could not be checked', remedy: 'npm run backups' },
}

/** Lists one key, which throws if the target's server does not answer. */
async function assertReachable({ sets }: Target): Promise<void> {
  for await (const _ of sets.list(maxDate)) return
}

function judgeBackups({ is_copy, is_late, last, failure, drill }: BackupsState): Finding {
  if (is_copy) return good('This is a copy, which makes no backups.')
  const command = 'npm run backup'
  if (!last) return bad(`There is no backup yet. ${failure?.reason ?? ''}`.trim(), command)
  const age = `The last backup was made ${formatHours(last.at)} ago`
  if (is_late || isBeyond(alerts.BackupOld, differenceInSeconds(new Date(), last.at)))
    return bad(`${age}, which is late. ${failure?.reason ?? ''}`.trim(), command)
  if (failure) return attention(`The latest attempt at a backup failed. ${failure.reason}`, command)
  const restore = `npm run restore -- ${last.id} --check`
  if (drill?.failure) return bad(`A trial restore failed. ${drill.failure}`, restore)
  if (!drill)
    return attention(
      `${age}; none has ever been restored as a trial.`,
      `${restore}   or set BACKUP_IDENTITY for the worker`,
    )
  return good(`${age}; one was restored as a trial ${formatHours(drill.at)} ago.`)
}

function formatHours(since: string): string {
  const count = Math.round((Date.now() - Date.parse(since)) / 3600_000)
  return count < 72 ? `${formatNumber(count)} h` : `${formatNumber(Math.round(count / 24))} days`
}

/** Checks only encrypted values, because a hash does not show which secret was used. */
export const secrets: Check = {
  name: 'secrets',
  needsDatabase: true,
  async run({ db, config }) {
    const { opened, openedByPrevious, closed } = await countStoredSecrets(db, config)
    if (closed > 0)
      return bad(
        `${formatNumber(closed)} authenticator apps were stored under another SESSION_SECRET: these people cannot sign in.`,
        'SESSION_SECRET_PREVIOUS=… the one before; if it is lost, for each of them: npm run reset-second-factor -- EMAIL',
      )
    if (openedByPrevious > 0)
      return good(
        `${formatNumber(openedByPrevious)} of ${formatNumber(opened)} authenticator apps still need SESSION_SECRET_PREVIOUS, until their next sign-in.`,
      )
    if (!config.SESSION_SECRET_PREVIOUS) return good('SESSION_SECRET opens what is stored.')
    return good(
      'No authenticator app needs SESSION_SECRET_PREVIOUS anymore. Sessions, remembered devices and backup codes of before end with it; backups are opened without it once one more was made.',
    )
  },
  failure: {
    message: 'What is stored could not be opened',
    remedy: 'Check SESSION_SECRET and SESSION_SECRET_PREVIOUS.',
  },
}
