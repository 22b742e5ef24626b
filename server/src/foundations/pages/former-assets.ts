import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'

/** A face as it was built, and the release that it is of. */
export type Built = { folder: string; release: string }

const formerBuilds = 2

type Log = { warn(about: object, sentence: string): void }

/**
 * The folders of other releases with a face's files. In development there are none: its files change with each build. A
 * folder that cannot be written or read, such as that of a full disk, is a warning: only pages of before go without.
 */
export async function formerAssets(
  { isProduction, DATA_DIR }: Pick<Config, 'isProduction' | 'DATA_DIR'>,
  face: string,
  { release, assets }: { release: string; assets: string },
  log: Log,
): Promise<string[]> {
  if (!isProduction || !existsSync(assets)) return []
  const folder = join(DATA_DIR, 'assets', face)
  const warn = (error: unknown) =>
    log.warn({ err: error, folder }, 'pages that are open during an upgrade may have to be loaded again')
  await shareAssets(join(folder, release), assets).catch(warn)
  return othersIn(folder, release).catch((error: unknown) => {
    warn(error)
    return []
  })
}

/** Leaves built files for the servers of other releases: all of them or none, as a half would break their pages. */
async function shareAssets(own: string, built: string): Promise<void> {
  try {
    await mkdir(own, { recursive: true })
    await cp(built, own, { recursive: true })
    await utimes(own, new Date(), new Date())
  } catch (error) {
    await rm(own, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/**
 * The folders that servers of other releases left: a page that was opened before an upgrade still asks for the scripts
 * of its own release. The two that ran last beside this one stay.
 */
async function othersIn(folder: string, release: string): Promise<string[]> {
  const others = (await readdir(folder)).filter((name) => name !== release).map((name) => join(folder, name))
  const used = await Promise.all(others.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  const newestFirst = used.toSorted((a, b) => b.at - a.at).map(({ path }) => path)
  await Promise.all(newestFirst.slice(formerBuilds).map((path) => rm(path, { recursive: true, force: true })))
  return newestFirst.slice(0, formerBuilds)
}
