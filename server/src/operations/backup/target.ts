import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { createFiles, FileMissing, type Files } from '../../foundations/files/files.ts'
import { backupId, manifest, maxManifestBytes, openSigned, type Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

/** Where backups lie. `name` is the place without anything secret. */
export type Target = {
  name: string
  /** `ID/manifest`, `ID/database`, `ID/files`. */
  sets: Files
  /** Uploaded files, each once for all backups that name it. */
  files: Files
  /** Notes of deleted, restored and erased people. */
  endings: Files
}

/** Throws a `BackupProblem` where there is none, or its folder is not there. */
export async function openTarget(
  config: Pick<Config, 'BACKUP_URL' | 'backsUpElsewhere' | 'DATA_DIR'>,
): Promise<Target> {
  if (config.backsUpElsewhere)
    throw new BackupProblem('BACKUP_URL is none: backups of this installation are made elsewhere.')
  if (!config.BACKUP_URL)
    throw new BackupProblem('BACKUP_URL is not set: name a folder (file:///…) or a bucket (s3://…) for backups.')
  const url = new URL(config.BACKUP_URL)
  if (url.protocol === 'file:') await assertFolder(fileURLToPath(url))
  const at = (folder: string) => {
    const place = new URL(url)
    place.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${folder}`
    return createFiles({ STORAGE_URL: place.href, DATA_DIR: config.DATA_DIR })
  }
  return {
    name: nameOf(config.BACKUP_URL),
    sets: await at('sets'),
    files: await at('files'),
    endings: await at('endings'),
  }
}

/** Returns the part of an address that is shown and differs between places; nothing of it is secret. */
function nameOf(address: string): string {
  const { protocol, host, pathname, searchParams } = new URL(address)
  const endpoint = searchParams.get('endpoint')
  return `${protocol}//${host}${pathname.replace(/(?<!\/)\/+$/, '')}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`
}

/** Backups at the place that BACKUP_URL names. Those at others, such as a disk in the safe, are none of the schedule's. */
export function backupsAtTarget(db: Db, { BACKUP_URL }: Pick<Config, 'BACKUP_URL'>) {
  return db.selectFrom('backups').where('target', '=', BACKUP_URL ? nameOf(BACKUP_URL) : '')
}

/** It is not made: a disk that is not mounted would be filled somewhere else. */
async function assertFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory())
    throw new BackupProblem(`There is no folder ${path} for backups. Mount its disk, or make the folder.`)
}

/** The ids of all backups that have a manifest, in no order. */
export async function backupIds({ sets }: Target): Promise<string[]> {
  const ids: string[] = []
  for await (const key of sets.list(new Date(8.64e15))) {
    const [id, name, ...more] = key.split('/')
    if (name === 'manifest' && more.length === 0 && backupId.safeParse(id).success) ids.push(id!)
  }
  return ids
}

/** Throws a `BackupProblem`: there is no such backup, or it was altered. */
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
  const found = openSigned(config, manifest, { ...options, text: content, name })
  if (found.id !== id) throw new BackupProblem(`${name} is that of ${found.id}: it was put in another place.`)
  return found
}

export type Listed = { manifest: Manifest } | { id: string; problem: string }

/** All backups, the newest first; those whose manifest cannot be believed come last, with the reason. */
export async function listBackups(config: Config, target: Target): Promise<Listed[]> {
  const listed: Listed[] = []
  for (const id of (await backupIds(target)).toSorted())
    listed.push(
      await readManifest(config, target, id).then(
        (found) => ({ manifest: found }),
        (error: unknown) => {
          if (error instanceof BackupProblem) return { id, problem: error.message }
          throw error
        },
      ),
    )
  const sequenceOf = (one: Listed) => ('manifest' in one ? one.manifest.sequence : 0)
  return listed.toSorted((a, b) => sequenceOf(b) - sequenceOf(a))
}

export async function wholeBackups(config: Config, target: Target): Promise<Manifest[]> {
  return (await listBackups(config, target)).flatMap((one) => ('manifest' in one ? [one.manifest] : []))
}

export async function writeText(files: Files, key: string, content: string): Promise<void> {
  await files.write(key, Readable.from([Buffer.from(content)]))
}

/** The keys with which backups are opened. Throws a `BackupProblem` where the file is not there. */
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
