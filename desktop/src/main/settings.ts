import { z } from 'zod'
import { readSaved, saveFile } from './saved-file.ts'
import { isAddress } from './server/server-address.ts'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** A picture at another host, as Chromium writes its address; the host stands in the pages' policy, which is a list. */
export const pictureAddress = z.url({ protocol: /^https$/, hostname: /^[a-z\d.-]+$/, normalize: true })

/** The app saves these from one start to the next. None is a secret. */
const settings = z.object({
  address: z.string().refine(isAddress).optional().catch(undefined),
  /** The institution's logo: the only picture that a page may show from elsewhere. */
  logo: pictureAddress.optional().catch(undefined),
  scheme: z.enum(['light', 'dark', 'auto']).catch('auto').default('auto'),
  zoom: z.number().min(0.25).max(5).optional().catch(undefined),
  /** Paths, the last first. */
  recentFiles: z.array(z.string()).catch([]).default([]),
  /** The id of whom the recent files and the interrupted uploads belong to. */
  user: z.number().optional().catch(undefined),
  /** Paths of files that are being written. */
  partialFiles: z.array(z.string()).catch([]).default([]),
  saveFolder: z.string().optional().catch(undefined),
  /** Which keyring of Linux keeps the sign-in. */
  keyring: z.string().optional().catch(undefined),
  window: z
    .object({ bounds: rectangle, isMaximized: z.boolean(), isFullScreen: z.boolean() })
    .optional()
    .catch(undefined),
  /** The version that lies ready to be installed, and whether that was tried. */
  update: z.object({ version: z.string(), isTried: z.boolean() }).optional().catch(undefined),
})
export type Settings = z.infer<typeof settings>

const settingsFile = 'settings.json'

let current: Settings | undefined

export function readSettings(): Settings {
  current ??= settings.catch({ scheme: 'auto', recentFiles: [], partialFiles: [] }).parse(readSaved(settingsFile))
  return current
}

/** Where they cannot be saved they hold until the app ends. */
export function changeSettings(change: Partial<Settings>): void {
  current = { ...readSettings(), ...change }
  saveFile(settingsFile, JSON.stringify(current, null, 2))
}
