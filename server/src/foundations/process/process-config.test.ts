import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCluster } from '../database/embedded.ts'
import { UnusableFile } from './stored-file.ts'
import { readSessionSecret } from './process-config.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'alumni-secret-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the secret is created once, saved, and readable by this account only', async () => {
  const secret = readSessionSecret(folder)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(readSessionSecret(folder)).toBe(secret)
  expect((await stat(join(folder, 'session-secret'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['session-secret'])
})

test.each([
  ['', 'empty'],
  ['abc\n', 'damaged'],
])('a secret of %j is refused with a message that names the file, and is not changed', async (content, state) => {
  const file = join(folder, 'session-secret')
  await writeFile(file, content)
  expect(() => readSessionSecret(folder)).toThrow(UnusableFile)
  expect(() => readSessionSecret(folder)).toThrow(`${file} is ${state}. Restore it from a backup, or delete it`)
  expect(await readFile(file, 'utf8')).toBe(content)
})

test('a program that finds an empty secret stops with this message only', async () => {
  await writeFile(join(folder, 'session-secret'), '')
  const { SESSION_SECRET: _secret, ...env } = process.env
  const child = fork(fileURLToPath(new URL('../../commands/migrate.ts', import.meta.url)), {
    env: { ...env, NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: 'postgres://localhost:1/none' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const [errors, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  expect(errors).toMatch(/^\S+session-secret is empty\. .*\n$/)
  expect(code).toBe(1)
})

test.each(['', '{"postgres":"x"}'])('passwords of %j are refused before anything starts', async (content) => {
  const file = join(folder, 'passwords.json')
  await writeFile(file, content)
  await expect(startCluster(folder)).rejects.toThrow(
    `${file} is ${content ? 'damaged' : 'empty'}. Restore it from a backup`,
  )
  expect(await readdir(folder)).toEqual(['passwords.json'])
})
