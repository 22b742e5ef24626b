import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { z } from 'zod'

/** Packaging adds these members to the app's `package.json`. */
const packaged = z.object({ updates: z.object({ url: z.string(), key: z.string() }).optional() })

/** Configures electron-updater. Throws an error with a message for the user if this copy cannot update itself. */
export async function openUpdater(isRequested: () => boolean): Promise<AppUpdater> {
  const { updates } = packaged.parse(JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')))
  if (!app.isPackaged || !updates) throw new Error('This copy of the app does not update itself.')
  const { autoUpdater } = await import('electron-updater')
  const { SignedFeed } = await import('./signed-feed.ts')
  autoUpdater.logger = null
  if (!autoUpdater.isUpdaterActive())
    throw new Error('This copy of the app was unpacked by hand. Replace it with the new version.')
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.allowPrerelease = false
  autoUpdater.disableWebInstaller = true
  const isWithinRollout = autoUpdater.isUserWithinRollout
  // A roll-out of 0% withdraws an update, even for users who ask for it.
  autoUpdater.isUserWithinRollout = (info) =>
    isRequested() ? Number(info.stagingPercentage ?? 100) > 0 : isWithinRollout(info)
  autoUpdater.setFeedURL({ provider: 'custom', updateProvider: SignedFeed as never, ...updates })
  return autoUpdater
}
