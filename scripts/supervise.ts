import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './run-command.ts'

/** `command` is Node's arguments: flags, then the file to run. */
export type Program = {
  name: 'server' | 'worker'
  command: string[]
  env: NodeJS.ProcessEnv
  logFile: string
  /** Delay of the first restart within a minute. It doubles for each further restart. */
  restartAfterMs?: number
}
export type Events = {
  /** Called after each change of `pid`. */
  onChange(): void
  log(message: string): void
  onGivenUp(message: string): void
  /** Resolves once the program's dependencies, such as the database, are available again. */
  beforeRestart(): Promise<void>
}
export type Supervised = {
  name: Program['name']
  pid(): number | undefined
  isGivenUp(): boolean
  /** Resolves with the program's first message; the server sends one when it listens. */
  listens: Promise<void>
  stop(): Promise<void>
}

const maxDeaths = 5
const quickMs = 60_000
const graceMs = 20_000

/**
 * Keeps a program running. It has its own session, so that Ctrl-C reaches only this process, which then stops it. When
 * its IPC channel closes, the program knows that this process was killed.
 */
export function supervise({ name, command, env, logFile, restartAfterMs = 250 }: Program, events: Events): Supervised {
  let child: ChildProcess | undefined
  let isStopping = false
  let deaths: number[] = []
  const { promise: listens, resolve: listening } = Promise.withResolvers<void>()
  rotate(logFile)
  run()
  return {
    name,
    listens,
    pid: () => child?.pid,
    isGivenUp: () => deaths.length >= maxDeaths,
    async stop() {
      isStopping = true
      if (child) await end(child)
    },
  }

  function run(): void {
    const log = openSync(logFile, 'a', 0o600)
    child = fork(join(root, command.at(-1)!), [], {
      cwd: root,
      env,
      execArgv: [...command.slice(0, -1), '--import', import.meta.resolve('./end-with-parent.ts')],
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    child.once('message', () => listening())
    child.once('exit', (code, signal) => void died(signal ? `was killed by ${signal}` : `ended with code ${code}`))
    events.onChange()
  }

  async function died(how: string): Promise<void> {
    child = undefined
    if (isStopping) return
    const now = performance.now()
    deaths = [...deaths.filter((death) => now - death < quickMs), now]
    if (deaths.length >= maxDeaths)
      return events.onGivenUp(
        `The ${name} ${how}, the ${maxDeaths}th time within a minute, and is not started again. It last said:\n${lastLines(logFile)}\n\nIts log is ${logFile}.`,
      )
    events.log(`The ${name} ${how}. It is started again.`)
    await pause(restartAfterMs * 2 ** (deaths.length - 1))
    await events.beforeRestart()
    if (!isStopping) run()
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(late)
}

export function lastLines(file: string, count = 12): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n') : ''
}

function rotate(file: string): void {
  if (!existsSync(file)) return
  chmodSync(file, 0o600)
  if (statSync(file).size > 5 * 1024 * 1024) renameSync(file, `${file}.old`)
}
