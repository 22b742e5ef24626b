import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runCommand } from './run-command.ts'
import { takeTestLock } from './start/start-lock.ts'

/**
 * Makes this the only run of the tests in `folder` and gives it a folder for temporary files, which ends with it. What
 * a killed run has left is ended and deleted first.
 */
export async function openTestRun(folder = root): Promise<void> {
  const lock = await takeTestLock(join(folder, '.data'))
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 8)
  const temporary = join(tmpdir(), `alumni-run-${name}`)
  await sweep(temporary)
  // PostgreSQL may run as another account.
  mkdirSync(temporary, { mode: 0o755 })
  process.env.TMPDIR = temporary
  process.once('exit', () => {
    rmSync(temporary, { recursive: true, force: true })
    lock.release()
  })
}

/** Every program of a run has the name of its folder in its environment. */
async function sweep(temporary: string): Promise<void> {
  for (const file of globSync('/proc/[0-9]*/environ')) {
    if (read(file).split('\0').includes(`TMPDIR=${temporary}`)) kill(Number(file.split('/')[2]))
  }
  const mounts = read('/proc/self/mounts')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${temporary}/`))
  for (const place of mounts.toReversed()) await runCommand('umount', ['--lazy', place])
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    if (pid !== process.pid) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
