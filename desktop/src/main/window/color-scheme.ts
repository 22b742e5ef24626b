import { nativeTheme } from 'electron'
import type { Handlers } from '../../ipc.ts'
import { changeSettings, readSettings } from '../settings.ts'

export const colorSchemeHandlers = {
  async 'colorScheme.set'({ scheme }) {
    changeSettings({ scheme })
    applyColorScheme()
    return null
  },
} satisfies Pick<Handlers, 'colorScheme.set'>

/** Applies the saved color scheme to all windows. Must be called before the first window opens. */
export function applyColorScheme(): void {
  const { scheme } = readSettings()
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme
}

/** Returns the background color of the pages, so that a new window does not flash before the first paint. */
export function getBackgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#101114' : '#f6f6f7'
}
