import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { StartProblem } from './start-problem.ts'

const processMark = z.object({ pid: z.number(), born: z.string().optional() })
/** `born` distinguishes a process from a later one with its number. */
type ProcessMark = z.infer<typeof processMark>

const lockContent = processMark.extend({ url: z.string(), children: z.array(processMark) })
type LockContent = z.infer<typeof lockContent>

/** Says who holds the lock, and what to do. */
type Refusal = (holder: LockContent) => string

export type StartLock = {
  /** Notes the processes that the next start ends, should this one be killed. */
  noteChildren(pids: number[]): void
  release(): void
}

/** One start per data folder at a time. A start that was killed holds nothing: what it left running is ended first. */
export function takeStartLock(dataDir: string, url: string): Promise<StartLock> {
  const refusal: Refusal = ({ url, pid }) =>
    `It is already running: ${url} (process ${pid}). Stop that one first, with Ctrl-C where it runs.`
  return takeLock(dataDir, 'start.lock', url, refusal)
}

/** One run of the tests per folder at a time. */
export function takeTestLock(dataDir: string): Promise<StartLock> {
  const refusal: Refusal = ({ pid }) =>
    `The tests already run in this folder (process ${pid}). Wait until they have ended, or run them in another clone.`
  return takeLock(dataDir, 'test.lock', '', refusal)
}

async function takeLock(dataDir: string, name: string, url: string, refusal: Refusal): Promise<StartLock> {
  const file = join(dataDir, name)
  const draft = `${file}.${process.pid}`
  const content: LockContent = { ...markOf(process.pid), url, children: [] }
  const write = () => writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  mkdirSync(dataDir, { recursive: true })
  write()
  try {
    while (!isLinked(draft, file)) await endLeftovers(takeAway(file, refusal))
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

/** Removes a dead start's lock and answers its children. Throws when that start lives. */
function takeAway(file: string, refusal: Refusal): ProcessMark[] {
  const running = read(file)
  if (running && isAlive(running)) throw new StartProblem(refusal(running))
  const aside = `${file}.left.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
  const taken = read(aside)
  // Between reading and renaming another start may have taken the dead one's place.
  if (taken && isAlive(taken)) {
    renameSync(aside, file)
    throw new StartProblem(refusal(taken))
  }
  rmSync(aside)
  return taken?.children ?? []
}

/** They end by themselves when their parent has gone; what hangs is killed. */
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

/**
 * Clock ticks since boot, the 22nd field; the name before it may hold spaces. Undefined for a zombie and where there is
 * no /proc.
 */
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
