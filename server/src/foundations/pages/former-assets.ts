import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'

/** A face as it was built, and the release that it is of. */
export type Built = { folder: string; release: string }

const othersKept = 2

/** The folders of other releases with a face's files. In development there are none: its files change with each build. */
export async function formerAssets(
  { isProduction, DATA_DIR }: Pick<Config, 'isProduction' | 'DATA_DIR'>,
  face: string,
  { release, assets }: { release: string; assets: string },
): Promise<string[]> {
  return isProduction && existsSync(assets) ? shareAssets(join(DATA_DIR, 'assets', face), release, assets) : []
}

/**
 * Leaves the built files of `release` in `folder` for the servers of other releases, and names the folders of those that
 * were left there: a page that was opened before an upgrade still asks for the scripts of its own release. The two that
 * ran last beside this one stay.
 */
async function shareAssets(folder: string, release: string, built: string): Promise<string[]> {
  const own = join(folder, release)
  await mkdir(own, { recursive: true })
  await cp(built, own, { recursive: true })
  await utimes(own, new Date(), new Date())
  const others = (await readdir(folder)).filter((name) => name !== release).map((name) => join(folder, name))
  const used = await Promise.all(others.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  const newestFirst = used.toSorted((a, b) => b.at - a.at).map(({ path }) => path)
  await Promise.all(newestFirst.slice(othersKept).map((path) => rm(path, { recursive: true, force: true })))
  return newestFirst.slice(0, othersKept)
}
