import { loginReply } from '@alumni/shared/staff/accounts'
import { shell } from 'electron'
import type { Handlers } from '../../ipc.ts'
import { sessionToken } from '../app-protocol/sign-in.ts'
import { beginSending, ofPage } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { askInBrowser } from './browser-sign-in.ts'
import { checkServer } from './check-server.ts'
import { server } from './current-server.ts'
import { readAddress } from './server-address.ts'
import { serverRequest } from './server-request.ts'
import { keepingOfTokens } from './token-store.ts'
import { currentReach, checkNow } from './watch-server.ts'

type Channels = 'window.ready' | 'connection.read' | 'connection.choose' | 'connection.retry'

export const connectionHandlers = {
  async 'window.ready'(_nothing, page) {
    beginSending(page)
    return currentReach()
  },

  async 'connection.read'() {
    const { address } = await server.ready()
    return { address: address ?? null, version: appVersion, keeping: await keepingOfTokens() }
  },

  async 'connection.choose'({ address: typed }, page) {
    const address = readAddress(typed)
    if ('sentence' in address) return { isChosen: false, sentence: address.sentence }
    const checked = await checkServer(address.origin, appVersion)
    if ('sentence' in checked) return { isChosen: false, sentence: checked.sentence }
    await server.choose(address.origin, checked.logo, page)
    return { isChosen: true }
  },

  'connection.retry': checkNow,
} satisfies Pick<Handlers, Channels>

const asking = ofPage((): { waiting?: AbortController } => ({}))

export const browserHandlers = {
  async 'browser.sign-in'(_nothing, page) {
    const holds = asking(page)
    holds.waiting?.abort()
    holds.waiting = new AbortController()
    const signal = AbortSignal.any([page.ended, holds.waiting.signal])
    const address = server.address()
    if (!address) throw new Refusal('No server is chosen yet.')
    const body = await askInBrowser(address, (url) => shell.openExternal(url), signal)
    const { token, user } = await serverRequest('/auth/google/app', loginReply.extend({ token: sessionToken }), {
      method: 'POST',
      body,
      signal: page.ended,
    })
    await server.signIn(token, user.id, page)
    return null
  },

  async 'browser.cancel'(_nothing, page) {
    asking(page).waiting?.abort()
    return null
  },
} satisfies Pick<Handlers, 'browser.sign-in' | 'browser.cancel'>
