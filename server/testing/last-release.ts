import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../src/foundations/process/config.ts'

/** Returns the commit of the last release, or why there is none. */
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

/** Unpacks the release into a separate folder, with the packages of its lock file. */
export async function unpackRelease(commit: string): Promise<{ root: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-release-'))
  const root = join(folder, 'release')
  await mkdir(join(root, 'node_modules/@alumni'), { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  for (const name of ['shared', 'server']) await symlink(join(root, name), join(root, 'node_modules/@alumni', name))
  await symlink(await installPackages(commit), join(folder, 'node_modules'))
  const frontEnds = join(projectRoot, 'server/testing/front-ends')
  await cp(join(frontEnds, 'staff'), join(root, 'desktop/dist/renderer'), { recursive: true })
  await cp(join(frontEnds, 'portal'), join(root, 'portal/dist'), { recursive: true })
  return { root, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Installs the packages of the release's server and worker once; returns their folder. */
async function installPackages(commit: string): Promise<string> {
  const cache = join(projectRoot, 'node_modules/.cache/alumni-releases')
  const installed = join(cache, commit)
  if (!existsSync(installed)) {
    await mkdir(cache, { recursive: true })
    const folder = await mkdtemp(join(cache, 'installing-'))
    const manifests = ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)]
    const archive = execFileSync('git', ['archive', commit, ...manifests], { cwd: projectRoot })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const install = ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error', '-w', 'server', '-w', 'worker']
    await promisify(execFile)('npm', install, { cwd: folder })
    // Another test process may have been faster.
    await rename(folder, installed).catch(() => rm(folder, { recursive: true, force: true }))
  }
  return join(installed, 'node_modules')
}

const workspaces = ['server', 'worker', 'desktop', 'portal', 'shared', 'e2e']
