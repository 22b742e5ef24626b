import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, runCommand } from './run-command.ts'

let folder: string
let temporary: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-test-run-'))
  temporary = await mkdtemp(join(tmpdir(), 'alumni-temporary-'))
})
afterAll(async () => {
  for (const each of [folder, temporary]) await rm(each, { recursive: true, force: true })
})

test('a second run is refused in a sentence; after a killed one its processes, mounts and files are gone', async () => {
  const first = run(`
    const { mkdirSync } = await import('node:fs')
    const { execFile, spawn } = await import('node:child_process')
    mkdirSync(process.env.TMPDIR + '/small')
    const orphan = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    execFile('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', process.env.TMPDIR + '/small'], () =>
      console.log(orphan.pid))
    setTimeout(() => {}, 600_000)`)
  const [line] = (await once(first.stdout!.setEncoding('utf8'), 'data')) as [string]
  const second = run('')
  expect(await text(second.stderr!)).toContain(
    `The tests already run in this folder (process ${first.pid}). Wait until they have ended, or run them in another clone.`,
  )
  first.kill('SIGKILL')
  await once(first, 'close')
  expect(isAlive(Number(line))).toBe(true)
  const third = run('console.log(process.env.TMPDIR)')
  const own = (await text(third.stdout!)).trim()
  expect(own.startsWith(`${temporary}/alumni-run-`)).toBe(true)
  await expect.poll(() => isAlive(Number(line))).toBe(false)
  expect((await runCommand('cat', ['/proc/self/mounts'])).output).not.toContain(temporary)
  expect([await readdir(temporary), existsSync(join(folder, '.data/test.lock'))]).toEqual([[], false])
})

/** Opens a run and then does `work`. */
function run(work: string): ChildProcess {
  const module = JSON.stringify(join(root, 'scripts/test-run.ts'))
  const code = `const { openTestRun } = await import(${module}); await openTestRun(${JSON.stringify(folder)}); ${work}`
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A zombie, which its new parent has yet to notice, is dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
