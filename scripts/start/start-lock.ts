import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { StartProblem } from './start-problem.ts'

const processMark = z.object({ pid: z.number(), born: z.string().optional() })
/** `born` distinguishes a process from a later one with the same id. */
type ProcessMark = z.infer<typeof processMark>

const lockContent = processMark.extend({ url: z.string(), children: z.array(processMark) })
type LockContent = z.infer<typeof lockContent>

class AlreadyRunning extends StartProblem {
  constructor({ url, pid }: LockContent) {
    super(`The service is already running: ${url} (process ${pid}). Stop it first, with Ctrl-C in its terminal.`)
  }
}

export type StartLock = {
  /** Records processes that the next start ends if this one is killed. */
  noteChildren(pids: number[]): void
  release(): void
}

/** Allows one start per data folder. Takes over the lock of a killed start after ending its remaining processes. */
export async function takeStartLock(dataDir: string, url: string): Promise<StartLock> {
  const file = join(dataDir, 'start.lock')
  const draft = `${file}.${process.pid}`
  const content: LockContent = { ...markOf(process.pid), url, children: [] }
  const write = () => writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  mkdirSync(dataDir, { recursive: true })
  write()
  try {
    while (!isLinked(draft, file)) await endLeftovers(takeAway(file))
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    noteChildren(pids) {
      content.children = pids.map(markOf)
      write()
      renameSync(draft, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

function isLinked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    return false
  }
}

function takeAway(file: string): ProcessMark[] {
  const running = read(file)
  if (running && isAlive(running)) throw new AlreadyRunning(running)
  const aside = `${file}.left.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
  const taken = read(aside)
  // Another start may have replaced the lock since it was read.
  if (taken && isAlive(taken)) {
    renameSync(aside, file)
    throw new AlreadyRunning(taken)
  }
  rmSync(aside)
  return taken?.children ?? []
}

/** Processes end by themselves after their parent. Those that hang are killed. */
async function endLeftovers(children: ProcessMark[]): Promise<void> {
  await untilGone(children, 10_000)
  for (const { pid } of children.filter(isAlive)) process.kill(pid, 'SIGKILL')
  await untilGone(children, 5_000)
}

async function untilGone(processes: ProcessMark[], ms: number): Promise<void> {
  for (const deadline = performance.now() + ms; performance.now() < deadline && processes.some(isAlive);)
    await pause(100)
}

function read(file: string): LockContent | undefined {
  try {
    return lockContent.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function markOf(pid: number): ProcessMark {
  return { pid, born: birthOf(pid) }
}

function isAlive({ pid, born }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
  return born === undefined || birthOf(pid) === born
}

/** Clock ticks since boot: the 22nd field. The name before it may contain spaces. Undefined for a zombie. */
function birthOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
