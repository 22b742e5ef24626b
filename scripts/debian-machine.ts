import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { buildFrontEnd, frontEnds, isBuilt } from './front-ends.ts'
import { mustRun, root, runCommand, type Outcome } from './run-command.ts'

const suite = 'bookworm'
const packages = ['systemd-sysv', 'dbus', 'ca-certificates', 'tzdata', 'postgresql', 'age', 'curl']
const cache = join(root, 'node_modules/.cache/debian')
const base = join(cache, [suite, ...packages].join('-'))
const bootSeconds = 120

export type DebianMachine = {
  type(script: string): Promise<Outcome>
  stop(): Promise<void>
}

/**
 * Boots a Debian machine with systemd and PostgreSQL, and no network except loopback. `/opt/release` is a release of
 * this code and `/opt/development/node_modules` contains all packages; both are read-only. Other files are in memory.
 * The machine ends with this process, even if that is killed. Throws with the reason if this host cannot run it.
 */
export async function bootDebian(): Promise<DebianMachine> {
  const lacking = ['mmdebstrap', 'systemd-nspawn', 'nsenter', 'setpriv'].filter(
    (name) => !existsSync(`/usr/bin/${name}`),
  )
  if (process.getuid?.() !== 0 || lacking.length > 0)
    throw new Error('this needs root, mmdebstrap and systemd-container, which npm run soak installs on Debian')
  if (!existsSync(base)) await buildBase()
  const release = `--bind-ro=${await installRelease()}:/opt/release`
  const development = `--bind-ro=${join(root, 'node_modules')}:/opt/development/node_modules`
  const options = ['--quiet', '--register=no', '--private-network', '--console=pipe', '--boot', '--volatile=overlay']
  // Without systemd on the host, nothing else moves the machine into a cgroup.
  const ownership = existsSync('/run/systemd/system') ? [] : ['--keep-unit']
  const group = `alumni-debian-${process.pid}`
  const places = [`--machine=${group}`, `--directory=${base}`, release, development]
  const machine = ['systemd-nspawn', ...options, ...ownership, ...places]
  // When this process dies, the kernel kills `unshare`, and with it every process of the machine.
  const until = '--pdeathsig KILL unshare --pid --fork --kill-child --mount-proc sh -ec'.split(' ')
  const child = spawn('setpriv', [...until, enterGroup, group, ...machine], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join('').trim())
  const stop = async () => {
    child.kill('SIGKILL')
    await exit
    await removeGroups(group)
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  for (const end = Date.now() + bootSeconds * 1000; isRunning() && Date.now() < end; await pause(500)) {
    const leader = await findLeader(child.pid!)
    const type = (script: string) => runIn(leader!, script)
    if (leader && /^(running|degraded)$/m.test((await type('systemctl is-system-running || true')).output))
      return { type, stop }
  }
  await stop()
  throw new Error(`systemd-nspawn cannot boot a machine here: ${(await output).split('\n').at(-1)}`)
}

/** Runs a command in a cgroup with the name of the first argument, so that two machines do not share one. */
const enterGroup = `
  for folder in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
    [ -f $folder/cgroup.procs ] || continue
    mkdir -p $folder/$0
    echo 0 > $folder/$0/cgroup.procs
  done
  exec "$@"`

/** Removes the cgroups of ended machines. Retries, because the last processes of `group` end a moment later. */
async function removeGroups(group: string): Promise<void> {
  const remaining = () => globSync('/sys/fs/cgroup/{,*/}alumni-debian-*')
  for (let attempt = 0; attempt < 50; attempt++) {
    for (const folder of remaining())
      await runCommand('find', [folder, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'])
    if (!remaining().some((folder) => folder.endsWith(`/${group}`))) return
    await pause(100)
  }
}

/** Keep in sync with the files that ops/Containerfile copies. */
const sources = ['package.json', 'package-lock.json', '.npmrc', 'RELEASES.md', 'ops', 'shared', 'server', 'worker']

async function installRelease(): Promise<string> {
  const folder = join(cache, 'release')
  const [lock, installed] = [join(root, 'package-lock.json'), join(folder, 'node_modules/.installed-lock.json')]
  const isInstalled = await isSame(lock, installed)
  const old = isInstalled ? (await readdir(folder)).filter((name) => name !== 'node_modules') : ['.']
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  for (const name of sources) await cp(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['desktop', 'portal', 'e2e'])
    await cp(join(root, name, 'package.json'), join(folder, name, 'package.json'))
  for (const frontEnd of frontEnds) if (frontEnd.assets && !isBuilt(frontEnd)) await buildFrontEnd(frontEnd)
  for (const built of ['desktop/dist/renderer', 'portal/dist'])
    await cp(join(root, built), join(folder, built), { recursive: true })
  if (isInstalled) return folder
  await mustRun('sh', '-c', `cd '${folder}' && npm ci --omit=dev`)
  await cp(lock, installed)
  return folder
}

async function isSame(one: string, other: string): Promise<boolean> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => null)
  return (await read(one)) === (await read(other))
}

async function buildBase(): Promise<void> {
  const unfinished = `${base}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  await mustRun('mmdebstrap', '--variant=minbase', `--include=${packages.join(',')}`, suite, unfinished)
  await rename(unfinished, base)
}

/** Finds the machine's first process: the only child of systemd-nspawn, which is the only child of unshare. */
async function findLeader(unshare: number): Promise<string | undefined> {
  const childOf = async (pid: number | string | undefined) =>
    pid && (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ')[0]
  return (await childOf(await childOf(unshare))) || undefined
}

function runIn(leader: string, script: string): Promise<Outcome> {
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const shell = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'sh', '-euc', script]
  return runCommand('nsenter', ['--target', leader, '--all', ...shell])
}
