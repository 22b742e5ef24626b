import { sql } from 'kysely'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { anyTime, namesIn, readFileList } from './copy-files.ts'
import { forgetEndings } from './endings.ts'
import type { BackupContext } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { openSnapshotConnection } from './snapshot.ts'
import { listBackups, openTarget, type Target } from './target.ts'

type Made = Pick<Manifest, 'id' | 'sequence' | 'snapshot_at'>

/**
 * Which backups go: all but the newest of each of the last days, weeks and months that have one, and never the newest
 * two. What is newest follows from their sequence, so that a clock that jumped removes none.
 */
export function superfluous(made: readonly Made[], { days, weeks, months }: Config['BACKUP_KEEP']): string[] {
  const newestFirst = made.toSorted((a, b) => b.sequence - a.sequence)
  const stay = new Set(newestFirst.slice(0, 2).map(({ id }) => id))
  for (const [count, spanOf] of [
    [days, dayOf],
    [weeks, weekOf],
    [months, (at: string) => at.slice(0, 7)],
  ] as const) {
    const spans = new Set<string>()
    for (const { id, snapshot_at } of newestFirst) {
      const span = spanOf(snapshot_at)
      if (spans.has(span) || spans.size === count) continue
      spans.add(span)
      stay.add(id)
    }
  }
  return newestFirst.flatMap(({ id }) => (stay.has(id) ? [] : [id]))
}

const dayOf = (at: string) => at.slice(0, 10)
/** The Monday of its week. */
function weekOf(at: string): string {
  const day = new Date(dayOf(at))
  return subDays(day, (day.getUTCDay() + 6) % 7).toISOString()
}

/**
 * Removes superfluous backups and what no backup names, once the newest one lies there whole. Answers the ids of those
 * that went. Where a manifest cannot be believed, files stay: it may name them.
 */
export async function pruneBackups({ config, db, ownerUrl }: Omit<BackupContext, 'files'>): Promise<string[]> {
  const target = await openTarget(config)
  const client = await openSnapshotConnection(ownerUrl, () => undefined)
  try {
    const listed = await listBackups(config, target)
    const made = listed.flatMap((one) => ('manifest' in one ? [one.manifest] : []))
    if (made.length === 0) return []
    await assertWhole(target, made[0]!)
    const superseded = superfluous(made, config.BACKUP_KEEP)
    // Without its manifest it is no backup any more, whatever happens next.
    for (const id of superseded)
      for (const part of ['manifest', 'database', 'files']) await target.sets.remove(`${id}/${part}`)
    const left = made.filter(({ id }) => !superseded.includes(id))
    if (left.length + superseded.length === listed.length) await sweepTarget(config, db, target, left)
    if (superseded.length > 0) await db.update('backups', { id: superseded }, { pruned_at: sql`now()` })
    return superseded
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function assertWhole(target: Target, newest: Manifest): Promise<void> {
  const { bytes } = newest.database
  const size = await target.sets.size(`${newest.id}/database`).catch(() => undefined)
  const there = await namesIn(target.files)
  if (size !== bytes || (await readFileList(target, newest)).some(({ stored }) => !there.has(stored)))
    throw new BackupProblem(`Parts of backup ${newest.id} are missing, so no older one was removed.`)
}

/** Removes the rest of backups that were cut off or removed. The caller's lock lets no other one run. */
async function sweepTarget(config: Config, db: Db, target: Target, left: readonly Manifest[]): Promise<void> {
  const named = new Set<string>()
  for (const one of left) for (const { stored } of await readFileList(target, one)) named.add(stored)
  for (const name of await namesIn(target.files)) if (!named.has(name)) await target.files.remove(name)
  const ids = new Set(left.map(({ id }) => id))
  for await (const key of target.sets.list(anyTime)) if (!ids.has(key.split('/')[0]!)) await target.sets.remove(key)
  for (const place of [target.sets, target.files, target.endings]) await place.removeUnfinished(anyTime)
  // Whoever was erased before the oldest backup is in none; a day more for transactions that were open then.
  const oldest = left.map(({ snapshot_at }) => snapshot_at).toSorted()[0]!
  const before = subDays(new Date(oldest), 2)
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
  await forgetEndings(config, db, target, before)
}
