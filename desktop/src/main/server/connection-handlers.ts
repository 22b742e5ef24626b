import type { Handlers } from '../../ipc.ts'
import { beginTelling } from '../pages.ts'
import { checkServer } from './check-server.ts'
import { server } from './current-server.ts'
import { readAddress } from './server-address.ts'
import { keepingOfTokens } from './token-store.ts'
import { currentReach, lookAgain } from './watch-server.ts'

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

  'connection.retry': lookAgain,
} satisfies Pick<Handlers, Channels>
