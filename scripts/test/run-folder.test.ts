import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../run-command.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'alumni-run-folder-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Opens a run's folder in `home` and starts a program in its own session that ignores signals. */
const script = `
  import { spawn } from 'node:child_process'
  import { openRunFolder } from '${root}scripts/test/run-folder.ts'
  try {
    const folder = openRunFolder()
    const code = "process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
    const program = spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore' })
    process.once('SIGINT', () => { folder.clear(); process.exit(130) })
    process.send({ pid: program.pid })
    setInterval(() => {}, 1000)
  } catch (error) {
    process.send({ refusal: error.message }, () => process.exit(1))
  }`

async function startRun(): Promise<{ run: ChildProcess; said: { pid?: number; refusal?: string } }> {
  const file = join(home, `run-${readdirSync(home).length}.mjs`)
  writeFileSync(file, script)
  const run = fork(file, { cwd: root, env: { ...process.env, TMPDIR: home }, stdio: 'pipe' })
  const [said] = (await once(run, 'message')) as [{ pid?: number; refusal?: string }]
  return { run, said }
}

const folders = () => readdirSync(home).filter((name) => name.startsWith('alumni-run-'))
/** A zombie counts as ended. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

describe.runIf(process.platform === 'linux')('a run of npm test', () => {
  test('that is stopped leaves no process and no folder', async () => {
    const { run, said } = await startRun()
    expect(folders()).toHaveLength(1)
    run.kill('SIGINT')
    expect(await once(run, 'exit')).toEqual([130, null])
    await expect.poll(() => isRunning(said.pid!)).toBe(false)
    expect(folders()).toEqual([])
  })

  test('that was killed is cleaned up by the next one', async () => {
    const killed = await startRun()
    killed.run.kill('SIGKILL')
    await once(killed.run, 'exit')
    expect(isRunning(killed.said.pid!)).toBe(true)
    const next = await startRun()
    await expect.poll(() => isRunning(killed.said.pid!)).toBe(false)
    expect(folders()).toHaveLength(1)
    next.run.kill('SIGINT')
    await once(next.run, 'exit')
  })

  test('in the folder of another run is refused with what to do', async () => {
    const first = await startRun()
    const { said } = await startRun()
    expect(said.refusal).toBe(
      `npm test already runs in this folder (process ${first.run.pid}). Wait until it ends, or stop it with Ctrl-C in its terminal.`,
    )
    first.run.kill('SIGINT')
    await once(first.run, 'exit')
  })
})
