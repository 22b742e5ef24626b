import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { projectRoot } from '../src/foundations/process/config.ts'
import { fetchedTools } from './fetched-tools.ts'

/** Why no such machine can be had here; undefined where it can. */
export const noMachine =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/unshare')
    ? undefined
    : 'skipped: it takes root on Linux, and unshare'

const uid = 4711
const tools = join(fetchedTools.postgresql[18], '../../..')
/** PG_BIN there, where it can be had. */
export const machinePgBin = join('/opt/postgresql', relative(tools, fetchedTools.postgresql[18]))

/**
 * Makes a machine that is set up as docs/operating.md has it, without touching this one: `/opt/alumni`, the user
 * `alumni`, `/etc/alumni/environment`, and empty folders in `/var`. `backups` is its `/var/backups/alumni`.
 */
export async function systemdMachine(folder: string, environment: string) {
  const etc = join(folder, 'etc')
  const backups = join(folder, 'backups')
  await cp('/etc', etc, { recursive: true, verbatimSymlinks: true })
  await appendFile(join(etc, 'passwd'), `alumni:x:${uid}:${uid}::/var/lib/alumni:/usr/sbin/nologin\n`)
  await appendFile(join(etc, 'group'), `alumni:x:${uid}:\n`)
  await mkdir(join(etc, 'alumni'), { recursive: true })
  await writeFile(join(etc, 'alumni/environment'), environment, { mode: 0o640 })
  chownSync(join(etc, 'alumni/environment'), 0, uid)
  await mkdir(backups, { mode: 0o700 })
  chownSync(backups, uid, uid)
  chmodSync(folder, 0o755)
  const stand = [
    'set -e',
    'mount --make-rprivate /',
    ...['/opt', '/var/lib', '/var/cache', '/var/backups'].map((path) => `mount -t tmpfs -o mode=755 tmpfs ${path}`),
    'mkdir /opt/alumni /opt/postgresql /var/backups/alumni',
    `mount --rbind '${projectRoot}' /opt/alumni`,
    ...(existsSync(tools) ? [`mount --bind '${tools}' /opt/postgresql`] : []),
    `mount --bind '${backups}' /var/backups/alumni`,
    `mount --bind '${etc}' /etc`,
  ]
  const start = (script: string[], env: NodeJS.ProcessEnv) =>
    spawn('unshare', ['--mount', 'sh', '-c', [...stand, ...script].join('\n')], { env })
  return {
    backups,
    /** Runs commands there as root. */
    type: (...lines: string[]) => start(lines, { PATH: process.env.PATH }),
    /** Starts an instance of a unit as systemd does. */
    startUnit(file: string, instance: string, env: Record<string, string>) {
      const unit = readFileSync(join(projectRoot, file), 'utf8').replaceAll('%i', instance)
      const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
      const script = [...sandbox(of), `umask ${of('UMask')}`, `cd ${of('WorkingDirectory')}`]
      const user = `setpriv --reuid=${of('User')} --regid=${of('Group')} --init-groups --no-new-privs --bounding-set=-all`
      return start([...script, `exec ${user} ${of('ExecStart')}`], { PATH: '/usr/bin:/bin', ...env })
    },
  }
}

/** Returns commands that limit what a process of the unit sees and writes, as far as mounts can. */
function sandbox(of: (name: string) => string): string[] {
  if (of('ProtectSystem') !== 'strict' || of('PrivateTmp') !== 'yes' || of('ProtectHome') !== 'yes')
    throw new Error('This unit is not hardened as others are')
  const own = [`/var/lib/${of('StateDirectory')}`, `/var/cache/${of('CacheDirectory')}`]
  const others = of('ReadWritePaths').split(' ').filter(Boolean)
  const writable = [...own, ...others.map((path) => path.replace(/^-/, ''))]
  return [
    `install -d -o ${of('User')} -g ${of('Group')} -m ${of('StateDirectoryMode')} ${own.join(' ')}`,
    ...writable.map((path) => `! [ -d ${path} ] || mount --bind ${path} ${path}`),
    ...['/tmp', '/var/tmp'].map((path) => `mount -t tmpfs -o mode=1777 tmpfs ${path}`),
    ...['/root', '/home'].map((path) => `mount -t tmpfs -o ro,mode=000 tmpfs ${path}`),
    "awk '{ print $5 }' /proc/self/mountinfo | while read -r path; do",
    '  case $path in',
    `    ${['/proc*', '/sys*', '/dev*', '/tmp', '/var/tmp', ...writable].join(' | ')}) ;;`,
    // Mounts of this machine beneath its /tmp, /root and /home are hidden there.
    '    *) ! mountpoint -q "$path" || mount -o remount,bind,ro "$path" ;;',
    '  esac',
    'done',
  ]
}
