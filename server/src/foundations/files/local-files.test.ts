import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalFiles } from './local-files.ts'

const run = promisify(execFile)
const moduleUrl = new URL('./local-files.ts', import.meta.url).href
let folder: string

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'alumni-local-files-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('only this account can read stored files', async () => {
  const root = join(folder, 'private')
  await createLocalFiles(root).write('a/b.csv', Readable.from(['x']))
  const modes = await Promise.all(
    ['', 'a', 'a/b.csv'].map(async (path) => ((await stat(join(root, path))).mode & 0o777).toString(8)),
  )
  expect(modes).toEqual(['700', '700', '600'])
})

test('a reader keeps its open file while another one replaces it', async () => {
  const files = createLocalFiles(join(folder, 'replaced'))
  await files.write('key', Readable.from(['before']))
  const reader = await files.read('key')
  await files.write('key', Readable.from(['after']))
  expect((await reader.setEncoding('utf8').toArray()).join('')).toBe('before')
})

test('a folder is removed with its last file, and a failed write leaves none', async () => {
  const root = join(folder, 'folders')
  const files = createLocalFiles(root)
  const names = async () =>
    (await readdir(root, { recursive: true })).filter((name) => name !== '.unfinished').toSorted()
  await files.write('sets/1/database', Readable.from(['x']))
  await files.write('sets/2/database', Readable.from(['x']))
  await files.remove('sets/1/database')
  expect(await names()).toEqual(['sets', 'sets/2', 'sets/2/database'])
  const broken = Readable.from(
    (async function* () {
      yield 'x'
      throw new Error('The disk fails')
    })(),
  )
  await expect(files.write('sets/3/database', broken)).rejects.toThrow('The disk fails')
  await files.remove('sets/2/database')
  expect(await names()).toEqual([])
})

test('files that are written and removed in one folder affect neither each other nor a list', async () => {
  const files = createLocalFiles(join(folder, 'busy'))
  await files.write('other/file', Readable.from(['x']))
  const writeAndRemove = async (name: number) => {
    for (let round = 0; round < 30; round++) {
      await files.write(`sets/${name}`, Readable.from(['x']))
      expect(await Array.fromAsync(files.list(new Date(Date.now() + 60_000)))).toContain('other/file')
      await files.remove(`sets/${name}`)
    }
  }
  await Promise.all([1, 2, 3, 4].map(writeAndRemove))
})

test('the remains of a killed write are swept, and never listed', async () => {
  const root = join(folder, 'killed')
  const files = createLocalFiles(root)
  const code = `
    const { createLocalFiles } = await import(${JSON.stringify(moduleUrl)})
    const { Readable } = await import('node:stream')
    async function* endless() { for (;;) { yield Buffer.alloc(65536); await new Promise(setImmediate) } }
    await createLocalFiles(${JSON.stringify(root)}).write('key', Readable.from(endless()))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'inherit'] })
  while ((await readdir(join(root, '.unfinished')).catch(() => [])).length === 0) await pause(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const soon = new Date(Date.now() + 60_000)
  expect(await Array.fromAsync(files.list(soon))).toEqual([])
  expect(await files.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0)
  expect(await files.removeUnfinished(soon)).toBe(1)
  expect(await readdir(join(root, '.unfinished'))).toEqual([])
})

const mayMount =
  process.platform === 'linux' &&
  (await run('unshare', ['-rm', 'true']).then(
    () => true,
    () => false,
  ))

test.skipIf(!mayMount)(
  'a full disk is reported and leaves nothing (skipped where a tiny disk cannot be mounted)',
  async () => {
    const root = join(folder, 'full')
    const code = `
    const { createLocalFiles } = await import(${JSON.stringify(moduleUrl)})
    const { readdir } = await import('node:fs/promises')
    const { Readable } = await import('node:stream')
    const files = createLocalFiles(${JSON.stringify(root)})
    await files.write('small', Readable.from([Buffer.alloc(1000)]))
    const failure = await files.write('large', Readable.from([Buffer.alloc(400000), Buffer.alloc(400000)])).catch((error) => error)
    console.log(JSON.stringify({ name: failure.name, message: failure.message, left: await readdir(${JSON.stringify(root)}, { recursive: true }) }))`
    const script = 'mkdir "$0" && mount -t tmpfs -o size=256k tmpfs "$0" && exec "$1" --input-type=module -e "$2"'
    const { stdout } = await run('unshare', ['-rm', 'sh', '-c', script, root, process.execPath, code])
    expect(JSON.parse(stdout)).toEqual({
      name: 'StorageFull',
      message: 'There is no room left to store files. Nothing was stored. Free some disk space, then try again.',
      left: ['.unfinished', 'small'],
    })
  },
)
