import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { createFiles, FileMissing, maxDate, type Files } from '../../foundations/files/files.ts'
import { backupId, manifest, maxManifestBytes, parseSigned, type Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

/** The place where backups are stored; `name` contains no secrets. */
export type Target = {
  name: string
  /** Contains `ID/manifest`, `ID/database` and `ID/files`. */
  sets: Files
  /** Uploaded files, stored once for all backups. */
  files: Files
  /** Signed records of signups that were deleted, restored or erased, which a restore repeats. */
  endings: Files
}

/** Opens the target of backups. Throws a `BackupProblem` if none is configured or its folder does not exist. */
export async function openTarget(
  config: Pick<Config, 'BACKUP_URL' | 'backsUpElsewhere' | 'DATA_DIR'>,
): Promise<Target> {
  if (config.backsUpElsewhere)
    throw new BackupProblem('BACKUP_URL is none: backups of this installation are made elsewhere.')
  if (!config.BACKUP_URL)
    throw new BackupProblem('BACKUP_URL is not set: name a folder (file:///…) or a bucket (s3://…) for backups.')
  const url = new URL(config.BACKUP_URL)
  if (url.protocol === 'file:') await assertFolder(fileURLToPath(url))
  const openFolder = (folder: string) => {
    const place = new URL(url)
    place.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${folder}`
    return createFiles({ STORAGE_URL: place.href, DATA_DIR: config.DATA_DIR })
  }
  return {
    name: nameOf(config.BACKUP_URL),
    sets: await openFolder('sets'),
    files: await openFolder('files'),
    endings: await openFolder('endings'),
  }
}

function nameOf(backupUrl: string): string {
  const { protocol, host, pathname, searchParams } = new URL(backupUrl)
  const endpoint = searchParams.get('endpoint')
  return `${protocol}//${host}${pathname.replace(/(?<!\/)\/+$/, '')}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`
}

export function backupsAtTarget(db: Db, { BACKUP_URL }: Pick<Config, 'BACKUP_URL'>) {
  return db.selectFrom('backups').where('target', '=', BACKUP_URL ? nameOf(BACKUP_URL) : '')
}

/** Does not create a missing folder, because its disk may not be mounted. */
async function assertFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory())
    throw new BackupProblem(`There is no folder ${path} for backups. Mount its disk, or make the folder.`)
}

/** Lists the ids of backups that have a manifest, which may be invalid, in no particular order. */
export async function listBackupIds({ sets }: Target): Promise<string[]> {
  const ids: string[] = []
  for await (const key of sets.list(maxDate)) {
    const [id, name, ...more] = key.split('/')
    if (name === 'manifest' && more.length === 0 && backupId.safeParse(id).success) ids.push(id!)
  }
  return ids
}

/** Reads a backup's manifest and verifies its signature. Throws a `BackupProblem` if it is missing or invalid. */
export async function readManifest(
  config: Config,
  { sets }: Target,
  id: string,
  options: { isForeignAccepted?: boolean } = {},
): Promise<Manifest> {
  const name = `The manifest of backup ${id}`
  const read = async () => {
    if (!backupId.safeParse(id).success) throw new FileMissing(id)
    return text(await sets.read(`${id}/manifest`, { start: 0, end: maxManifestBytes }))
  }
  const content = await read().catch((error: unknown) => {
    throw error instanceof FileMissing ? new BackupProblem(`There is no backup ${id} at the target.`) : error
  })
  if (content.length > maxManifestBytes) throw new BackupProblem(`${name} is larger than any that was ever written.`)
  const found = parseSigned(config, manifest, { ...options, text: content, name })
  if (found.id !== id) throw new BackupProblem(`${name} is that of ${found.id}: it was put in another place.`)
  return found
}

export type ListedBackup = { manifest: Manifest } | { id: string; problem: string }

/** Lists backups, newest first. Backups with an invalid manifest come last, each with its problem. */
export async function listBackups(config: Config, target: Target): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const id of (await listBackupIds(target)).toSorted())
    listed.push(
      await readManifest(config, target, id).then(
        (found) => ({ manifest: found }),
        (error: unknown) => {
          if (error instanceof BackupProblem) return { id, problem: error.message }
          throw error
        },
      ),
    )
  const sequenceOf = (backup: ListedBackup) => ('manifest' in backup ? backup.manifest.sequence : 0)
  return listed.toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
}

export async function listValidBackups(config: Config, target: Target): Promise<Manifest[]> {
  return (await listBackups(config, target)).flatMap((backup) => ('manifest' in backup ? [backup.manifest] : []))
}

export async function writeText(files: Files, key: string, content: string): Promise<void> {
  await files.write(key, Readable.from([Buffer.from(content)]))
}

/** Reads the private keys of age from the file BACKUP_IDENTITY. Throws a `BackupProblem` if there are none. */
export async function readIdentities({ BACKUP_IDENTITY }: Config): Promise<string[]> {
  if (!BACKUP_IDENTITY)
    throw new BackupProblem('BACKUP_IDENTITY is not set: name the file with the private key of age (AGE-SECRET-KEY-…).')
  const content = await readFile(BACKUP_IDENTITY, 'utf8').catch((error: { code?: string }) => {
    throw new BackupProblem(`${BACKUP_IDENTITY} cannot be read (${error.code}): it is to hold the private key of age.`)
  })
  const identities = content.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new BackupProblem(`${BACKUP_IDENTITY} holds no private key of age (a line AGE-SECRET-KEY-…).`)
  return identities
}
