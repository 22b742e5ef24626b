import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { changeSettings, readSettings } from './settings.ts'

/** The files that are being written: a crash leaves them, and their names tell the next start of the app what to remove. */
export const partialFiles = {
  add: (path: string) => changeSettings({ partialFiles: [...readSettings().partialFiles, path] }),
  delete: (path: string) =>
    changeSettings({ partialFiles: readSettings().partialFiles.filter((other) => other !== path) }),
}

/** Removes what an earlier run has left. */
export async function removeStaleFiles(): Promise<void> {
  for (const path of readSettings().partialFiles) {
    if (path.endsWith('.partial')) await rm(path, { force: true }).catch(() => undefined)
    partialFiles.delete(path)
  }
  // Releases before v0.16.0 kept the paths of interrupted uploads there.
  await rm(join(app.getPath('userData'), 'uploads.json'), { force: true }).catch(() => undefined)
}
