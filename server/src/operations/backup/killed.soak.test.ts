import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { fetchedTools } from '../../../testing/fetched-tools.ts'
import { pruneBackups } from './prune.ts'
import { listBackupIds, openTarget } from './target.ts'

const { db, config, context, backupContext, backUp, restore, emptyDatabase, target, database } =
  await buildBackupStory()
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

function environment() {
  return {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database.app,
    MIGRATION_DATABASE_URL: database.owner,
    DATA_DIR: config.DATA_DIR,
    PUBLIC_URL: config.PUBLIC_URL,
    CHAMPIONS_URL: config.CHAMPIONS_URL,
    SESSION_SECRET: config.SESSION_SECRET,
    BACKUP_URL: config.BACKUP_URL,
    BACKUP_RECIPIENTS: config.BACKUP_RECIPIENTS.join(),
    BACKUP_IDENTITY: config.BACKUP_IDENTITY,
    PG_BIN: fetchedTools.postgresql[18],
  }
}

function command(name: 'backup' | 'restore', ...args: string[]) {
  const child = spawn(process.execPath, [`server/src/commands/${name}.ts`, ...args], { cwd: root, env: environment() })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { child, ended }
}

const listSetFiles = async () => (await readdir(join(target, 'sets'), { recursive: true }).catch(() => [])).join()
const drafts = async () => (await readdir(join(target, 'files', '.unfinished')).catch(() => [])).length

test.skipIf(noPostgresTools)('a killed backup leaves no manifest, and the next one is complete', async () => {
  await db.entities.execute(
    "insert into audit_entries (who, action, subject, detail) select 'x', 'y', 'z', jsonb_build_object('noise', md5(i::text) || md5((i+1)::text)) from generate_series(1, 60000) i",
  )
  for (let file = 0; file < 20; file += 1)
    await context.files.write(`imports/${file}.csv`, Readable.from([randomBytes(2_000_000)]))
  const places: [string, () => Promise<boolean>][] = [
    ['as the dump begins', async () => (await listSetFiles()).includes('.unfinished')],
    ['as the dump is there', async () => (await listSetFiles()).includes('database')],
    ['amid the files', async () => (await drafts()) > 0],
    ['after some files', async () => (await readdir(join(target, 'files')).catch(() => [])).length > 8],
  ]
  for (const [place, isThere] of places) {
    const { child, ended } = command('backup')
    while (!(await isThere()) && child.exitCode === null) await pause(1)
    child.kill('SIGKILL')
    await ended
    expect({ place, whole: await listBackupIds(await openTarget(config)) }).toEqual({ place, whole: [] })
  }
  const { code, output } = await command('backup').ended
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('is complete') })
  const [id] = await listBackupIds(await openTarget(config))
  const states = await db.selectFrom('backups').select('state').orderBy('started_at').execute()
  expect(states.at(-1)).toEqual({ state: 'whole' })
  expect(states.slice(0, -1).every(({ state }) => state === 'failed')).toBe(true)
  await pruneBackups(backupContext)
  expect(
    (await listSetFiles())
      .split(',')
      .filter((name) => name.includes('/'))
      .toSorted(),
  ).toEqual(['database', 'files', 'manifest'].map((part) => `${id}/${part}`))
  expect((await readdir(join(target, 'files'))).filter((name) => !name.startsWith('.'))).toHaveLength(20)
  expect((await stat(join(target, 'files'))).isDirectory()).toBe(true)
  await restore(id!)
})

test.skipIf(noPostgresTools)('the next restore finishes one that was killed', async () => {
  const { id } = await backUp()
  const { owner } = await emptyDatabase()
  for (const ms of [1500, 2500, 3500]) {
    const { child, ended } = command('restore', id, '--into', owner)
    await pause(ms)
    child.kill('SIGKILL')
    await ended
  }
  const { code, output } = await command('restore', id, '--into', owner).ended
  expect(output).toMatch(/is restored|has tables already/)
  expect(code).toBe(output.includes('is restored') ? 0 : 1)
})

const mayMount =
  process.platform === 'linux' &&
  (await run('unshare', ['-rm', 'true']).then(
    () => true,
    () => false,
  ))

test.skipIf(noPostgresTools || !mayMount)(
  'a full target is reported and has no manifest (skipped where a tiny disk cannot be mounted)',
  async () => {
    const small = await mkdtemp(join(tmpdir(), 'alumni-small-'))
    onTestFinished(() => rm(small, { recursive: true }))
    const script = 'mount -t tmpfs -o size=256k tmpfs "$0" && "$1" server/src/commands/backup.ts; ls -R "$0"'
    const { stdout, stderr } = await run('unshare', ['-rm', 'sh', '-c', script, small, process.execPath], {
      cwd: root,
      env: { ...environment(), BACKUP_URL: pathToFileURL(small).href },
    })
    expect(stderr).toContain('The backup target is full.')
    expect(stdout).not.toContain('manifest')
  },
)
