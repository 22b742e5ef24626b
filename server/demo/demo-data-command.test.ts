import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'

const database = await createTestDatabase('template1')
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-data-'))
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const run = promisify(execFile)
const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.owner }
const command = (file: string, ...args: string[]) =>
  run(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], { env })

test('demo data is loaded into a database that was never migrated, and CRM files are written from it', async () => {
  const { stdout } = await command('demo-data-command.ts', '--alumni', '12')
  expect(stdout).toContain('Loaded 12 alumni, ')
  const file = await command('crm-files-command.ts', '--type', 'contacts', '--rows', '5')
  expect(file.stdout.trimEnd().split('\n')).toHaveLength(6)
})
