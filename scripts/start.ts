import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseUrls } from '../server/src/foundations/database/database.ts'
import type { Config } from '../server/src/foundations/process/config.ts'
import { readProcessConfig } from '../server/src/foundations/process/process-config.ts'
import { UnusableFile } from '../server/src/foundations/process/stored-file.ts'
import { buildFrontEnd, frontEnds, isBuilt } from './front-ends.ts'
import { openDesktopApp, whyNoDesktopApp } from './desktop/desktop-app.ts'
import { storedPassword } from './start/stored-password.ts'
import { prepareData } from './start/prepare-data.ts'
import { root } from './run-command.ts'
import { deleteEmbeddedData, startDatabase, type StartedDatabase } from './start/start-database.ts'
import { assertPortIsFree } from './free-port.ts'
import { takeStartLock, type StartLock } from './start/start-lock.ts'
import { readStartOptions } from './start/start-options.ts'
import { StartProblem } from './start/start-problem.ts'
import { hushSteps, print, step } from './start/start-steps.ts'
import { supervise, type Supervised } from './supervise.ts'

const options = readStartOptions()
const config = readProcessConfig()
if (options.reset && config.DATABASE_URL)
  refuse(
    '--reset deletes only the embedded database, and DATABASE_URL names another. Unset it, or empty that database yourself.',
  )

let lock: StartLock | undefined
let database: StartedDatabase | undefined
let programs: Supervised[] = []
let desktopApp: ChildProcess | undefined
let stopping: Promise<void> | undefined
const leaving = new AbortController()
let isStarted = false
const logs = join(config.DATA_DIR, 'logs')

listenForTheEnd()
try {
  lock = await takeStartLock(config.DATA_DIR, config.PUBLIC_URL)
  await assertPortIsFree(config)
  console.log(`\n${config.institution.name}: alumni relations\n`)
  await start(config)
} catch (error) {
  const isExpected = [StartProblem, UnusableFile].some((kind) => error instanceof kind)
  if (!stopping) await leave(isExpected ? (error as Error).message : String((error as Error).stack), 1)
}

async function start(config: Config): Promise<void> {
  if (options.reset) await step('Embedded data deleted', () => deleteEmbeddedData(config))
  const isDesktopAsked = options.desktop && !config.isProduction
  // The desktop app is built only if it can be opened.
  const shown = frontEnds.filter(({ name }) => name !== 'Desktop app' || (isDesktopAsked && !whyNoDesktopApp()))
  const build = { isQuick: !config.isProduction }
  const builds = shown
    .filter((frontEnd) => !isBuilt(frontEnd, build))
    .map((frontEnd) => step(`${frontEnd.name} built`, () => buildFrontEnd(frontEnd, build)))
  await allDone([openData(config), ...builds])
  await step('Server and worker started', () => startPrograms(config, database!.urls))
  isStarted = true
  if (!stopping) console.log(welcome(config))
  if (!stopping && isDesktopAsked) showDesktopApp(config)
  process.send?.('started')
}

async function openData(config: Config): Promise<void> {
  database = await (config.DATABASE_URL
    ? startDatabase(config, print)
    : step('PostgreSQL started', () => startDatabase(config, print)))
  await prepareData(database.urls, leaving.signal)
}

async function allDone(work: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** The service continues when the desktop app is closed. */
function showDesktopApp(config: Config): void {
  const reason = whyNoDesktopApp()
  if (reason) return print(reason)
  desktopApp = openDesktopApp(config.PUBLIC_URL, join(config.DATA_DIR, 'desktop'))
  desktopApp.once('exit', () =>
    print(`The desktop app is closed. npm run desktop -- --server ${config.PUBLIC_URL} opens it.`),
  )
  print('The desktop app opens, with this server’s address filled in.')
}

/** Reads the command of `npm run server` or `npm run worker`, so that its flags are defined once. */
function commandOf(name: 'server' | 'worker'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return scripts[name]!.split(' ').slice(1)
}

async function startPrograms(config: Config, { app, owner }: DatabaseUrls): Promise<void> {
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  // MALLOC_TRIM_THRESHOLD_ makes glibc return freed memory sooner: a fifth less memory with 300,000 alumni.
  const demo = config.isProduction ? {} : { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' }
  const env = {
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...demo,
    ...process.env,
    DATABASE_URL: app,
    MIGRATION_DATABASE_URL: owner,
  }
  const events = {
    log: print,
    onChange: () => lock?.noteChildren(programs.flatMap((program) => program.pid() ?? [])),
    onGivenUp,
    beforeRestart: () => database!.ensure().catch(() => undefined),
  }
  for (const name of ['server', 'worker'] as const) {
    // The worker uses the port after the server's.
    const monitorPort =
      name === 'worker' && config.MONITOR_PORT ? { MONITOR_PORT: String(config.MONITOR_PORT + 1) } : {}
    programs.push(
      supervise(
        { name, command: commandOf(name), env: { ...env, ...monitorPort }, logFile: join(logs, `${name}.log`) },
        events,
      ),
    )
    events.onChange()
  }
  const [server] = programs
  const patience = pause(60_000, 'late', { ref: false, signal: leaving.signal })
  if ((await Promise.race([server!.listens, patience])) === 'late' && !stopping)
    throw new StartProblem(`The server does not listen. Its log is ${join(logs, 'server.log')}.`)
}

/** The other program continues, unless both have failed or the server failed during the start. */
function onGivenUp(message: string): void {
  const left = programs.find((program) => !program.isGivenUp())?.name
  if (!left || !(isStarted || left === 'server')) return void leave(message, 1)
  print(`${message}\n\n  • The ${left} keeps running. Fix what is wrong, then stop and start again.`)
}

function welcome(config: Config): string {
  const password = config.DEMO_PASSWORD ?? storedPassword(config.DATA_DIR)
  const people = config.isProduction
    ? '  npm run create-admin -- EMAIL makes the first account.'
    : `  Sign in as    admin@example.edu   can do everything
                staff@example.edu   can use the tools, not the settings
                viewer@example.edu  can search and read
  Password      ${password}${config.SMTP_URL ? '' : `\n  Messages      ${config.PUBLIC_URL}/dev/outbox`}`
  return `
  Staff app     ${config.PUBLIC_URL}
  Alumni site   ${config.CHAMPIONS_URL}

${people}

  Press Ctrl-C to stop. Logs are in ${relative('', logs).startsWith('..') ? logs : relative('', logs)}.
`
}

/** npm and the terminal may both forward one Ctrl-C, so only a later one exits immediately. */
function listenForTheEnd(): void {
  let first = 0
  const end = () => {
    if (first && performance.now() - first > 1000) process.exit(1)
    first ||= performance.now()
    if (!stopping) console.log('\n  Stopping …')
    void leave('', 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.once('disconnect', end)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

function leave(message: string, code: number): Promise<void> {
  stopping ??= (async () => {
    hushSteps()
    leaving.abort()
    if (message) console.error(message)
    desktopApp?.kill()
    await Promise.all(programs.map((program) => program.stop()))
    await database?.stop().catch((error: unknown) => console.error(`PostgreSQL did not stop: ${String(error)}`))
    lock?.release()
    if (!message) console.log('  Stopped.\n')
    process.exit(code)
  })()
  return stopping
}

function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}
