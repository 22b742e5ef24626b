import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { changeSettings, readSettings } from './settings.ts'

/** Records files that are being written, so that the next start can remove them after a crash. */
export const partialFiles = {
  add: (path: string) => changeSettings({ partialFiles: [...readSettings().partialFiles, path] }),
  delete: (path: string) =>
    changeSettings({ partialFiles: readSettings().partialFiles.filter((other) => other !== path) }),
}

export async function removeStaleFiles(): Promise<void> {
  for (const path of readSettings().partialFiles) {
    if (path.endsWith('.partial')) await rm(path, { force: true }).catch(() => undefined)
    partialFiles.delete(path)
  }
  // Releases before v0.16.0 stored the paths of interrupted uploads in this file.
  await rm(join(app.getPath('userData'), 'uploads.json'), { force: true }).catch(() => undefined)
}
