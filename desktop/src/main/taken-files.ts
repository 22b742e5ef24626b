import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { Page, TakenFile } from '../ipc.ts'
import { listPages, createPageState } from './pages.ts'
import { Refusal } from './refusal.ts'

export type FileOnDisk = { path: string; size: number; mtimeMs: number }

const filesOf = createPageState(() => new Map<string, FileOnDisk>())

/** Registers a file that the user chose on this page, under a random id. Other pages cannot read the file. */
export async function takeFile(page: Page, path: unknown): Promise<TakenFile> {
  if (typeof path !== 'string' || !isAbsolute(path))
    throw new Refusal('This file is not on this computer. Save it first.')
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal('This file cannot be read. It may have been moved or deleted.')
  const { size, mtimeMs } = found
  const id = randomUUID()
  filesOf(page).set(id, { path, size, mtimeMs })
  return { id, name: basename(path), size, lastModified: Math.trunc(mtimeMs) }
}

export function getTakenFile(page: Page, id: string): FileOnDisk {
  const file = filesOf(page).get(id)
  if (!file) throw new Refusal(unknownFile)
  return file
}

/** Finds a file of any page, because requests from workers have no page. Other pages cannot guess the random id. */
export function getTakenFileOfAnyPage(id: string): FileOnDisk {
  const file = listPages()
    .map((page) => filesOf(page).get(id))
    .find((found) => found !== undefined)
  if (!file) throw new Refusal(unknownFile)
  return file
}

const unknownFile = 'This file is no longer available. Choose it again.'

const pieceBytes = 1024 * 1024

/** Yields the bytes from `start` up to, but excluding, `end`. Throws a `Refusal` if the file has changed. */
export async function* readContent(
  file: FileOnDisk,
  start = 0,
  end = file.size,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  await assertUnchanged(file)
  await using handle = await open(file.path).catch(() => {
    throw new Refusal('The app is not allowed to read this file.')
  })
  for (let position = start; position < end;) {
    const piece = new Uint8Array(Math.min(pieceBytes, end - position))
    const { bytesRead } = await handle.read(piece, 0, piece.length, position)
    if (bytesRead === 0) break
    position += bytesRead
    yield piece.subarray(0, bytesRead)
  }
  await assertUnchanged(file)
}

async function assertUnchanged({ path, size, mtimeMs }: FileOnDisk): Promise<void> {
  const now = await stat(path).catch(() => undefined)
  if (!now) throw new Refusal('The file was moved or deleted.')
  if (now.size !== size || now.mtimeMs !== mtimeMs)
    throw new Refusal('The file has changed since it was opened. Wait until it is complete, then open it again.')
}
