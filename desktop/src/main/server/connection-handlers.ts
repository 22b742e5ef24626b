import type { Handlers } from '../../ipc.ts'
import { checkServer } from './check-server.ts'
import { server } from './current-server.ts'
import { readAddress } from './server-address.ts'
import { keepingOfTokens } from './token-store.ts'
import { lookAgain } from './watch-server.ts'

type Channels = 'connection.read' | 'connection.choose' | 'connection.retry'

export const connectionHandlers = {
  async 'connection.read'() {
    const { address } = await server.ready()
    return { address: address ?? null, version: appVersion, keeping: await keepingOfTokens() }
  },

  async 'connection.choose'({ address: typed }) {
    const address = readAddress(typed)
    if ('sentence' in address) return { isChosen: false, sentence: address.sentence }
    const checked = await checkServer(address.origin, appVersion)
    if ('sentence' in checked) return { isChosen: false, sentence: checked.sentence }
    await server.choose(address.origin, checked.logo)
    return { isChosen: true }
  },

  'connection.retry': lookAgain,
} satisfies Pick<Handlers, Channels>
