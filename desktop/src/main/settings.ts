import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { z } from 'zod'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** What the app remembers from one start to the next. No secret is here. */
const settings = z.object({
  address: z.string().optional().catch(undefined),
  /** The institution's logo: the only picture that a page may load from elsewhere. */
  logo: z.string().optional().catch(undefined),
  scheme: z.enum(['light', 'dark', 'auto']).catch('auto').default('auto'),
  zoom: z.number().min(0.25).max(5).optional().catch(undefined),
  /** Paths, the last first. */
  recentFiles: z.array(z.string()).catch([]).default([]),
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

let current: Settings | undefined

export function readSettings(): Settings {
  current ??= settings.catch({ scheme: 'auto', recentFiles: [] }).parse(readFile())
  return current
}

/** Written beside and renamed, so that a crash leaves the ones before. */
export function changeSettings(change: Partial<Settings>): void {
  current = { ...readSettings(), ...change }
  const file = settingsFile()
  writeFileSync(`${file}.new`, JSON.stringify(current, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function readFile(): unknown {
  try {
    return JSON.parse(readFileSync(settingsFile(), 'utf8'))
  } catch {
    return {}
  }
}

function settingsFile(): string {
  return join(app.getPath('userData'), 'settings.json')
}
