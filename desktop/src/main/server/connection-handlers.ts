import type { Handlers } from '../../ipc.ts'
import { checkServer } from './check-server.ts'
import { server } from './current-server.ts'
import { readAddress } from './server-address.ts'

export const connectionHandlers = {
  'connection.read': async () => ({ address: server.address() ?? null, version: appVersion }),

  async 'connection.choose'({ address: typed }) {
    const address = readAddress(typed)
    if ('sentence' in address) return { isChosen: false, sentence: address.sentence }
    const sentence = await checkServer(address.origin)
    if (sentence) return { isChosen: false, sentence }
    await server.choose(address.origin)
    return { isChosen: true }
  },
} satisfies Pick<Handlers, 'connection.read' | 'connection.choose'>
