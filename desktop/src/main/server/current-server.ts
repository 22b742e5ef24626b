import { session } from 'electron'
import { changeSettings, readSettings } from '../settings.ts'
import { forgetToken, keepToken, keptToken } from './token-store.ts'

/** Which server the app speaks with, and who is signed in there. */
export type Standing = { address: string | undefined; token: string | undefined }

let token: string | undefined
/** The token is read once, while the window opens. */
let loading: Promise<void> | undefined
const atSignOut: (() => void)[] = []

export const server = {
  address: (): string | undefined => readSettings().address,

  /** Once what was kept at the last sign-in is read. */
  async ready(): Promise<Standing> {
    await (loading ??= keptToken().then((kept) => void (token ??= kept)))
    return { address: readSettings().address, token }
  },

  async signIn(newToken: string): Promise<void> {
    await server.ready()
    token = newToken
    await keepToken(newToken)
  },

  /** Nobody is signed in any more; nothing of it, and nothing that was looked at, is left on disk. */
  async signOut(): Promise<void> {
    await server.ready()
    token = undefined
    for (const forget of atSignOut) forget()
    await Promise.all([forgetToken(), wipeSession()])
  },

  /** What a part of the app keeps of a person ends with their sign-in. */
  whenSignedOut(forget: () => void): void {
    atSignOut.push(forget)
  },

  /** Where it is another one than before, the person is signed out. */
  async choose(address: string, logo: string | undefined): Promise<void> {
    if (address !== readSettings().address) await server.signOut()
    changeSettings({ address, logo })
  },
}

async function wipeSession(): Promise<void> {
  const { defaultSession } = session
  await Promise.all([defaultSession.clearStorageData(), defaultSession.clearCache(), defaultSession.clearAuthCache()])
}
