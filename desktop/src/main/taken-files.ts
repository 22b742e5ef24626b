import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { TakenFile } from '../ipc.ts'
import { Refusal } from './refusal.ts'

const paths = new Map<string, string>()

/** Remembers a file that the person has chosen. The window can name it by its id, and no other file. */
export async function takeFile(path: unknown): Promise<TakenFile> {
  if (typeof path !== 'string' || !isAbsolute(path))
    throw new Refusal('This is no file on this computer. Save it first.')
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal('This is no file that can be read. It may have been moved or deleted.')
  const id = randomUUID()
  paths.set(id, path)
  return { id, name: basename(path), size: found.size }
}

/** Where a taken file lies on disk. */
export function pathOfTaken(id: string): string {
  const path = paths.get(id)
  if (!path) throw new Refusal('This file is not known any more. Choose it again.')
  return path
}
