import { nativeTheme } from 'electron'
import type { Handlers } from '../../ipc.ts'
import { changeSettings, readSettings } from '../settings.ts'

export const lookHandlers = {
  async 'look.choose'({ scheme }) {
    changeSettings({ scheme })
    followScheme()
    return null
  },
} satisfies Pick<Handlers, 'look.choose'>

/** Must be called before the first window opens. */
export function followScheme(): void {
  const { scheme } = readSettings()
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme
}

/** The background color before the page is painted, the same as the page's. */
export function firstColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#101114' : '#f6f6f7'
}
