import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isSoak } from '../server/testing/soak.ts'
import { root, runCommand } from './run-command.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'alumni-commands-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const commands = Object.keys(scripts).filter((name) => !name.startsWith('pre'))
const run = (name: string, ...args: string[]) => {
  const [program, ...given] = scripts[name]!.split(' ')
  return runCommand(program!, [...given, ...args], { env: { DATA_DIR: dataDir, NODE_ENV: 'development' } })
}

const sample = ['start', 'worker', 'restore']
test.each(isSoak ? commands : sample)('npm run %s -- --help describes the command and does nothing', async (name) => {
  const { isOk, output } = await run(name, '--help')
  expect(output).toMatch(name === 'format' ? /^Usage: / : new RegExp(`^npm (run )?${name}\\b`, 'm'))
  expect(isOk).toBe(true)
  expect(await readdir(dataDir)).toEqual([])
})

test.each(['check', 'worker'])('npm run %s refuses an unknown option with a message', async (name) => {
  const { isOk, output } = await run(name, '--hlep')
  expect(output).toMatch(/^Unknown option '--hlep'\.\n\nnpm /)
  expect(isOk).toBe(false)
  expect(await readdir(dataDir)).toEqual([])
})

test.each([
  ['demo-data', ['--alumni', 'many'], '--alumni must be a number.'],
  ['create-admin', [], 'Name one e-mail address.'],
  ['test', ['tests', 'everything'], 'There is no part everything.'],
])('npm run %s %j names the mistake', async (name, args, message) => {
  const { isOk, output } = await run(name, ...args)
  expect(output.split('\n')[0]).toBe(message)
  expect(isOk).toBe(false)
})
