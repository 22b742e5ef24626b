import { sql } from 'kysely'
import { sweepImportFiles } from '../src/exchange/imports/sweep.ts'
import type { Db } from '../src/foundations/database/db.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { markKey } from '../src/operations/backup/storage-mark.ts'

/** Each import must have its files; after a sweep that ignores the age of files, no other files remain. */
export async function misplacedFiles(db: Db, files: Files): Promise<string[]> {
  const all = () => files.list(new Date(Date.now() + 60_000))
  await sweepImportFiles({ db, files: { ...files, list: all } })
  const { rows } = await sql<{ key: string }>`
    select file_key as key from contact_import_batches union all
    select manifest_key from contact_import_batches where manifest_key is not null`.execute(db)
  const named = new Set(rows.map(({ key }) => key))
  const stored = new Set(await Array.fromAsync(all()))
  // Backups write this file.
  stored.delete(markKey)
  return [
    ...[...named.difference(stored)].map((key) => `files: an import names ${key}, which is not there`),
    ...[...stored.difference(named)].map((key) => `files: nothing names ${key}`),
  ]
}
