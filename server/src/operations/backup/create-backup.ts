import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { isLossOfConnection } from '../../foundations/database/connection-loss.ts'
import { findPostgresTool, NoPostgresTool } from '../../foundations/database/postgres-tools.ts'
import { StorageUnavailableError, StorageFull, type Files } from '../../foundations/files/files.ts'
import { isCopy } from '../../foundations/mail/held-letters.ts'
import { currentRelease } from '../releases/read-releases.ts'
import { copyFiles, listKeys, readFileList, writeFileList } from './copy-files.ts'
import { transientTables, computeDigests } from './digests.ts'
import { dumpDatabase } from './dump-database.ts'
import { uploadEndings, renewEndingSignatures } from './endings.ts'
import { ensureStorageMark } from './storage-mark.ts'
import { fingerprint, signContent, type Manifest, type SavedFile } from './manifest.ts'
import { BackupProblem, describeReason } from './problem.ts'
import { startReport, type Report } from './report.ts'
import { exportSnapshot, listReferencedFiles, openSnapshotConnection, readServerVersion } from './snapshot.ts'
import { encrypt, meter } from './streams.ts'
import { listBackupIds, openTarget, listValidBackups, writeText, type Target } from './target.ts'

export type BackupContext = { config: Config; db: Db; files: Files; ownerUrl: string }

/** A longer backup would block vacuum and delay the next day's backup. */
const maxHours = 12

/** Creates a backup, which is valid once its manifest is written. If it fails, removes all parts and throws. */
export async function createBackup(
  context: BackupContext,
  { askedBy = null, signal }: { askedBy?: number | null; signal?: AbortSignal } = {},
): Promise<Manifest> {
  const { config, db } = context
  const target = await openTarget(config)
  if (config.isProduction && config.BACKUP_RECIPIENTS.length === 0)
    throw new BackupProblem(
      'BACKUP_RECIPIENTS is not set: in production a backup is encrypted. Name at least one public key of age (age-keygen makes one).',
    )
  if (await isCopy(db)) throw new BackupProblem('This is a copy of another installation: no backups are made of it.')
  const stop = new AbortController()
  const signals = [stop.signal, AbortSignal.timeout(maxHours * 3_600_000), ...(signal ? [signal] : [])]
  const anySignal = AbortSignal.any(signals)
  const client = await openSnapshotConnection(context.ownerUrl, (error) =>
    stop.abort(new BackupProblem(`The connection to PostgreSQL was lost (${(error as { code?: string }).code}).`)),
  )
  const id = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`
  const report = await startReport(db, { id, target: target.name, askedBy })
  try {
    await assertTargetPresent(db, target)
    const endings = await uploadEndings(config, db, target, { isThorough: true })
    const { manifest, newBytes } = await writeBackup(context, {
      id,
      target,
      client,
      report,
      endings,
      signal: anySignal,
    })
    await report.succeed({ database: manifest.database.bytes, files: manifest.files, newBytes })
    if (config.SESSION_SECRET_PREVIOUS) await renewSignatures(context, target)
    return manifest
  } catch (error) {
    const problem = toBackupProblem(anySignal.aborted ? (anySignal.reason ?? error) : error)
    await removeParts(target, id)
    await report.fail(describeReason(problem, 'The backup failed unexpectedly'))
    throw problem
  } finally {
    await client.end().catch(() => undefined)
  }
}

type BackupRun = {
  id: string
  target: Target
  client: pg.Client
  report: Report
  endings: number
  signal: AbortSignal
}

async function writeBackup(
  { config, files, ownerUrl }: BackupContext,
  { id, target, client, report, endings, signal }: BackupRun,
): Promise<{ manifest: Manifest; newBytes: number }> {
  const recipients = config.BACKUP_RECIPIENTS
  const { major, version } = await readServerVersion(client)
  const tool = await findPostgresTool('pg_dump', major, config.PG_BIN)
  const earlier = await listValidBackups(config, target)
  const known = await readKnownFiles(target, earlier, recipients)

  report.startPhase('database')
  const { snapshot, at } = await exportSnapshot(client)
  const plain = meter(dumpDatabase(ownerUrl, tool, snapshot, signal))
  const cipher = meter(await encrypt(plain.bytes, recipients), report.add)
  await target.sets.write(`${id}/database`, Readable.from(cipher.bytes, { objectMode: false }), { signal })
  const database = cipher.part()
  const tables = await computeDigests(client, transientTables, signal)
  const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migrations order by id')
  const references = await listReferencedFiles(client)
  await client.query('commit')

  report.startPhase('files')
  const { saved, newBytes } = await copyFiles({ files, target, recipients, signal }, known, report.add)
  report.startPhase('finishing')
  const file_list = await writeFileList(target, id, saved)
  const manifest: Manifest = {
    format: 1,
    id,
    sequence: Math.max(0, ...earlier.map(({ sequence }) => sequence)) + 1,
    release: (await currentRelease()).tag,
    migrations: migrations.map(({ name }) => name),
    postgres: version,
    pg_dump: tool.version,
    empty: [...transientTables],
    tables,
    snapshot_at: at,
    finished_at: new Date().toISOString(),
    recipients,
    database,
    file_list,
    files: saved.length,
    missing_files: countMissing(references, saved),
    endings,
    secret: fingerprint(config, 'secret'),
    storage: await ensureStorageMark(files),
  }
  await assertParts(target, manifest, saved)
  signal.throwIfAborted()
  await writeText(target.sets, `${id}/manifest`, signContent(config, manifest))
  return { manifest, newBytes }
}

/** Signs manifests and endings again with the current secret, so that the previous secret is no longer needed. */
async function renewSignatures({ config, db }: BackupContext, target: Target): Promise<void> {
  const secret = fingerprint(config, 'secret')
  for (const backup of await listValidBackups(config, target)) {
    if (backup.secret === secret) continue
    await writeText(target.sets, `${backup.id}/manifest`, signContent(config, { ...backup, secret }))
  }
  await renewEndingSignatures(config, db, target)
}

/** Maps keys to the files of the newest backup with the same recipients. */
async function readKnownFiles(
  target: Target,
  earlier: Manifest[],
  recipients: readonly string[],
): Promise<Map<string, SavedFile>> {
  const sameRecipients = earlier.find((backup) => backup.recipients.toSorted().join() === recipients.toSorted().join())
  if (!sameRecipients) return new Map()
  const saved = await readFileList(target, sameRecipients).catch((error: unknown) => {
    if (error instanceof BackupProblem) return []
    throw error
  })
  return new Map(saved.map((file) => [file.key, file]))
}

function countMissing({ keys, photos }: { keys: string[]; photos: string[] }, saved: SavedFile[]): number {
  const savedKeys = new Set(saved.flatMap(({ key }) => [key, key.replace(/-\d+\.\w+$/, '')]))
  return [...keys, ...photos.map((name) => `photos/${name}`)].filter((key) => !savedKeys.has(key)).length
}

/** Checks that all parts exist at the target before the manifest makes the backup valid. */
async function assertParts({ sets, files }: Target, { id, database, file_list }: Manifest, saved: SavedFile[]) {
  const missing = new BackupProblem(
    'What was written to the target is no longer there. No backup was made; check the target.',
  )
  const sizes = await Promise.all([sets.size(`${id}/database`), sets.size(`${id}/files`)]).catch(() => [])
  if (sizes[0] !== database.bytes || sizes[1] !== file_list.bytes) throw missing
  const keys = await listKeys(files)
  if (saved.some(({ stored }) => !keys.has(stored))) throw missing
}

/** Throws if the target's disk is not mounted, which looks like an empty target. */
async function assertTargetPresent(db: Db, target: Target): Promise<void> {
  const last = await db.find(
    'backups',
    ['id'],
    { state: 'whole', target: target.name, pruned_at: null },
    { by: '-started_at' },
  )
  if (last && (await listBackupIds(target)).length === 0)
    throw new BackupProblem(
      `No backup is left at ${target.name}, where ${last.id} was made: its disk may not be mounted. If the target was emptied on purpose, name another folder in BACKUP_URL.`,
    )
}

async function removeParts({ sets }: Target, id: string): Promise<void> {
  for (const part of ['manifest', 'database', 'files']) await sets.remove(`${id}/${part}`).catch(() => undefined)
}

function toBackupProblem(error: unknown): unknown {
  if (error instanceof BackupProblem) return error
  if (error instanceof StorageFull)
    return new BackupProblem('The backup target is full. Free some space there, then try again.')
  if (error instanceof StorageUnavailableError)
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
