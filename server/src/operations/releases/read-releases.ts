import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@alumni/shared/operations/releases'
import { projectRoot } from '../../foundations/process/config.ts'
import { parseReleases } from './parse-releases.ts'

let read: Promise<Release[]> | undefined

/** The releases of `RELEASES.md`, the newest first. It does not change while a process runs. */
export function readReleases(): Promise<Release[]> {
  return (read ??= readFile(join(projectRoot, 'RELEASES.md'), 'utf8').then(parseReleases))
}

/** The release that this code is. */
export async function currentRelease(): Promise<Release> {
  return (await readReleases())[0]!
}
