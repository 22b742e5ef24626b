import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from '../../../../testing/test-app.ts'

export type StoredState = { files: string[]; batches: number; jobs: number; audits: number; alumni: number }

export async function readStoredState({ config, db }: TestApp): Promise<StoredState> {
  const folder = join(config.DATA_DIR, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const { rows } = await sql<Omit<StoredState, 'files'>>`
    select (select count(*)::int from contact_import_batches) + (select count(*)::int from education_import_batches) + (select count(*)::int from employment_import_batches) as batches,
      (select count(*)::int from job_outbox) as jobs, (select count(*)::int from audit_entries) as audits, (select count(*)::int from alumni) as alumni
  `.execute(db)
  return {
    files: entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(),
    ...rows[0]!,
  }
}
