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

/** Must be called before the first window opens. */
export function applyColorScheme(): void {
  const { scheme } = readSettings()
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme
}

/** Matches the page's background, so that the window does not flash before the first paint. */
export function getBackgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#101114' : '#f6f6f7'
}
