import { shell } from 'electron'
import type { Handlers } from '../../ipc.ts'
import { gateOf } from '../app-protocol/gate.ts'
import { beginTelling, ofPage } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { checkServer } from './check-server.ts'
import { server } from './current-server.ts'
import { askGoogle } from './google-sign-in.ts'
import { jsonOf } from './ask-server.ts'
import { readAddress } from './server-address.ts'
import { sendToServer, ServerRefusal } from './server-request.ts'
import { keepingOfTokens } from './token-store.ts'
import { currentReach, checkNow } from './watch-server.ts'

type Channels = 'window.ready' | 'connection.read' | 'connection.choose' | 'connection.retry'

export const connectionHandlers = {
  async 'window.ready'(_nothing, page) {
    beginTelling(page)
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

const held = ofPage((): { waiting?: AbortController } => ({}))

export const googleHandlers = {
  async 'google.sign-in'(_nothing, page) {
    const holds = held(page)
    holds.waiting?.abort()
    holds.waiting = new AbortController()
    const signal = AbortSignal.any([page.ended, holds.waiting.signal])
    const address = server.address()
    if (!address) throw new Refusal('No server is chosen yet.')
    const code = await askGoogle(address, (url) => shell.openExternal(url), signal)
    const answer = await sendToServer('/auth/google/app', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(code),
      signal: page.ended,
    })
    const json = await jsonOf(answer)
    if (answer.status !== 200) throw new ServerRefusal(answer.status, json)
    const taken = await gateOf(page).take(json)
    if (!taken.ok) throw new Refusal('The server answered something that this app does not understand. Update the app.')
    return { step: 'user' in (await taken.json()) ? 'in' : 'second factor' }
  },

  async 'google.cancel'(_nothing, page) {
    held(page).waiting?.abort()
    return null
  },
} satisfies Pick<Handlers, 'google.sign-in' | 'google.cancel'>
