import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../foundations/process/config.ts'
import { StorageFull, type Files } from '../../foundations/files/files.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'

/** `folder` is null for S3. `space` is known even if storing fails, because the disk may be full. */
export type StorageState = {
  folder: string | null
  failure: string | null
  space: { free: number; total: number } | null
}

export async function readStorage(config: Config, files: Files): Promise<StorageState> {
  const folder = folderOfFiles(config)
  return {
    folder,
    failure: await findStorageFailure(files),
    space: folder === null ? null : await readDiskSpace(folder),
  }
}

/** Returns the folder of stored files, or null with S3. */
export function folderOfFiles({ STORAGE_URL: url, DATA_DIR }: Config): string | null {
  return url?.startsWith('s3:') ? null : url ? fileURLToPath(url) : join(DATA_DIR, 'files')
}

/** Returns the free and total bytes of the folder's disk, or null if the folder does not exist. */
export async function readDiskSpace(folder: string): Promise<StorageState['space']> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}

const checkIntervalMs = 5 * 60_000

/** Returns a function that reads storage metrics, up to five minutes old, because requests to S3 cost money. */
export function createStorageReader(config: Config, files: Files): () => Promise<Readings> {
  let checkedAt = -Infinity
  let state: Promise<StorageState>
  return async () => {
    if (performance.now() - checkedAt > checkIntervalMs) {
      checkedAt = performance.now()
      state = readStorage(config, files)
    }
    const { failure, space } = await state
    return {
      alumni_storage_works: failure ? 0 : 1,
      alumni_storage_free_bytes: space && space.free,
      alumni_storage_free_ratio: space && space.free / space.total,
    }
  }
}

async function findStorageFailure(files: Files): Promise<string | null> {
  const key = `health/${randomUUID()}`
  try {
    await files.write(key, Readable.from(['x']), { signal: AbortSignal.timeout(5000) })
    ;(await files.read(key)).destroy()
    await files.remove(key)
    return null
  } catch (error) {
    return error instanceof StorageFull ? error.message : 'No file can be stored: uploads fail.'
  }
}
