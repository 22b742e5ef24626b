import { loginReply } from '@alumni/shared/staff/accounts'
import type { Handlers, Page } from '../../ipc.ts'
import { connectionPath } from '../app-protocol/app-address.ts'
import { sessionToken } from '../app-protocol/sign-in.ts'
import { sendWaitingEvents, findContents, createPageState } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { confirmInWindow } from '../window/confirm.ts'
import { openExternalUrl } from '../window/open-external-url.ts'
import { signInWithBrowser } from './browser-sign-in.ts'
import { checkServer } from './check-server.ts'
import { server } from './current-server.ts'
import { parseServerAddress } from './server-address.ts'
import { requestJson } from './server-request.ts'
import { checkTokenStorage } from './token-store.ts'
import { getConnectionStatus, checkConnection } from './watch-server.ts'

type Channels = 'window.ready' | `connection.${'read' | 'choose' | 'check' | 'retry'}`

export const connectionHandlers = {
  async 'window.ready'(_nothing, page) {
    sendWaitingEvents(page)
    return getConnectionStatus()
  },

  async 'connection.read'() {
    const { address } = await server.ready()
    return { address: address ?? null, version: appVersion, tokenStorage: await checkTokenStorage() }
  },

  async 'connection.choose'({ address: input }, page) {
    const frame = findContents(page)?.mainFrame
    if (!frame || new URL(frame.url).pathname !== connectionPath)
      throw new Refusal('The server is chosen on its own page. Choose “Change the server” in the menu.')
    const address = parseServerAddress(input)
    if ('message' in address) return { isChosen: false, message: address.message }
    if (address.origin !== server.address() && !(await isConfirmed(address.origin, page)))
      return { isChosen: false, message: 'You did not confirm this address, so nothing was changed.' }
    const checked = await checkServer(address.origin, appVersion)
    if ('message' in checked) return { isChosen: false, message: checked.message }
    await server.choose(address.origin, checked.logo, page)
    return { isChosen: true }
  },

  async 'connection.check'() {
    const address = server.address()
    const checked = address && (await checkServer(address, appVersion))
    const isIncompatible = checked && 'message' in checked && !checked.isLost
    return { message: isIncompatible ? checked.message : null }
  },

  'connection.retry': checkConnection,
} satisfies Pick<Handlers, Channels>

/** Asks the user before connecting to a new host, so that a compromised page cannot change the server. */
function isConfirmed(origin: string, page: Page): Promise<boolean> {
  const { host } = new URL(origin)
  return confirmInWindow(page, {
    message: `Connect this app to ${host}?`,
    detail:
      'Your password, and everything you look up or enter, will be sent there. Connect only if your office uses this address.',
    confirm: 'Connect',
  })
}

const signInsByPage = createPageState((): { pending?: AbortController } => ({}))

export const browserHandlers = {
  async 'browser.sign-in'(_nothing, page) {
    const signIn = signInsByPage(page)
    signIn.pending?.abort()
    signIn.pending = new AbortController()
    const signal = AbortSignal.any([page.ended, signIn.pending.signal])
    const address = server.address()
    if (!address) throw new Refusal('No server is chosen yet.')
    const open = async (url: string) => {
      if (!(await openExternalUrl(url, page))) throw new Refusal('Your browser was opened a moment ago. Try again.')
    }
    const body = await signInWithBrowser(address, open, signal)
    const { token, user } = await requestJson('/auth/google/app', loginReply.extend({ token: sessionToken }), {
      method: 'POST',
      body,
      signal: page.ended,
    })
    await server.signIn(token, user.id, page)
    return null
  },

  async 'browser.cancel'(_nothing, page) {
    signInsByPage(page).pending?.abort()
    return null
  },
} satisfies Pick<Handlers, 'browser.sign-in' | 'browser.cancel'>
