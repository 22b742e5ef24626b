import { session } from 'electron'
import type { Page } from '../../ipc.ts'
import { sessionToken } from '../app-protocol/sign-in.ts'
import { contentsOf, endPages } from '../pages.ts'
import { changeSettings, readSettings } from '../settings.ts'
import { sendToOthers } from '../window/every-window.ts'
import { forgetToken, saveToken, savedToken } from './token-store.ts'

/** Which server the app speaks with, and who is signed in there. */
type Connection = { address: string | undefined; token: string | undefined }

let token: string | undefined
/** The server no longer accepts the token. */
let isRefused = false
/** Whose it is, where that is known. */
let user: number | undefined
/** The token is read once, while the window opens. */
let loading: Promise<void> | undefined
const atSignOut: (() => void)[] = []

export const server = {
  address: (): string | undefined => readSettings().address,

  /** Resolves once the saved sign-in is read. */
  async ready(): Promise<Connection> {
    await (loading ??= savedToken().then((saved) => {
      const { data } = sessionToken.safeParse(saved?.token)
      if (token === undefined && data !== undefined) [token, user] = [data, saved!.user]
    }))
    return { address: readSettings().address, token }
  },

  async signIn(newToken: string, newUser: number, by: Page): Promise<void> {
    const asker = contentsOf(by)
    await server.ready()
    if (token !== undefined && user !== newUser) endPages()
    token = newToken
    isRefused = false
    user = newUser
    await saveToken(newToken, newUser)
    sendToOthers(asker, 'session', { user: newUser })
  },

  /** No one is signed in any more; nothing of it, and nothing that was looked at, is left on disk. */
  async signOut(by: Page): Promise<void> {
    const asker = contentsOf(by)
    await server.ready()
    token = undefined
    user = undefined
    endPages()
    for (const forget of atSignOut) forget()
    await Promise.all([forgetToken(), wipeSession()])
    sendToOthers(asker, 'session', { user: null })
  },

  noteRefused(): void {
    isRefused = true
  },

  isRefused: (): boolean => isRefused,

  /** `forget` removes a person's data when their sign-in ends. */
  whenSignedOut(forget: () => void): void {
    atSignOut.push(forget)
  },

  /** Where it is another one than before, the person is signed out. */
  async choose(address: string, logo: string | undefined, by: Page): Promise<void> {
    try {
      if (address !== readSettings().address) await server.signOut(by)
    } finally {
      changeSettings({ address, logo })
    }
  },
}

async function wipeSession(): Promise<void> {
  const { defaultSession } = session
  await Promise.all([defaultSession.clearStorageData(), defaultSession.clearCache(), defaultSession.clearAuthCache()])
}
