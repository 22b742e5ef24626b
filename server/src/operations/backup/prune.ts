import { sql } from 'kysely'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { maxDate } from '../../foundations/files/files.ts'
import { listKeys, readFileList } from './copy-files.ts'
import { removeEndings } from './endings.ts'
import type { BackupContext } from './create-backup.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { openSnapshotConnection } from './snapshot.ts'
import { listBackups, openTarget, type Target } from './target.ts'

type DatedBackup = Pick<Manifest, 'id' | 'sequence' | 'snapshot_at'>

/** Lists all backups but the newest two and one per day, week and month. Sorts by sequence, because clocks can jump. */
export function listBackupsToRemove(
  backups: readonly DatedBackup[],
  { days, weeks, months }: Config['BACKUP_KEEP'],
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.sequence - a.sequence)
  const retained = new Set(newestFirst.slice(0, 2).map(({ id }) => id))
  for (const [count, spanOf] of [
    [days, dayOf],
    [weeks, weekOf],
    [months, (date: string) => date.slice(0, 7)],
  ] as const) {
    const spans = new Set<string>()
    for (const { id, snapshot_at } of newestFirst) {
      const span = spanOf(snapshot_at)
      if (spans.has(span) || spans.size === count) continue
      spans.add(span)
      retained.add(id)
    }
  }
  return newestFirst.flatMap(({ id }) => (retained.has(id) ? [] : [id]))
}

const dayOf = (date: string) => date.slice(0, 10)
function weekOf(date: string): string {
  const day = new Date(dayOf(date))
  return subDays(day, (day.getUTCDay() + 6) % 7).toISOString()
}

/** Returns the ids of removed backups. Keeps all files if a manifest is invalid, because it may reference them. */
export async function pruneBackups({ config, db, ownerUrl }: Omit<BackupContext, 'files'>): Promise<string[]> {
  const target = await openTarget(config)
  const client = await openSnapshotConnection(ownerUrl, () => undefined)
  try {
    const listed = await listBackups(config, target)
    const backups = listed.flatMap((backup) => ('manifest' in backup ? [backup.manifest] : []))
    if (backups.length === 0) return []
    await assertComplete(target, backups[0]!)
    const removed = listBackupsToRemove(backups, config.BACKUP_KEEP)
    // Removes the manifest first, so that a partly removed backup is invalid.
    for (const id of removed)
      for (const part of ['manifest', 'database', 'files']) await target.sets.remove(`${id}/${part}`)
    const remaining = backups.filter(({ id }) => !removed.includes(id))
    if (remaining.length + removed.length === listed.length) await sweepTarget(config, db, target, remaining)
    if (removed.length > 0) await db.update('backups', { id: removed }, { pruned_at: sql`now()` })
    return removed
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function assertComplete(target: Target, newest: Manifest): Promise<void> {
  const { bytes } = newest.database
  const size = await target.sets.size(`${newest.id}/database`).catch(() => undefined)
  const keys = await listKeys(target.files)
  if (size !== bytes || (await readFileList(target, newest)).some(({ stored }) => !keys.has(stored)))
    throw new BackupProblem(`Parts of backup ${newest.id} are missing, so no older one was removed.`)
}

/** Removes leftovers of interrupted and removed backups. The caller must hold the backup lock. */
async function sweepTarget(config: Config, db: Db, target: Target, remaining: readonly Manifest[]): Promise<void> {
  const referenced = new Set<string>()
  for (const backup of remaining) for (const { stored } of await readFileList(target, backup)) referenced.add(stored)
  for (const name of await listKeys(target.files)) if (!referenced.has(name)) await target.files.remove(name)
  const ids = new Set(remaining.map(({ id }) => id))
  for await (const key of target.sets.list(maxDate)) if (!ids.has(key.split('/')[0]!)) await target.sets.remove(key)
  for (const place of [target.sets, target.files, target.endings]) await place.removeUnfinished(maxDate)
  // The oldest backup contains no one who was erased before it was made. A margin of two days covers open transactions.
  const oldest = remaining.map(({ snapshot_at }) => snapshot_at).toSorted()[0]!
  const before = subDays(new Date(oldest), 2)
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
  await removeEndings(config, db, target, before)
}
