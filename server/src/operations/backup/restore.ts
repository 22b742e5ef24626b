import { compareTags } from '@alumni/shared/operations/releases'
import type { Config } from '../../foundations/process/config.ts'
import type { PoolOptions } from '../../foundations/database/orm.ts'
import type { Db } from '../../foundations/database/db.ts'
import {
  isBeforeBaseline,
  listMigrations,
  requiredStop,
  replaceBeforeBaseline,
} from '../../foundations/database/migrations.ts'
import { findPostgresTool } from '../../foundations/database/postgres-tools.ts'
import { FileMissing, type Files } from '../../foundations/files/files.ts'
import { currentRelease } from '../releases/read-releases.ts'
import { quiesceRestoredDatabase, type QuiescedWork } from './quiesce.ts'
import { readFileList } from './copy-files.ts'
import { computeDigests, type TableDigest } from './digests.ts'
import { restoreDatabase } from './dump-database.ts'
import { openEmptyDatabase, type EmptyDatabase } from './empty-database.ts'
import { readEndings } from './endings.ts'
import type { Manifest } from './manifest.ts'
import { readStorageMark } from './storage-mark.ts'
import { BackupProblem } from './problem.ts'
import { checkFiles, restoreFiles } from './restore-files.ts'
import { decrypt, measure } from './streams.ts'
import { openTarget, readIdentities, readManifest, type Target } from './target.ts'

/** `migrate` and `openDb` are injected, because this folder does not import all entities. */
export type RestoreContext = {
  config: Config
  files: Files
  migrate(ownerUrl: string, options: { isRestoring: boolean }): Promise<string[]>
  openDb(url: string, options: PoolOptions): Promise<Db>
}
export type RestoreOptions = {
  id: string
  /** The URL of an empty database, with its owner's login. */
  url: string
  actor: string
  /** Restores the backup as a test copy, which holds all letters instead of sending them. */
  isCopy?: boolean
  /** Accepts a backup made with a SESSION_SECRET that has since been lost. */
  isForeignAccepted?: boolean
  /** Accepts that notes of deletions and erasures are lost, so that the people they concern return. */
  areLostAccepted?: boolean
  /** Only verifies the backup: reads and compares files without storing them. */
  isCheck?: boolean
  onStep?: (message: string) => void
  signal?: AbortSignal
}
export type RestoreResult = { manifest: Manifest; quiesced: QuiescedWork; files: number }

/** Restores a backup into a database that servers refuse to use until the restore is complete. */
export async function restoreBackup(context: RestoreContext, options: RestoreOptions): Promise<RestoreResult> {
  const { config } = context
  const { id, url, isForeignAccepted = false, areLostAccepted = false, isCopy = false } = options
  const { onStep = () => undefined } = options
  const signal = options.signal ?? new AbortController().signal
  const target = await openTarget(config)
  const manifest = await readManifest(config, target, id, { isForeignAccepted })
  await assertSupportedRelease(manifest)
  if (isCopy && !options.isCheck) await assertSeparateStorage(context, manifest)
  const identities = manifest.recipients.length > 0 ? await readIdentities(config) : null
  const tool = await findPostgresTool('pg_restore', Number.parseInt(manifest.pg_dump, 10), config.PG_BIN)
  onStep('Reading the backup, to see that it is what was written.')
  const endings = await readEndings(config, target, { isForeignAccepted, areLostAccepted })
  const saved = await readFileList(target, manifest)
  await assertUnaltered(target, manifest)
  const open = async () => decrypt(await target.sets.read(`${id}/database`), identities)
  // Decrypts one chunk to test the key before writing anything.
  for await (const _ of await open()) break

  const database = await openEmptyDatabase(url, Number.parseInt(manifest.postgres, 10))
  try {
    await database.start()
    onStep('Restoring the database.')
    await restoreDatabase(url, tool, await open(), signal)
    onStep('Comparing every table.')
    const [found] = await Promise.all([
      computeDigests(database.client, manifest.empty, signal),
      options.isCheck ? undefined : database.analyze(),
    ])
    assertSameTables(manifest, found)
    await context.migrate(url, { isRestoring: true })
    onStep(options.isCheck ? 'Opening every file.' : 'Restoring the files.')
    const work = { files: context.files, target, identities, signal }
    await (options.isCheck ? checkFiles(work, saved) : restoreFiles(work, saved))
    const quiesced = await quiesce(context, database, { manifest, endings, url, isCopy, actor: options.actor })
    await database.open()
    return { manifest, quiesced, files: saved.length }
  } finally {
    await database.close()
  }
}

async function quiesce(
  { openDb }: RestoreContext,
  database: EmptyDatabase,
  options: {
    manifest: Manifest
    endings: Awaited<ReturnType<typeof readEndings>>
    url: string
    isCopy: boolean
    actor: string
  },
): Promise<QuiescedWork> {
  // In a copy, puts all new letters on hold, even letters that an older release creates.
  await database.client.query(
    `alter table letters alter column held_at ${options.isCopy ? 'set default now()' : 'drop default'}`,
  )
  const db = await openDb(options.url, { max: 2, statementTimeoutMs: 0, idleInTransactionMs: 0 })
  try {
    return await quiesceRestoredDatabase(db, options.manifest, options)
  } finally {
    await db.destroy()
  }
}

async function assertSupportedRelease({ id, release, migrations }: Manifest): Promise<void> {
  const { tag } = await currentRelease()
  if (isBeforeBaseline(migrations))
    throw new BackupProblem(
      `Backup ${id} was made by ${release}, before the upgrade to ${requiredStop.release} was finished: restore it with ${requiredStop.release}, which upgrades it, then install ${tag}.`,
    )
  const names = new Set(listMigrations())
  if (compareTags(release, tag) > 0 || replaceBeforeBaseline(migrations).some((name) => !names.has(name)))
    throw new BackupProblem(
      `Backup ${id} was made by ${release}, and this is ${tag}: install that release or a later one first.`,
    )
}

async function assertSeparateStorage({ files }: RestoreContext, { storage }: Manifest): Promise<void> {
  if ((await readStorageMark(files)) === storage)
    throw new BackupProblem(
      'A copy needs a place of its own for files: set STORAGE_URL or DATA_DIR to another one, which is empty.',
    )
}

/** Reads the whole dump before the restore, to detect truncated or altered dumps. */
async function assertUnaltered({ sets }: Target, { id, database }: Manifest): Promise<void> {
  const found = await sets.read(`${id}/database`).then(measure, (error: unknown) => {
    if (error instanceof FileMissing) return { bytes: 0, sha256: '' }
    throw error
  })
  if (found.bytes < database.bytes) throw new BackupProblem(`The database of backup ${id} is cut off.`)
  if (found.bytes !== database.bytes || found.sha256 !== database.sha256)
    throw new BackupProblem(`The database of backup ${id} was altered after it was made.`)
}

function assertSameTables({ tables }: Manifest, found: readonly TableDigest[]): void {
  const byName = (digests: readonly TableDigest[]) =>
    new Map(digests.map(({ name, rows, digest }) => [name, `${rows} ${digest}`]))
  const [before, after] = [byName(tables), byName(found)]
  const different = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
  if (different.length > 0)
    throw new BackupProblem(
      `What was restored is not what was backed up: ${different.slice(0, 5).join(', ')}${different.length > 5 ? ' …' : ''}. The database stays closed.`,
    )
}
