import { z } from 'zod'
import { readSavedFile, saveFile } from './saved-file.ts'
import { isServerOrigin } from './server/server-address.ts'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** The URL of a picture, normalized because the URL's origin becomes part of the content security policy. */
export const pictureAddress = z.url({ protocol: /^https$/, hostname: /^[a-z\d.-]+$/, normalize: true })

const settings = z.object({
  address: z.string().refine(isServerOrigin).optional().catch(undefined),
  /** The institution's logo, the only external picture that pages may show. */
  logo: pictureAddress.optional().catch(undefined),
  scheme: z.enum(['light', 'dark', 'auto']).catch('auto').default('auto'),
  zoom: z.number().min(0.25).max(5).optional().catch(undefined),
  /** Paths, most recently opened first. */
  recentFiles: z.array(z.string()).catch([]).default([]),
  user: z.number().optional().catch(undefined),
  partialFiles: z.array(z.string()).catch([]).default([]),
  saveFolder: z.string().optional().catch(undefined),
  /** The keyring that encrypted the saved sign-in. */
  keyring: z.string().optional().catch(undefined),
  window: z
    .object({ bounds: rectangle, isMaximized: z.boolean(), isFullScreen: z.boolean() })
    .optional()
    .catch(undefined),
  /** The version that is ready to install, and whether installing it was attempted. */
  update: z.object({ version: z.string(), isTried: z.boolean() }).optional().catch(undefined),
})
export type Settings = z.infer<typeof settings>

const settingsFile = 'settings.json'

let current: Settings | undefined

export function readSettings(): Settings {
  current ??= settings.catch({ scheme: 'auto', recentFiles: [], partialFiles: [] }).parse(readSavedFile(settingsFile))
  return current
}

/** Changes and saves settings. If saving fails, the changes apply until the app quits. */
export function changeSettings(change: Partial<Settings>): void {
  current = { ...readSettings(), ...change }
  saveFile(settingsFile, JSON.stringify(current, null, 2))
}
