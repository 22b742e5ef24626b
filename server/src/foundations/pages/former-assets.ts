import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'

export type BuiltApp = { folder: string; release: string }

const maxFormerBuilds = 2

type Log = { warn(about: object, message: string): void }

/** Shares this release's assets with other servers. Returns the folders of the two newest other releases. */
export async function prepareFormerAssets(
  { isProduction, DATA_DIR }: Pick<Config, 'isProduction' | 'DATA_DIR'>,
  frontEnd: string,
  { release, assets }: { release: string; assets: string },
  log: Log,
): Promise<string[]> {
  if (!isProduction || !existsSync(assets)) return []
  const folder = join(DATA_DIR, 'assets', frontEnd)
  const warn = (error: unknown) =>
    log.warn({ err: error, folder }, 'pages that are open during an upgrade may have to be loaded again')
  await shareAssets(join(folder, release), assets).catch(warn)
  return listOtherReleases(folder, release).catch((error: unknown) => {
    warn(error)
    return []
  })
}

async function shareAssets(target: string, built: string): Promise<void> {
  try {
    await mkdir(target, { recursive: true })
    await cp(built, target, { recursive: true })
    await utimes(target, new Date(), new Date())
  } catch (error) {
    await rm(target, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/** Returns the two newest other releases, because open pages may still use them, and deletes older ones. */
async function listOtherReleases(folder: string, release: string): Promise<string[]> {
  const others = (await readdir(folder)).filter((name) => name !== release).map((name) => join(folder, name))
  const used = await Promise.all(others.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  const newestFirst = used.toSorted((a, b) => b.at - a.at).map(({ path }) => path)
  await Promise.all(newestFirst.slice(maxFormerBuilds).map((path) => rm(path, { recursive: true, force: true })))
  return newestFirst.slice(0, maxFormerBuilds)
}
