import { statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of a run begin with it and the id of the run's process. */
export const runPrefix = 'alumni-tests-'

/**
 * Where the clusters of the tests are: in memory where there is room, because a disk takes ten times as long for the
 * thousand files of a new database.
 */
export const clustersHome = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

/** A folder for a PostgreSQL of a test file's own. */
export async function clusterFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(clustersHome, `${runPrefix}${process.ppid}-${name}-`))
  await chmod(folder, 0o755) // PostgreSQL may run as another account
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 2 ** 30
  } catch {
    return false
  }
}
