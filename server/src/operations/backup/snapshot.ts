import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { storedFilesLock } from '../../foundations/files/sweep-lock.ts'
import { digestSettings } from './digests.ts'
import { BackupProblem } from './problem.ts'

const lockMs = 10 * 60_000

/** Opens a connection with two locks that prevent other backups and the removal of files. */
export async function openSnapshotConnection(ownerUrl: string, onLoss: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    // Uses one core for digests and leaves the others for users.
    options: `${digestSettings} -c max_parallel_workers_per_gather=0`,
    application_name: 'alumni backup',
    keepAlive: true,
  })
  client.on('error', onLoss)
  await client.connect()
  try {
    await lockBackups(client)
    await client.query(`set lock_timeout = ${lockMs}`)
    await client.query('select pg_advisory_lock(hashtext($1))', [storedFilesLock])
    await client.query('set lock_timeout = 0')
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw (error as { code?: string }).code === '55P03'
      ? new BackupProblem('Files have been swept for ten minutes. Nothing was written; try again later.')
      : error
  }
}

async function lockBackups(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { rows } = await client.query<{ free: boolean }>(
      "select pg_try_advisory_lock(hashtext('alumni backup')) as free",
    )
    if (rows[0]!.free) return
    await pause(200)
  }
  throw new BackupProblem('Another backup is running. Nothing was written; wait until it has ended.')
}

/** Starts a transaction and exports its snapshot for pg_dump. The snapshot is valid until the transaction ends. */
export async function exportSnapshot(client: pg.Client): Promise<{ snapshot: string; at: string }> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ snapshot: string; at: Date }>(
    'select pg_export_snapshot() as snapshot, now() as at',
  )
  return { snapshot: rows[0]!.snapshot, at: rows[0]!.at.toISOString() }
}

export async function readServerVersion(client: pg.Client): Promise<{ major: number; version: string }> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  const version = /^\d+(\.\d+)?/.exec(rows[0]!.version)![0]
  return { major: Number.parseInt(version, 10), version }
}

/** Lists the stored files that the database references: import files by key, and photos by name. */
export async function listReferencedFiles(client: pg.Client): Promise<{ keys: string[]; photos: string[] }> {
  const batches = ['contact_import_batches', 'education_import_batches', 'employment_import_batches']
  const { rows } = await client.query<{ key: string }>(
    batches
      .map(
        (table) =>
          `select file_key as key from ${table} where file_key <> '' union all select manifest_key from ${table} where manifest_key is not null`,
      )
      .join(' union all '),
  )
  const { rows: photos } = await client.query<{ name: string }>('select name from photos')
  return { keys: rows.map(({ key }) => key), photos: photos.map(({ name }) => name) }
}
