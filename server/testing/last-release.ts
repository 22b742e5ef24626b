import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../src/foundations/process/config.ts'

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
