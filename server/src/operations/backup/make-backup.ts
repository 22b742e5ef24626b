import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { isLossOfConnection } from '../../foundations/database/connection-loss.ts'
import { findPostgresTool, NoPostgresTool } from '../../foundations/database/postgres-tools.ts'
import { StorageAway, StorageFull, type Files } from '../../foundations/files/files.ts'
import { currentRelease } from '../releases/read-releases.ts'
import { copyFiles, namesIn, readFileList, writeFileList } from './copy-files.ts'
import { momentaryTables, tableDigests } from './digests.ts'
import { dumpDatabase } from './dump-database.ts'
import { noteEndings, signEndingsAnew } from './endings.ts'
import { markFiles } from './mark-of-files.ts'
import { fingerprint, signed, type Manifest, type SavedFile } from './manifest.ts'
import { BackupProblem, reasonOf } from './problem.ts'
import { reportBackup, type Report } from './report.ts'
import { readSchedule } from './schedule.ts'
import { exportSnapshot, namedFiles, openSnapshotConnection, serverMajor } from './snapshot.ts'
import { encrypted, measured } from './streams.ts'
import { backupIds, openTarget, wholeBackups, writeText, type Target } from './target.ts'

export type BackupContext = { config: Config; db: Db; files: Files; ownerUrl: string }

/** Longer is no backup of one day, and vacuum waits for its snapshot. */
const maxHours = 12

/**
 * Makes a backup and answers its manifest, which is written last: without it there is none. Throws a `BackupProblem`
 * with the reason; then nothing of it stays. `askedBy` is the id of a member of staff.
 */
export async function makeBackup(
  context: BackupContext,
  { askedBy = null, signal }: { askedBy?: number | null; signal?: AbortSignal } = {},
): Promise<Manifest> {
  const { config, db } = context
  const target = await openTarget(config)
  if (config.isProduction && config.BACKUP_RECIPIENTS.length === 0)
    throw new BackupProblem(
      'BACKUP_RECIPIENTS is not set: in production a backup is encrypted. Name at least one public key of age (age-keygen makes one).',
    )
  if ((await readSchedule(db, config)).is_copy)
    throw new BackupProblem('This is a copy of another installation: no backups are made of it.')
  const stop = new AbortController()
  const stops = [stop.signal, AbortSignal.timeout(maxHours * 3_600_000), ...(signal ? [signal] : [])]
  const stopped = AbortSignal.any(stops)
  const client = await openSnapshotConnection(context.ownerUrl, (error) =>
    stop.abort(new BackupProblem(`The connection to PostgreSQL was lost (${(error as { code?: string }).code}).`)),
  )
  const id = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`
  const report = await reportBackup(db, { id, target: target.name, askedBy })
  try {
    await assertNotVanished(db, target)
    const endings = await noteEndings(config, db, target, { isThorough: true })
    const { manifest, newBytes } = await write(context, { id, target, client, report, endings, signal: stopped })
    await report.succeed({ database: manifest.database.bytes, files: manifest.files, newBytes })
    if (config.SESSION_SECRET_PREVIOUS) await signAnew(context, target)
    return manifest
  } catch (error) {
    const problem = asProblem(stopped.aborted ? (stopped.reason ?? error) : error)
    await forget(target, id)
    await report.fail(reasonOf(problem, 'The backup failed unexpectedly'))
    throw problem
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Writing = {
  id: string
  target: Target
  client: pg.Client
  report: Report
  endings: number
  signal: AbortSignal
}

async function write(
  { config, files, ownerUrl }: BackupContext,
  { id, target, client, report, endings, signal }: Writing,
): Promise<{ manifest: Manifest; newBytes: number }> {
  const recipients = config.BACKUP_RECIPIENTS
  const { major, version } = await serverMajor(client)
  const tool = await findPostgresTool('pg_dump', major, config.PG_BIN)
  const earlier = await wholeBackups(config, target)
  const known = await knownFiles(target, earlier, recipients)

  report.begin('database')
  const { snapshot, at } = await exportSnapshot(client)
  const plain = measured(dumpDatabase(ownerUrl, tool, snapshot, signal))
  const cipher = measured(await encrypted(plain.bytes, recipients), report.add)
  await target.sets.write(`${id}/database`, Readable.from(cipher.bytes, { objectMode: false }), { signal })
  const database = cipher.part()
  // Not beside the dump: people would wait for two readers of every table.
  const tables = await tableDigests(client, momentaryTables, signal)
  const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migrations order by id')
  const named = await namedFiles(client)
  await client.query('commit')

  report.begin('files')
  const { saved, newBytes } = await copyFiles({ files, target, recipients, signal }, known, report.add)
  report.begin('finishing')
  const file_list = await writeFileList(target, id, saved)
  const manifest: Manifest = {
    format: 1,
    id,
    sequence: Math.max(0, ...earlier.map(({ sequence }) => sequence)) + 1,
    release: (await currentRelease()).tag,
    migrations: migrations.map(({ name }) => name),
    postgres: version,
    pg_dump: tool.version,
    empty: [...momentaryTables],
    tables,
    snapshot_at: at,
    finished_at: new Date().toISOString(),
    recipients,
    database,
    file_list,
    files: saved.length,
    missing_files: missing(named, saved),
    endings,
    secret: fingerprint(config, 'secret'),
    storage: await markFiles(files),
  }
  await assertParts(target, manifest, saved)
  signal.throwIfAborted()
  await writeText(target.sets, `${id}/manifest`, signed(config, manifest))
  return { manifest, newBytes }
}

/**
 * The secret of before may be dropped once a backup was made: until then what it signed is known as ours, and from then
 * on by the secret in force.
 */
async function signAnew({ config, db }: BackupContext, target: Target): Promise<void> {
  const secret = fingerprint(config, 'secret')
  for (const one of await wholeBackups(config, target)) {
    if (one.secret === secret) continue
    await writeText(target.sets, `${one.id}/manifest`, signed(config, { ...one, secret }))
  }
  await signEndingsAnew(config, db, target)
}

/** The files of the newest backup that was encrypted for the same recipients. */
async function knownFiles(
  target: Target,
  earlier: Manifest[],
  recipients: readonly string[],
): Promise<Map<string, SavedFile>> {
  const same = earlier.find((one) => one.recipients.toSorted().join() === recipients.toSorted().join())
  if (!same) return new Map()
  const saved = await readFileList(target, same).catch((error: unknown) => {
    // Then every file is copied again.
    if (error instanceof BackupProblem) return []
    throw error
  })
  return new Map(saved.map((file) => [file.key, file]))
}

function missing({ keys, photos }: { keys: string[]; photos: string[] }, saved: SavedFile[]): number {
  const there = new Set(saved.flatMap(({ key }) => [key, key.replace(/-\d+\.\w+$/, '')]))
  return [...keys, ...photos.map((name) => `photos/${name}`)].filter((key) => !there.has(key)).length
}

/** Before a manifest names them: all parts lie at the target, as long as they were written. */
async function assertParts({ sets, files }: Target, { id, database, file_list }: Manifest, saved: SavedFile[]) {
  const missing = new BackupProblem(
    'What was written to the target is no longer there. No backup was made; check the target.',
  )
  const sizes = await Promise.all([sets.size(`${id}/database`), sets.size(`${id}/files`)]).catch(() => [])
  if (sizes[0] !== database.bytes || sizes[1] !== file_list.bytes) throw missing
  const there = await namesIn(files)
  if (saved.some(({ stored }) => !there.has(stored))) throw missing
}

/** A disk that is not mounted looks like an empty target. */
async function assertNotVanished(db: Db, target: Target): Promise<void> {
  const last = await db.find(
    'backups',
    ['id'],
    { state: 'whole', target: target.name, pruned_at: null },
    { by: '-started_at' },
  )
  if (last && (await backupIds(target)).length === 0)
    throw new BackupProblem(
      `No backup is left at ${target.name}, where ${last.id} was made: its disk may not be mounted. If the target was emptied on purpose, name another folder in BACKUP_URL.`,
    )
}

async function forget({ sets }: Target, id: string): Promise<void> {
  for (const part of ['manifest', 'database', 'files']) await sets.remove(`${id}/${part}`).catch(() => undefined) // the target may be what failed
}

function asProblem(error: unknown): unknown {
  if (error instanceof BackupProblem) return error
  if (error instanceof StorageFull)
    return new BackupProblem('The backup target is full. Free some space there, then try again.')
  if (error instanceof StorageAway)
    return new BackupProblem('File storage or the backup target does not answer. Try again later.')
  if (error instanceof NoPostgresTool) return new BackupProblem(error.message)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new BackupProblem(`The backup took more than ${maxHours} hours and was stopped.`)
  if (error instanceof DOMException && error.name === 'AbortError')
    return new BackupProblem('The backup was interrupted. Nothing was stored.')
  if (isLossOfConnection(error))
    return new BackupProblem('The connection to PostgreSQL or to the storage was lost. Try again once both answer.')
  const { code } = (error ?? {}) as { code?: string }
  if (code && /^E[A-Z]+$/.test(code))
    return new BackupProblem(
      `The backup target cannot be written to (${code}). A folder must belong to the account of the service and, under systemd, be listed in ReadWritePaths= of the worker's unit.`,
    )
  return error
}
