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
/** The token is read once, while the window opens. */
let loading: Promise<void> | undefined
const forgetting: (() => void)[] = []

export const server = {
  address: (): string | undefined => readSettings().address,

  /** Resolves once the saved sign-in is read. */
  async ready(): Promise<Connection> {
    await (loading ??= savedToken().then((saved) => {
      token ??= sessionToken.safeParse(saved).data
    }))
    return { address: readSettings().address, token }
  },

  async signIn(newToken: string, newUser: number, by: Page): Promise<void> {
    const asker = contentsOf(by)
    await server.ready()
    if (readSettings().user !== newUser) forgetPerson()
    changeSettings({ user: newUser })
    token = newToken
    isRefused = false
    await saveToken(newToken)
    sendToOthers(asker, 'session', { user: newUser })
  },

  /** No one is signed in any more; nothing of it, and nothing that was looked at, is left on disk. */
  async signOut(by: Page): Promise<void> {
    const asker = contentsOf(by)
    await server.ready()
    token = undefined
    forgetPerson()
    await Promise.all([forgetToken(), wipeSession()])
    sendToOthers(asker, 'session', { user: null })
  },

  noteRefused(): void {
    isRefused = true
  },

  isRefused: (): boolean => isRefused,

  /** `forget` removes a person's data: when they sign out, and before someone else is signed in. */
  whenPersonLeaves(forget: () => void): void {
    forgetting.push(forget)
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

function forgetPerson(): void {
  changeSettings({ user: undefined })
  endPages()
  for (const forget of forgetting) forget()
}

async function wipeSession(): Promise<void> {
  const { defaultSession } = session
  await Promise.all([defaultSession.clearStorageData(), defaultSession.clearCache(), defaultSession.clearAuthCache()])
}
