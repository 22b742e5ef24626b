import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../src/foundations/process/config.ts'

const run = promisify(execFile)
const needed = ['buildah', 'mmdebstrap', 'unshare', 'npm']
const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Why no image can be built here; undefined if one can. */
export const noImage =
  process.getuid?.() === 0 && needed.every(isInstalled)
    ? undefined
    : `skipped: it takes root, ${needed.join(', ')}; npm run soak installs them on Debian`

/** Builds ops/Containerfile with mmdebstrap, without an engine or registry. Returns the folder of the image. */
export async function buildImage(folder: string): Promise<string> {
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const buildah = async (...args: string[]) =>
    (await run('buildah', [...storage, ...args], { cwd: projectRoot, maxBuffer: 1e9 })).stdout.trim()

  const base = join(folder, 'base.tar')
  await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base])
  const first = await buildah('from', 'scratch')
  await buildah('add', first, base, '/')
  await buildah('commit', '--rm', first, 'localhost/base:1')

  const npm = join((await run('npm', ['root', '--global'])).stdout.trim(), 'npm')
  const second = await buildah('from', '--pull-never', 'localhost/base:1')
  await buildah('copy', second, process.execPath, '/usr/local/bin/node')
  await buildah('copy', second, npm, '/usr/local/lib/node_modules/npm')
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
  await buildah('run', '--isolation', 'chroot', second, '--', ...link)
  await buildah('commit', '--rm', second, 'localhost/builder:1')

  const chosen = ['--build-arg', 'BASE=localhost/base:1', '--build-arg', 'BUILDER=localhost/builder:1']
  const build = [
    'bud',
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--pull-never',
    ...(await listMachineArguments(folder)),
  ]
  await buildah(...build, ...chosen, '-f', 'ops/Containerfile', '-t', 'localhost/alumni:1', '.')
  const health = await buildah(
    'inspect',
    '--type',
    'image',
    '--format',
    '{{.Docker.Config.Healthcheck}}',
    'localhost/alumni:1',
  )
  if (!health.includes('await-ready')) throw new Error(`The image has no health check: ${health}`)
  return buildah('mount', await buildah('from', '--pull-never', 'localhost/alumni:1'))
}

/** Arguments that pass the npm settings and certificates of this machine to the build. */
async function listMachineArguments(folder: string): Promise<string[]> {
  const setting = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim()
  const textOf = async (path: string) => (existsSync(path) ? readFile(path, 'utf8') : '')
  const settings = [await textOf(await setting('globalconfig')), await textOf(await setting('userconfig'))]
  const cafile = await setting('cafile')
  const authorities = existsSync(cafile) ? cafile : (process.env.NODE_EXTRA_CA_CERTS ?? process.env.SSL_CERT_FILE)
  if (authorities) settings.push('cafile=/run/authorities.pem')
  await writeFile(join(folder, 'npmrc'), `${settings.join('\n')}\n`, { mode: 0o600 })
  return [
    '--volume',
    `${join(folder, 'npmrc')}:/root/.npmrc:ro`,
    ...(authorities ? ['--volume', `${authorities}:/run/authorities.pem:ro`] : []),
  ]
}

/** Runs the image's entry point like a container: as its account, with a read-only root and two empty folders. */
export function runImage(image: string, args: string[], env: Record<string, string>): ChildProcess {
  const script = `
    set -e
    mount --bind "$IMAGE" "$IMAGE" && mount -o remount,ro,bind "$IMAGE"
    mount -t tmpfs tmpfs "$IMAGE/tmp" && mount -t tmpfs -o uid=10001,gid=10001,mode=0750 tmpfs "$IMAGE/var/lib/alumni"
    mount -t proc proc "$IMAGE/proc" && mount --bind /dev "$IMAGE/dev"
    exec chroot --userspec=10001:10001 --groups= "$IMAGE" /usr/bin/env -i -C /opt/alumni "$@"`
  const variables = Object.entries({
    PATH: '/opt/alumni/node_modules/node/bin:/usr/bin:/bin',
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/alumni',
    ...env,
  }).map(([name, value]) => `${name}=${value}`)
  const entry = [...variables, '/opt/alumni/ops/entrypoint.sh', ...args]
  return spawn('unshare', ['--mount', '--', 'sh', '-c', script, 'sh', ...entry], {
    env: { PATH: process.env.PATH, IMAGE: image },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
