import { session } from 'electron'
import type { Page } from '../../ipc.ts'
import { sessionToken } from '../app-protocol/sign-in.ts'
import { contentsOf, renewPages } from '../pages.ts'
import { changeSettings, readSettings } from '../settings.ts'
import { sendToOthers } from '../window/every-window.ts'
import { forgetToken, saveToken, savedToken } from './token-store.ts'

type Connection = { address: string | undefined; token: string | undefined }

let token: string | undefined
let isRefused = false
/** Set once the saved token is being read. */
let loading: Promise<void> | undefined
const signOutListeners: (() => void)[] = []

export const server = {
  address: (): string | undefined => readSettings().address,

  /** Resolves when the saved sign-in has been read. */
  async ready(): Promise<Connection> {
    await (loading ??= savedToken().then((saved) => {
      token ??= sessionToken.safeParse(saved).data
    }))
    return { address: readSettings().address, token }
  },

  async signIn(newToken: string, newUser: number, page: Page): Promise<void> {
    const sender = contentsOf(page)
    await server.ready()
    if (readSettings().user !== newUser) forgetPerson()
    changeSettings({ user: newUser })
    token = newToken
    isRefused = false
    await saveToken(newToken)
    sendToOthers(sender, 'session', { user: newUser })
  },

  /** Signs out and removes everything about the user from disk. */
  async signOut(page: Page): Promise<void> {
    const sender = contentsOf(page)
    await server.ready()
    token = undefined
    forgetPerson()
    await Promise.all([forgetToken(), wipeSession()])
    sendToOthers(sender, 'session', { user: null })
  },

  noteRefused(): void {
    isRefused = true
  },

  isRefused: (): boolean => isRefused,

  /** Calls `listener` when the user signs out or another user signs in. */
  onSignOut(listener: () => void): void {
    signOutListeners.push(listener)
  },

  /** Signs the user out if the server changes. */
  async choose(address: string, logo: string | undefined, page: Page): Promise<void> {
    try {
      if (address !== readSettings().address) await server.signOut(page)
    } finally {
      changeSettings({ address, logo })
    }
  },
}

function forgetPerson(): void {
  changeSettings({ user: undefined })
  renewPages()
  for (const listener of signOutListeners) listener()
}

async function wipeSession(): Promise<void> {
  const { defaultSession } = session
  await Promise.all([defaultSession.clearStorageData(), defaultSession.clearCache(), defaultSession.clearAuthCache()])
}
