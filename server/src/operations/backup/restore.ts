import { compareTags } from '@alumni/shared/operations/releases'
import type { Config } from '../../foundations/process/config.ts'
import type { ConnectionShare } from '../../foundations/database/orm.ts'
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
import { putToSleep, type Slept } from './asleep.ts'
import { readFileList } from './copy-files.ts'
import { tableDigests, type TableDigest } from './digests.ts'
import { restoreDatabase } from './dump-database.ts'
import { openEmptyDatabase, type EmptyDatabase } from './empty-database.ts'
import { readEndings } from './endings.ts'
import { type Manifest } from './manifest.ts'
import { markOfFiles } from './mark-of-files.ts'
import { BackupProblem } from './problem.ts'
import { checkFiles, restoreFiles } from './restore-files.ts'
import { decrypted, measure } from './streams.ts'
import { openTarget, readIdentities, readManifest, type Target } from './target.ts'

/** The inputs of a restore; the schema is passed in, as this room knows only its own part of it. */
export type RestoreContext = {
  config: Config
  files: Files
  migrate(ownerUrl: string, options: { isRestoring: boolean }): Promise<string[]>
  openDb(url: string, share: ConnectionShare): Promise<Db>
}
export type RestoreOptions = {
  id: string
  /** An empty database, as its owner. */
  into: string
  /** The person who asked, for the audit log. */
  by: string
  /** No letter leaves from what is restored. */
  isCopy?: boolean
  /** The SESSION_SECRET of the backup is lost. */
  isForeignAccepted?: boolean
  /** Notes of who was deleted or erased are lost: these people come back. */
  areLostAccepted?: boolean
  /** Proves the backup: files are opened and compared, not stored. */
  isCheck?: boolean
  onStep?: (sentence: string) => void
  signal?: AbortSignal
}
export type Restored = { manifest: Manifest; slept: Slept; files: number }

/**
 * Fills an empty database, and the place for files, from a backup; the database opens for servers only at the very end.
 * Called again after it was cut off, it begins anew. Throws a `BackupProblem`, before it writes where that is possible.
 */
export async function restoreBackup(context: RestoreContext, options: RestoreOptions): Promise<Restored> {
  const { config } = context
  const { id, into, isForeignAccepted = false, areLostAccepted = false, isCopy = false } = options
  const { onStep = () => undefined } = options
  const signal = options.signal ?? new AbortController().signal
  const target = await openTarget(config)
  const manifest = await readManifest(config, target, id, { isForeignAccepted })
  await refuseOtherRelease(manifest)
  if (isCopy && !options.isCheck) await refuseSharedFiles(context, manifest)
  const identities = manifest.recipients.length > 0 ? await readIdentities(config) : null
  const tool = await findPostgresTool('pg_restore', Number.parseInt(manifest.pg_dump, 10), config.PG_BIN)
  onStep('Reading the backup, to see that it is what was written.')
  const endings = await readEndings(config, target, { isForeignAccepted, areLostAccepted })
  const saved = await readFileList(target, manifest)
  await refuseAltered(target, manifest)
  const open = async () => decrypted(await target.sets.read(`${id}/database`), identities)
  // The key fits, or nothing is begun.
  for await (const _ of await open()) break

  const database = await openEmptyDatabase(into, Number.parseInt(manifest.postgres, 10))
  try {
    await database.begin()
    onStep('Restoring the database.')
    await restoreDatabase(into, tool, await open(), signal)
    onStep('Comparing every table.')
    const [found] = await Promise.all([
      tableDigests(database.client, manifest.empty, signal),
      options.isCheck ? undefined : database.analyze(),
    ])
    compare(manifest, found)
    await context.migrate(into, { isRestoring: true })
    onStep(options.isCheck ? 'Opening every file.' : 'Restoring the files.')
    const work = { files: context.files, target, identities, signal }
    await (options.isCheck ? checkFiles(work, saved) : restoreFiles(work, saved))
    const slept = await sleep(context, database, { manifest, endings, into, isCopy, by: options.by })
    await database.open()
    return { manifest, slept, files: saved.length }
  } finally {
    await database.close()
  }
}

async function sleep(
  { openDb }: RestoreContext,
  database: EmptyDatabase,
  given: {
    manifest: Manifest
    endings: Awaited<ReturnType<typeof readEndings>>
    into: string
    isCopy: boolean
    by: string
  },
): Promise<Slept> {
  // A letter of a copy is born retained, whichever release writes it.
  await database.client.query(
    `alter table letters alter column held_at ${given.isCopy ? 'set default now()' : 'drop default'}`,
  )
  const db = await openDb(given.into, { max: 2, statementTimeoutMs: 0, idleInTransactionMs: 0 })
  try {
    return await putToSleep(db, given.manifest, given)
  } finally {
    await db.destroy()
  }
}

async function refuseOtherRelease({ id, release, migrations }: Manifest): Promise<void> {
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

/** A copy that shared its files with the original would sweep them away. */
async function refuseSharedFiles({ files }: RestoreContext, { storage }: Manifest): Promise<void> {
  if ((await markOfFiles(files)) === storage)
    throw new BackupProblem(
      'A copy needs a place of its own for files: set STORAGE_URL or DATA_DIR to another one, which is empty.',
    )
}

/** Read whole before anything runs it: what pg_restore gets is what was written, and all of it. */
async function refuseAltered({ sets }: Target, { id, database }: Manifest): Promise<void> {
  const found = await sets.read(`${id}/database`).then(measure, (error: unknown) => {
    if (error instanceof FileMissing) return { bytes: 0, sha256: '' }
    throw error
  })
  if (found.bytes < database.bytes) throw new BackupProblem(`The database of backup ${id} is cut off.`)
  if (found.bytes !== database.bytes || found.sha256 !== database.sha256)
    throw new BackupProblem(`The database of backup ${id} was altered after it was made.`)
}

function compare({ tables }: Manifest, found: readonly TableDigest[]): void {
  const shown = (digests: readonly TableDigest[]) =>
    new Map(digests.map(({ name, rows, digest }) => [name, `${rows} ${digest}`]))
  const [before, after] = [shown(tables), shown(found)]
  const different = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
  if (different.length > 0)
    throw new BackupProblem(
      `What was restored is not what was backed up: ${different.slice(0, 5).join(', ')}${different.length > 5 ? ' …' : ''}. The database stays closed.`,
    )
}
