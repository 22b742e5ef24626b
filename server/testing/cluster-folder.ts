import { statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Prefix of the folders of a run; the process id follows. */
export const runPrefix = 'alumni-tests-'

/** In memory if there is room, because the thousand files of a new database take ten times as long on a disk. */
export const clustersHome = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

export async function createClusterFolder(name: string): Promise<string> {
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
