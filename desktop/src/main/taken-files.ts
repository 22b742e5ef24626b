import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { Page, TakenFile } from '../ipc.ts'
import { livePages, ofPage } from './pages.ts'
import { Refusal } from './refusal.ts'

const pathsOf = ofPage(() => new Map<string, string>())

/**
 * Remembers a file that the person has chosen in this page. The page can name it by its id, and no other file; no
 * other page can.
 */
export async function takeFile(page: Page, path: unknown): Promise<TakenFile> {
  if (typeof path !== 'string' || !isAbsolute(path))
    throw new Refusal('This is no file on this computer. Save it first.')
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal('This is no file that can be read. It may have been moved or deleted.')
  const id = randomUUID()
  pathsOf(page).set(id, path)
  return { id, name: basename(path), size: found.size }
}

/** Where a file lies on disk that this page has taken. */
export function pathOfTaken(page: Page, id: string): string {
  const path = pathsOf(page).get(id)
  if (!path) throw new Refusal('This file is not known any more. Choose it again.')
  return path
}

/** Whether some page holds this file. */
export function isTaken(path: string): boolean {
  return livePages().some((page) => [...pathsOf(page).values()].includes(path))
}
