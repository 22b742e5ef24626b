import { randomUUID } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertKey, assertRange, FileMissing, StorageFull, type Files } from './stored-files.ts'

/** Contains files still being written. Keys do not begin with a dot, so no key can refer to this folder. */
const unfinished = '.unfinished'

/** Creates a file storage in the folder `root`. A file appears there only once it is completely written. */
export function createLocalFiles(root: string): Files {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(root, ...key.split('/'))
  }
  return {
    async write(key, stream, { signal } = {}) {
      const path = pathOf(key)
      const draft = join(root, unfinished, randomUUID())
      try {
        await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
        const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(stream, target, { signal })
        signal?.throwIfAborted()
        await moveFile(draft, path)
        await syncFolder(dirname(path))
        return { bytes: target.bytesWritten }
      } catch (error) {
        stream.destroy()
        await rm(draft, { force: true })
        throw isFull(error) ? new StorageFull(error) : error
      }
    },
    async read(key, range = {}) {
      assertRange(range)
      const handle = await open(pathOf(key)).catch(toFileMissing(key))
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 }) satisfies Readable
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(toFileMissing(key))).size
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await removeEmptyFolders(root, key.split('/').slice(0, -1))
    },
    async *list(olderThan) {
      for await (const path of listFiles(root)) {
        const key = relative(root, path).split(sep).join('/')
        if (!key.startsWith(`${unfinished}/`) && (await isOlderThan(path, olderThan))) yield key
      }
    },
    async removeUnfinished(olderThan) {
      let removed = 0
      for await (const path of listFiles(join(root, unfinished))) {
        if (!(await isOlderThan(path, olderThan))) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Retries if a concurrent `remove` deletes the new, still empty folder. */
async function moveFile(from: string, to: string, attempts = 10): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT' || attempts === 1) throw error
    await moveFile(from, to, attempts - 1)
  }
}

async function removeEmptyFolders(root: string, folders: string[]): Promise<void> {
  if (folders.length === 0) return
  const isRemoved = await rmdir(join(root, ...folders)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmptyFolders(root, folders.slice(0, -1))
}

/** Flushes a folder to disk, so that a rename in it survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: { code?: string }): Dirent[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    else if (entry.isFile()) yield path
  }
}

async function isOlderThan(path: string, date: Date): Promise<boolean> {
  return stat(path).then(
    ({ mtime }) => mtime < date,
    () => false,
  )
}

function toFileMissing(key: string) {
  return (error: { code?: string }): never => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new FileMissing(key) : error
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
