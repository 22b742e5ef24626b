import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../src/foundations/process/config.ts'
import { freePort } from './free-port.ts'

/** The commit of the release before what is here, and why there is none to be had. */
export function findRelease(): { commit: string; missing?: undefined } | { commit: ''; missing: string } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const commit = git('log', '-1', '--format=%H', '--extended-regexp', '--grep=^v[0-9]+\\.[0-9]+\\.[0-9]+$', 'HEAD^')
    return commit ? { commit } : { commit: '', missing: 'skipped: this clone does not reach back to the last release' }
  } catch {
    return { commit: '', missing: 'skipped: there is no git history here' }
  }
}

/** The code of that release in a folder of its own, over the libraries that are here. */
export async function unpackRelease(commit: string): Promise<{ root: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-release-'))
  const root = join(folder, 'release')
  await mkdir(join(root, 'node_modules/@alumni'), { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  for (const name of ['shared', 'server']) await symlink(join(root, name), join(root, 'node_modules/@alumni', name))
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  const faces = join(projectRoot, 'server/testing/faces')
  await cp(join(faces, 'staff'), join(root, 'desktop/dist/renderer'), { recursive: true })
  await cp(join(faces, 'portal'), join(root, 'portal/dist'), { recursive: true })
  return { root, remove: () => rm(folder, { recursive: true, force: true }) }
}

type Starting = { app: string; owner: string; dataDir: string; env?: Record<string, string> }

/** A server of the code in `root`, once it answers; the schema is as that code knows it, or newer. */
export async function startServer(
  root: string,
  { app, owner, dataDir, env }: Starting,
): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort()
  const child = fork(join(root, 'server/src/start.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: app,
      MIGRATION_DATABASE_URL: owner,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The server ended.')))
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message'), ended])
  return { port, child }
}
