import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { generateIdentity } from 'age-encryption'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { runOn } from '../../../testing/test-database.ts'
import { isSoak } from '../../../testing/soak.ts'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { migrate } from '../../schema.ts'
import type { Config } from '../../foundations/process/config.ts'
import { signContent, type Manifest } from './manifest.ts'

const story = await buildBackupStory()
const { backUp, restore, emptyDatabase, config, db, context, target, folder } = story
let id = ''
let empty: Awaited<ReturnType<typeof emptyDatabase>>

describe.skipIf(noPostgresTools)('is refused with a message, and nothing is written', () => {
  beforeAll(async () => {
    await context.files.write('imports/a.csv', Readable.from(['buid\nB1\n']))
    id = (await backUp()).id
    empty = await emptyDatabase()
  })

  const setsBefore = async (folder = target) =>
    (await readdir(join(folder, 'sets')).catch(() => [])).filter((name) => !name.startsWith('.'))
  const backupRefused = async (message: string, changes: Partial<Config>) => {
    const before = await setsBefore()
    await expect(backUp(changes)).rejects.toThrow(message)
    expect(await setsBefore()).toEqual(before)
  }

  test('a backup without recipients in production, without a target, or for a pg_dump that is too old', async () => {
    expect(await setsBefore()).toEqual([id])
    await backupRefused('BACKUP_RECIPIENTS is not set', { isProduction: true, BACKUP_RECIPIENTS: [] })
    await backupRefused('BACKUP_URL is not set', { BACKUP_URL: undefined })
    await backupRefused('postgresql-client-18', { PG_BIN: folder })
    const last = await db.selectFrom('backups').selectAll().orderBy('started_at', 'desc').executeTakeFirstOrThrow()
    expect(last).toMatchObject({ state: 'failed', failure: expect.stringContaining('pg_dump 18 or newer is needed') })
  })

  test('a backup to a missing folder, or to an empty one although backups were made there', async () => {
    await rename(target, `${target}.unmounted`)
    await expect(backUp()).rejects.toThrow('There is no folder')
    await mkdir(target)
    await expect(backUp()).rejects.toThrow('its disk may not be mounted')
    expect(await setsBefore()).toEqual([])
    await rm(target, { recursive: true })
    await rename(`${target}.unmounted`, target)
  })

  test('a backup whose target becomes unavailable halfway', async () => {
    await context.files.write('imports/large.csv', Readable.from([randomBytes(8_000_000)]))
    const place = await mkdtemp(join(folder, 'vanishing-'))
    const changes = { BACKUP_URL: pathToFileURL(place).href }
    const backup = backUp(changes).then(
      () => 'whole',
      (error: Error) => error.message,
    )
    await expect.poll(() => readdir(join(place, 'sets')).catch(() => []), { interval: 2 }).not.toEqual([])
    await rename(place, `${place}.unmounted`)
    expect(await backup).toMatch(
      /^(The backup target cannot be written to|What was written to the target is no longer there)/,
    )
    expect(await readdir(place, { recursive: true }).catch(() => [])).not.toContain('manifest')
  })

  test('a second backup during the first', async () => {
    const client = new pg.Client({ connectionString: story.database.owner })
    await client.connect()
    await client.query("select pg_advisory_lock(hashtext('alumni backup'))")
    await expect(backUp()).rejects.toThrow('Another backup is running')
    await client.end()
  })

  async function restoreRefused(
    message: string,
    change: (copy: string) => Promise<unknown>,
    changes: Partial<Config> = {},
  ) {
    const copy = join(folder, `copy-${Math.random().toString(36).slice(2)}`)
    await cp(target, copy, { recursive: true })
    await change(copy)
    const options = { url: empty.owner, isForeignAccepted: 'SESSION_SECRET' in changes ? true : undefined }
    await expect(restore(id, options, { ...changes, BACKUP_URL: pathToFileURL(copy).href })).rejects.toThrow(message)
    await expectNothing()
  }
  async function expectNothing() {
    const client = new pg.Client({ connectionString: empty.owner })
    await client.connect()
    const { rows } = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace")
    await client.end()
    expect(rows).toEqual([])
  }
  const flipBit = async (file: string, offset = 500) => {
    const bytes = await readFile(file)
    bytes[offset] = bytes[offset]! ^ 1
    await writeFile(file, bytes)
  }
  const setPath = (copy: string, part: string) => join(copy, 'sets', id, part)
  const rewrite = async (
    copy: string,
    change: (manifest: Manifest) => object,
    signer: Pick<Config, 'SESSION_SECRET'> = config,
  ) => {
    const [line] = (await readFile(setPath(copy, 'manifest'), 'utf8')).split('\n')
    await writeFile(setPath(copy, 'manifest'), signContent(signer, change(JSON.parse(line!) as Manifest)))
  }

  test('a restore of a cut or altered backup', async () => {
    await expectNothing()
    await restoreRefused('is cut off', (copy) => truncate(setPath(copy, 'database'), 1000))
    await restoreRefused('was altered', (copy) => flipBit(setPath(copy, 'database')))
    await restoreRefused('was altered', (copy) => appendFile(setPath(copy, 'database'), 'x'))
    await restoreRefused('is cut off', (copy) => rm(setPath(copy, 'database')))
    await restoreRefused('list of files', (copy) => flipBit(setPath(copy, 'files'), 5))
    await restoreRefused('list of files', (copy) => rm(setPath(copy, 'files')))
    await restoreRefused('was altered', (copy) => flipBit(setPath(copy, 'manifest'), 60))
    await restoreRefused('is cut off or was altered', (copy) => truncate(setPath(copy, 'manifest'), 300))
    await restoreRefused('There is no backup', (copy) => rm(setPath(copy, 'manifest')))
  })

  test('a restore of another installation, of an incompatible release, or without the key', async () => {
    const other = { SESSION_SECRET: 'another secret that is long enough too' }
    const foreign = { ...config, ...other }
    await expect(restore(id, { url: empty.owner }, other)).rejects.toThrow('made with another SESSION_SECRET')
    await expectNothing()
    await restoreRefused('install that release', (copy) => rewrite(copy, (found) => ({ ...found, release: 'v99.0.0' })))
    await restoreRefused('install that release', (copy) =>
      rewrite(copy, (found) => ({ ...found, migrations: [...found.migrations, '2199-01-01-later'] })),
    )
    await restoreRefused('restore it with v0.14.0', (copy) =>
      rewrite(copy, (found) => ({ ...found, release: 'v0.13.0', migrations: ['2026-11-25-baseline'] })),
    )
    await restoreRefused('BACKUP_IDENTITY is not set', async () => undefined, { BACKUP_IDENTITY: undefined })
    const wrong = join(folder, 'wrong.txt')
    for (const identity of ['AGE-SECRET-KEY-1QQQQ', await generateIdentity()]) {
      await writeFile(wrong, identity)
      await restoreRefused('does not open this backup', async () => undefined, { BACKUP_IDENTITY: wrong })
    }
    await backupRefused('no public key of age', { BACKUP_RECIPIENTS: ['age1qqqq'] })
    await restoreRefused('that of', (copy) => rewrite(copy, (found) => ({ ...found, id: '20200101T000000Z-abcdef' })))
    // With a lost secret, forged manifests are read too.
    const hostile = (change: (manifest: Manifest) => object) =>
      restoreRefused('does not have the form', (copy) => rewrite(copy, change, foreign), foreign)
    await hostile((found) => ({ ...found, unknown: 1 }))
    await hostile((found) => ({ ...found, files: 1e30 }))
    await hostile((found) => ({ ...found, empty: ['x"; drop table y'] }))
    await hostile((found) => ({ ...found, tables: [{ name: '../../x', rows: 1, digest: '1' }] }))
    await expect(restore('../../etc', { url: empty.owner })).rejects.toThrow('There is no backup ../../etc')
  })

  test('a restore into a database with tables, into a missing one, or into one that is being restored', async () => {
    const full = await emptyDatabase()
    await migrate(full.owner)
    await expect(restore(id, { url: full.owner })).rejects.toThrow('has tables already')
    await expect(restore(id, { url: `${full.owner}_not_there` })).rejects.toThrow('createdb')
    const half = await emptyDatabase()
    await runOn(half.owner, 'create table unfinished_restore (began_at timestamptz); create table alumni (id int)')
    await expect(migrate(half.owner)).rejects.toThrow('is being restored')
    // A second call completes the interrupted restore.
    await restore(id, { url: half.owner })
    expect(await migrate(half.owner)).toEqual([])
  })

  test('a restore with a missing or altered file, after which the database stays closed', async () => {
    const name = (await readdir(join(target, 'files'))).find((file) => !file.startsWith('.'))
    const copy = join(folder, 'with a bad file')
    await cp(target, copy, { recursive: true })
    await flipBit(join(copy, 'files', name!), 200)
    const database = await emptyDatabase()
    const changes = { BACKUP_URL: pathToFileURL(copy).href }
    await expect(restore(id, { url: database.owner }, changes)).rejects.toThrow(
      'imports/a.csv of the backup is missing',
    )
    await expect(migrate(database.owner)).rejects.toThrow('is being restored')
  })

  test.each([{ isCheck: false }, { isCheck: true }].slice(0, isSoak ? 2 : 1))(
    'a restore with an exchanged file, or an altered one without encryption: %j',
    async (options) => {
      await context.files.write('imports/b.csv', Readable.from(['buid\nB2\n']))
      const names = async (copy: string) =>
        (await readdir(join(copy, 'files')))
          .filter((file) => !file.startsWith('.'))
          .map((file) => join(copy, 'files', file))
      const exchangeFiles = async (copy: string) => {
        const [first, ...others] = await names(copy)
        for (const file of others) await cp(first!, file)
      }
      const alter = async (copy: string) => {
        for (const file of await names(copy)) await writeFile(file, 'altered')
      }
      for (const [recipients, change] of [
        [config.BACKUP_RECIPIENTS, exchangeFiles],
        [[], alter],
      ] as const) {
        const place = await mkdtemp(join(folder, 'exchanged-'))
        const changes = { BACKUP_URL: pathToFileURL(place).href, BACKUP_RECIPIENTS: [...recipients] }
        const { id } = await backUp(changes)
        await change(place)
        await expect(restore(id, options, changes)).rejects.toThrow(/of the backup is missing, cut off or altered/)
      }
    },
  )
})
