import { nativeTheme } from 'electron'
import type { Handlers } from '../../ipc.ts'
import { changeSettings, readSettings, type Settings } from '../settings.ts'

export const lookHandlers = {
  async 'look.choose'({ scheme }) {
    changeSettings({ scheme })
    followScheme(scheme)
    return null
  },
} satisfies Pick<Handlers, 'look.choose'>

/** Must be called before the first window opens. */
export function followScheme(scheme: Settings['scheme'] = readSettings().scheme): void {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme
}

/** The background color before the page is painted, the same as the page's. */
export function firstColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#101114' : '#f6f6f7'
}
