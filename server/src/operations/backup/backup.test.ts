import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { startS3 } from '../../../testing/s3-server.ts'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { markKey } from './storage-mark.ts'

const run = promisify(execFile)
const { db, context, config, backUp, restore, target, key, as } = await buildBackupStory()
const folder = await mkdtemp(join(tmpdir(), 'alumni-backup-s3-'))
const s3 = await startS3(folder, 'backups')
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(noPostgresTools)('restoring a backup restores every table', async () => {
  await createSignup(db)
  await sql`insert into alumni (buid, last_name) values ('B00000001', 'Álvarez')`.execute(db)
  await as('admin')
  await context.files.write('imports/a.csv', Readable.from(['buid\nB1\n']))
  const made = await backUp()
  expect(await readdir(join(target, 'sets', made.id))).toEqual(['database', 'files', 'manifest'])
  const restored = await restore(made.id)
  expect(await restored.db.selectFrom('champion_signups').select('first_name').execute()).toEqual([
    { first_name: 'María José' },
  ])
  expect(await text(await restored.files.read('imports/a.csv'))).toBe('buid\nB1\n')
  expect(await db.selectFrom('alumni_changes').selectAll().execute()).not.toEqual([])
  for (const table of ['staff_sessions', 'alumni_changes'] as const)
    expect(await restored.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test.skipIf(noPostgresTools)('backups can be written to and restored from a bucket', async () => {
  await context.files.write('imports/b.csv', Readable.from(['buid\nB2\n']))
  const there = { BACKUP_URL: `s3://backups/ours?endpoint=${s3.endpoint}` }
  const { id, files } = await backUp(there)
  expect((await backUp(there)).sequence).toBe(2)
  const restored = await restore(id, {}, there)
  expect(restored.files).toBeDefined()
  expect(files).toBe((await Array.fromAsync(context.files.list(new Date(Date.now() + 60_000)))).length - 1)
  expect(await Array.fromAsync(restored.files.list(new Date(Date.now() + 60_000)))).not.toContain(markKey)
  expect(await text(await restored.files.read('imports/b.csv'))).toBe('buid\nB2\n')
})

test.skipIf(noPostgresTools)(
  'outside production a backup may have no recipients, and is then not encrypted',
  async () => {
    const { id } = await backUp({ BACKUP_RECIPIENTS: [] })
    await restore(id, {}, { BACKUP_IDENTITY: undefined })
    const { stdout } = await run(join(config.PG_BIN!, 'pg_restore'), ['--list', join(target, 'sets', id, 'database')])
    expect(stdout).toContain('TABLE DATA public alumni ')
  },
)

const noAge = (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, 'age')))
  ? undefined
  : 'skipped: there is no age; npm test installs it where apt-get needs no question'

test.skipIf(noPostgresTools ?? noAge)("Debian's age decrypts a backup, and pg_restore reads it", async () => {
  const { id } = await backUp()
  const opened = join(folder, 'opened.dump')
  await run('age', ['--decrypt', '--identity', key, '--output', opened, join(target, 'sets', id, 'database')])
  const { stdout } = await run(join(config.PG_BIN!, 'pg_restore'), ['--list', opened])
  expect(stdout).toContain('TABLE DATA public alumni ')
})
