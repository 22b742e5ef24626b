import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clustersHome, runPrefix } from '../../server/testing/cluster-folder.ts'
import { root } from '../run-command.ts'

const prefix = 'alumni-run-'

/** A run's temporary folder, the TMPDIR of its programs. `clear` kills them, unmounts and deletes the folder. */
export type RunFolder = { path: string; clear(): void }

/** Creates the run's folder and removes those of killed runs. Throws if `npm test` already runs in this clone. */
export function openRunFolder(): RunFolder {
  const home = tmpdir()
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(prefix))) {
    const owner = ownerOf(join(home, name))
    if (!owner) clear(join(home, name))
    else if (owner.root === root)
      throw new Error(
        `npm test already runs in this folder (process ${owner.pid}). Wait until it ends, or stop it with Ctrl-C in its terminal.`,
      )
  }
  mkdirSync(cacheFolder, { recursive: true })
  const path = mkdtempSync(join(home, `${prefix}${process.pid}-`))
  // PostgreSQL may run as another account.
  chmodSync(path, 0o755)
  process.env.TMPDIR = path
  return { path, clear: () => clear(path) }
}

/** Returns the process that uses a run's folder; undefined if it has ended. */
function ownerOf(folder: string): { pid: number; root: string } | undefined {
  const pid = Number(/-(\d+)-[^-]+$/.exec(folder)?.[1])
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as { code?: string }).code === 'ESRCH') return undefined
  }
  return { pid, root: `${linkOf(pid, 'cwd')}/` }
}

function clear(folder: string): void {
  // A killed process may have started another just before.
  const killed = new Set<number>()
  for (let pass = 0; pass < 3; pass++)
    for (const pid of processesOf(folder)) {
      kill(pid)
      killed.add(pid)
    }
  for (const mount of mountsIn(folder)) execFileSync('umount', ['--lazy', mount])
  const clusters = readdirSync(clustersHome).filter((name) => killed.has(clusterOwner(name)))
  for (const path of [folder, ...clusters.map((name) => join(clustersHome, name))])
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

function clusterOwner(name: string): number {
  return name.startsWith(runPrefix) ? Number.parseInt(name.slice(runPrefix.length), 10) : NaN
}

/** This process's descendants, and all processes with the folder as TMPDIR or working directory. Linux only. */
function processesOf(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]))
  const isDescendant = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && parent > 1 && isDescendant(parent))
  }
  const isOwn = (pid: number) => isDescendant(pid) || hasFolder(pid, folder)
  const own = new Set(pids.filter((pid) => pid !== process.pid && isOwn(pid)))
  // PostgreSQL overwrites its environment. Its working directory is its data folder, which may be in memory.
  const clusterOf = (pid: number) => clusterOwner(linkOf(pid, 'cwd').slice(clustersHome.length + 1))
  return [...own, ...pids.filter((pid) => !own.has(pid) && own.has(clusterOf(pid)))]
}

function hasFolder(pid: number, folder: string): boolean {
  return linkOf(pid, 'cwd').startsWith(folder) || readProc(pid, 'environ').includes(`TMPDIR=${folder}\0`)
}

function parentOf(pid: number): number {
  return Number(/^.*\) \S (\d+)/s.exec(readProc(pid, 'stat'))?.[1])
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

function linkOf(pid: number, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function mountsIn(folder: string): string[] {
  if (!existsSync('/proc/self/mounts')) return []
  const points = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  return points.filter((point) => point.startsWith(`${folder}/`)).reverse()
}

/** Contains logs and timings for later runs. */
export const cacheFolder = join(root, 'node_modules/.cache/alumni-tests')
