import { session } from 'electron'
import type { Page } from '../../ipc.ts'
import { sessionToken } from '../app-protocol/sign-in.ts'
import { findContents, stopPageWork } from '../pages.ts'
import { changeSettings, readSettings } from '../settings.ts'
import { sendToOthers } from '../window/every-window.ts'
import { forgetToken, saveToken, readToken } from './token-store.ts'

type Connection = { address: string | undefined; token: string | undefined }

let token: string | undefined
let isTokenRefused = false
let loading: Promise<void> | undefined
const signOutListeners: (() => void)[] = []

export const server = {
  address: (): string | undefined => readSettings().address,

  async ready(): Promise<Connection> {
    await (loading ??= readToken().then((saved) => {
      token ??= sessionToken.safeParse(saved).data
    }))
    return { address: readSettings().address, token }
  },

  async signIn(newToken: string, newUser: number, page: Page): Promise<void> {
    const sender = findContents(page)
    await server.ready()
    if (readSettings().user !== newUser) forgetUser()
    changeSettings({ user: newUser })
    token = newToken
    isTokenRefused = false
    await saveToken(newToken)
    sendToOthers(sender, 'session', { user: newUser })
  },

  /** Signs out and removes the user's data from disk. */
  async signOut(page: Page): Promise<void> {
    const sender = findContents(page)
    await server.ready()
    token = undefined
    forgetUser()
    await Promise.all([forgetToken(), clearSession()])
    sendToOthers(sender, 'session', { user: null })
  },

  recordRefusedToken(): void {
    isTokenRefused = true
  },

  hasRefusedToken: (): boolean => isTokenRefused,

  onSignOut(listener: () => void): void {
    signOutListeners.push(listener)
  },

  async choose(address: string, logo: string | undefined, page: Page): Promise<void> {
    try {
      if (address !== readSettings().address) await server.signOut(page)
    } finally {
      changeSettings({ address, logo })
    }
  },
}

function forgetUser(): void {
  changeSettings({ user: undefined })
  stopPageWork()
  for (const listener of signOutListeners) listener()
}

async function clearSession(): Promise<void> {
  const { defaultSession } = session
  await Promise.all([defaultSession.clearStorageData(), defaultSession.clearCache(), defaultSession.clearAuthCache()])
}
